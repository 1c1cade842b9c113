package io.windsock.evaluation.serving;

import io.windsock.evaluation.bench.Bench;
import io.windsock.evaluation.bench.Benches;
import io.windsock.evaluation.bench.FullLoad;
import io.windsock.evaluation.bench.Setups;
import io.windsock.evaluation.data.Table;
import io.windsock.evaluation.experiment.Experiment;
import io.windsock.evaluation.experiment.Notes;
import io.windsock.evaluation.experiment.Outcome;
import io.windsock.evaluation.experiment.Scale;
import io.windsock.evaluation.experiment.Subject;
import io.windsock.evaluation.lab.Function;
import io.windsock.evaluation.lab.LabPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Storms of displays that all ask for initial state at once, at mirrors and at a bare server. */
public final class Storms implements Experiment {
  private static final int[] DISPLAYS = {1_000, 5_000, 20_000};
  private static final int[] QUICK_DISPLAYS = {100, 500};
  private static final int[] SIZES = {StormRun.EVENT_BYTES};

  /** The events sent meanwhile, as a share of full load. */
  private static final double LOAD = 0.5;

  private final Benches benches;

  /** Creates it; its bench comes from {@code benches}. */
  public Storms(Benches benches) {
    this.benches = benches;
  }

  /** The numbers of displays; the largest is less where a process may not open so many files. */
  private static int[] displays(Scale scale) {
    if (scale.quick()) {
      return QUICK_DISPLAYS;
    }
    int most = mostDisplays();
    return Arrays.stream(DISPLAYS).map(displays -> Math.min(displays, most)).distinct().toArray();
  }

  @Override
  public String missing() {
    return missing(mostDisplays());
  }

  /** Says what is missing where a process may have so many displays. */
  static String missing(int most) {
    int least = QUICK_DISPLAYS[QUICK_DISPLAYS.length - 1];
    return most >= least
        ? ""
        : "a process may not open enough files for %d displays: raise the limit (ulimit -n 40000)"
            .formatted(least);
  }

  private static int mostDisplays() {
    try {
      return StormProcess.mostDisplays();
    } catch (IOException e) {
      throw new UncheckedIOException("the limit on open files", e);
    }
  }

  @Override
  public Description description() {
    return new Description(
        "storm",
        "Storms of displays",
        "How soon do all displays have their initial state after a power failure, and do regular"
            + " clients notice?",
        "",
        List.of(
            Setups.CENTRAL,
            "Two mirrors without a quota serve 200 rows of 200 bytes and more. Displays regain power"
                + " within 100 ms and each opens a connection, gets its initial state and stays.",
            "Meanwhile events of %d keys are sent at half of full load. Of each of these keys, the most recent"
                    .formatted(StormRun.ACTIVE_KEYS)
                + " position is mirrored every %d s, one key after the other, so that a display gets some"
                    .formatted(StormRun.EVERY.toSeconds())
                + " two updates a second. The update"
                + " delay of a regular client of the central site is measured for 2 s before the"
                + " storm, until the last display is served, and for 2 s after.",
            "The bare servers, as many as mirrors, answer with as many bytes and do nothing else; no"
                + " events are sent then. Each of them and each mirror weighs ten times as much as the"
                + " displays, which are one process, where processors are short. Where the bare servers"
                + " are not much faster than the mirrors, the displays' process or the machine is the"
                + " limit, and not the mirrors."),
        List.of());
  }

  @Override
  public String time() {
    return "16 min";
  }

  /** Mirrors and bare servers differ however events are mirrored. */
  @Override
  public boolean comparesMirroring() {
    return false;
  }

  @Override
  public List<Subject> subjects(Scale scale) {
    List<Subject> subjects = new ArrayList<>();
    for (int displays : displays(scale)) {
      subjects.add(new Subject(StormRun.MIRROR_SITES, displays));
      subjects.add(new Subject(StormRun.BARE, displays));
    }
    return subjects;
  }

  @Override
  public Run start(Scale scale, Notes about) throws IOException, InterruptedException {
    LabPlan plan = LabPlan.standard(StormRun.MIRRORS);
    Bench bench =
        benches.start(
            plan.withCpus(plan.centralCpus(), Runtime.getRuntime().availableProcessors()),
            SIZES,
            scale,
            about);
    BareServers bare;
    try {
      int bytes = bench.lab().initialStateBytes();
      about.setting("bytes of an initial state", Integer.toString(bytes));
      bare = BareServers.start(StormRun.MIRRORS, bytes);
    } catch (IOException | RuntimeException | InterruptedException e) {
      bench.close();
      throw e;
    }
    try {
      FullLoad full = bench.sustained(StormRun.EVENT_BYTES, StormRun.MIRRORS, scale);
      bench.lab().use(Function.EVERY_10_S, StormRun.MIRRORS); // full load mirrored every event
      return new StormRun(bench, bare, LOAD * full.perSecond(), about);
    } catch (RuntimeException | InterruptedException e) {
      bare.close();
      bench.close();
      throw e;
    }
  }

  @Override
  public Outcome outcome(Table rows, Table lines) {
    return new StormFigures(rows).outcome();
  }
}
