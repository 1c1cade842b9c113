package io.windsock.evaluation.scale;

import static io.windsock.evaluation.scale.ScaleLab.EVENT_BYTES;

import io.windsock.evaluation.experiment.Scale;
import io.windsock.evaluation.lab.LabPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The points that each experiment measures. */
final class Cases {
  private static final double CPUS = Runtime.getRuntime().availableProcessors();
  private static final int PARTITIONS = 2;
  private static final int KEYS = 100;
  private static final int STATE_KEYS = 10_000;
  private static final int LARGE_EVENT_BYTES = 1_000;
  private static final int FEW_DISPLAYS = 10;

  private Cases() {}

  /** Returns a plan without quotas. */
  private static LabPlan plan(int mirrors, int partitions, int keys) {
    return new LabPlan(mirrors, CPUS, CPUS, partitions, keys);
  }

  /** Events per second, by mirrors and size. */
  static List<Case> events(Scale scale) {
    LabPlan plan = plan(2, PARTITIONS, KEYS);
    double[] rates =
        scale.quick() ? new double[] {2_000, 8_000} : new double[] {2_000, 8_000, 24_000};
    List<Case> cases = new ArrayList<>();
    for (double rate : rates) {
      for (int mirrors = 0; mirrors <= plan.mirrors(); mirrors++) {
        String setting = mirrors == 1 ? "1 mirror" : mirrors + " mirrors";
        cases.add(Case.of(setting, rate, plan, Step.events(rate, EVENT_BYTES, mirrors)));
      }
      cases.add(
          Case.of("1 mirror, 1,000 bytes", rate, plan, Step.events(rate, LARGE_EVENT_BYTES, 1)));
    }
    return cases;
  }

  /** Keys in the state. */
  static List<Case> keys(Scale scale) {
    int[] counts =
        scale.quick() ? new int[] {1_000, 10_000} : new int[] {10_000, 100_000, 1_000_000};
    return Arrays.stream(counts).mapToObj(Cases::keys).toList();
  }

  /** More keys than the coefficients are fitted to. */
  static List<Case> manyKeys(Scale scale) {
    return List.of(keys(scale.quick() ? 20_000 : 10_000_000));
  }

  private static Case keys(int keys) {
    Step step = Step.events(4_000, EVENT_BYTES, 1);
    return Case.of("4,000 events/s", keys, plan(1, PARTITIONS, keys), step);
  }

  /** Displays that follow one view. */
  static List<Case> displays(Scale scale) {
    LabPlan plan = plan(1, PARTITIONS, KEYS);
    int[] counts = scale.quick() ? new int[] {1, 10, 100} : new int[] {1, 10, 100, 1_000};
    List<Case> cases = new ArrayList<>();
    for (int count : counts) {
      for (int rate : updateRates(count, scale)) {
        Step step = Step.events(rate, EVENT_BYTES, 1).followedBy(count);
        cases.add(Case.of(rate + " updates/s", count, plan, step));
      }
      Step large = Step.events(20, LARGE_EVENT_BYTES, 1).followedBy(count);
      cases.add(Case.of("20 updates/s of 1,000 bytes", count, plan, large));
    }
    return cases;
  }

  /**
   * Returns updates per second: many only to few displays, or they would be more than one machine.
   */
  private static int[] updateRates(int displays, Scale scale) {
    return displays <= FEW_DISPLAYS && !scale.quick() ? new int[] {20, 600} : new int[] {4, 20};
  }

  /** Partitions of each topic. */
  static List<Case> partitions(Scale scale) {
    int[] counts = scale.quick() ? new int[] {1, 4} : new int[] {1, 4, 16};
    List<Case> cases = new ArrayList<>();
    for (int partitions : counts) {
      LabPlan plan = plan(1, partitions, KEYS);
      for (int rate : new int[] {0, 4_000}) {
        String setting = rate == 0 ? "idle" : String.format(Locale.ROOT, "%,d events/s", rate);
        cases.add(Case.of(setting, partitions, plan, Step.events(rate, EVENT_BYTES, 1)));
      }
    }
    return cases;
  }

  /** Rows of initial state, from the cache and after a change. */
  static List<Case> state(Scale scale) {
    LabPlan plan = plan(1, PARTITIONS, STATE_KEYS);
    int[] rows = scale.quick() ? new int[] {100, 10_000} : new int[] {100, 1_000, 10_000};
    List<Case> cases = new ArrayList<>();
    for (int count : rows) {
      double cached = 4_000.0 / Math.sqrt(count);
      Step unchanged = Step.events(0, EVENT_BYTES, 1).asked(cached, count);
      cases.add(Case.of("cached", count, plan, unchanged));
      // Fewer requests than commits, with events in each, so that every request follows a change.
      Step changing = Step.events(100, EVENT_BYTES, 1).asked(4, count);
      cases.add(Case.of("changed", count, plan, changing));
    }
    return cases;
  }

  /** Loads between and beyond the points of the other experiments; x numbers them. */
  static List<Case> check(Scale scale) {
    LabPlan plan = plan(1, 4, 5_000);
    int displays = scale.quick() ? 50 : 300;
    return List.of(
        Case.of("a busy log", 1, plan, Step.events(1_500, 400, 1).followedBy(3)),
        Case.of(
            "many displays", 2, plan, Step.events(8, 300, 1).followedBy(displays).asked(5, 500)),
        Case.of("a fast log", 3, plan, Step.events(6_000, 300, 1).followedBy(1)),
        Case.of("large views", 4, plan, Step.events(40, 600, 1).followedBy(100).asked(1, 2_000)));
  }
}
