package io.windsock.evaluation.gateway;

import io.windsock.contracts.config.Failure;
import io.windsock.evaluation.ceiling.Generator;
import io.windsock.evaluation.ceiling.MeasuredCeilings.Load;
import io.windsock.evaluation.experiment.Notes;
import io.windsock.evaluation.experiment.Scale;
import io.windsock.evaluation.gateway.load.CallsOrder;
import io.windsock.evaluation.gateway.load.CallsProcess;
import io.windsock.evaluation.gateway.load.RateSearch;
import io.windsock.testbed.calls.tally.CallsResult;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Finds the highest rates at which calls are in time, beginning with those that it found before for
 * the same. Short trials come first. They pass at rates that can't be sustained, because a queue
 * takes a while to become as long as the deadline; so whole runs decide. One thread owns it.
 */
final class PeakSearch {
  static final double ALL_IN_TIME = 1;

  /** All calls in time, all but 3 % and all but 5 %: those of the paper's Figure 4(a). */
  static final List<Double> LEVELS = List.of(ALL_IN_TIME, 0.97, 0.95);

  private static final double FIRST = 2_000;
  private static final double FIRST_HTTP = 500;
  private static final int MAX_SEARCHES = 5;
  private static final double TRIAL_SHARE = 0.25;
  private static final double QUICK_TRIAL_SECONDS = 0.5;
  private static final double PERCENT = 100;

  private final Scale scale;
  private final Notes about;
  private final Map<String, Double> before = new HashMap<>();
  private long seed = 1;

  PeakSearch(Scale scale, Notes about) {
    this.scale = scale;
    this.about = about;
  }

  /** Returns how long a trial is. */
  static double seconds(Scale scale) {
    return scale.quick() ? QUICK_TRIAL_SECONDS : TRIAL_SHARE * scale.runSeconds();
  }

  /**
   * Returns the highest rate at which a whole run kept the share, which a further one confirmed.
   *
   * @param what names the group that is called
   * @param level a share of calls in time, above 0 to 1
   * @throws Failure if there is none
   */
  double peak(String what, CallsProcess calls, CallsOrder order, double level)
      throws InterruptedException {
    double found = rates(what, calls, order, List.of(level)).get(0);
    double confirmed = confirmed(found, level, rate -> wholeRun(calls, order, rate));
    if (confirmed == 0) {
      throw new Failure(
          String.format(
              Locale.ROOT,
              "no rate has %.0f %% of the calls in time on this machine (%s): stop what else runs"
                  + " on it, or make runs shorter with --run-seconds (%.0f s now)",
              PERCENT * level,
              what,
              scale.runSeconds()));
    }
    return confirmed;
  }

  /**
   * Returns the rate that was found, or one that is lower, at which a further whole run kept the
   * share; 0 if there is none, or none was found.
   *
   * @param run makes such a run
   */
  double confirmed(double found, double level, RateSearch.Trial run) throws InterruptedException {
    return found == 0 ? 0 : RateSearch.near(scale.quick(), run).confirmed(found, level);
  }

  /**
   * Returns the highest rates at which whole runs kept the shares, in their order; 0 where none
   * did. A run that failed was repeated once, so these are not confirmed yet.
   *
   * @param what names the group that is called
   */
  List<Double> rates(String what, CallsProcess calls, CallsOrder order, List<Double> levels)
      throws InterruptedException {
    RateSearch.Trial trial = rate -> run(calls, order.at(rate, seconds(scale))).inTimeShare();
    Double last = before.get(what);
    List<Double> found =
        last == null
            ? first(order.http() ? FIRST_HTTP : FIRST, levels, trial)
            : RateSearch.near(scale.quick(), trial).from(last, levels);
    if (Collections.max(found) == 0) {
      return found;
    }
    List<Double> sustained = sustained(Collections.max(found), calls, order, levels);
    double highest = Collections.max(sustained);
    if (highest > 0) {
      before.put(what, highest);
    }
    return sustained;
  }

  /** Searches again until that finds no more than before: trials themselves warm a group up. */
  private List<Double> first(double rate, List<Double> levels, RateSearch.Trial trial)
      throws InterruptedException {
    List<Double> found = RateSearch.wide(scale.quick(), trial).from(rate, levels);
    for (int i = 1; i < MAX_SEARCHES && !scale.quick(); i++) {
      double highest = Collections.max(found);
      found =
          highest == 0
              ? RateSearch.wide(false, trial).from(rate, levels)
              : RateSearch.near(false, trial).from(highest, levels);
      if (highest > 0 && Collections.max(found) <= highest * RateSearch.RESOLUTION) {
        break;
      }
    }
    return found;
  }

  private List<Double> sustained(
      double first, CallsProcess calls, CallsOrder order, List<Double> levels)
      throws InterruptedException {
    return RateSearch.near(scale.quick(), rate -> wholeRun(calls, order, rate))
        .downFrom(first, levels);
  }

  /** Returns the share of calls in time of a run that is as long as those that count. */
  private double wholeRun(CallsProcess calls, CallsOrder order, double rate) {
    return run(calls, order.at(rate, scale.runSeconds())).inTimeShare();
  }

  /** Runs a load with other times and numbers than those before. */
  CallsResult run(CallsProcess calls, CallsOrder order) {
    begin(calls, order);
    return calls.end();
  }

  /** Begins a load with other times and numbers than those before. */
  void begin(CallsProcess calls, CallsOrder order) {
    about.used(generator(order), order.perSecond());
    calls.begin(order.withSeed(seed++));
  }

  private static Load generator(CallsOrder order) {
    return new Load(order.http() ? Generator.HTTP_CALLS : Generator.CALLS, CallsOrder.STATE_BYTES);
  }
}
