package io.windsock.evaluation.experiment;

import io.windsock.evaluation.ceiling.MeasuredCeilings;
import io.windsock.evaluation.data.About;
import io.windsock.evaluation.data.Build;
import io.windsock.evaluation.data.Ceiling;
import io.windsock.evaluation.data.ExperimentFolder;
import io.windsock.evaluation.data.Row;
import io.windsock.evaluation.data.RowFile;
import io.windsock.evaluation.data.RunFolder;
import io.windsock.evaluation.machine.MemorySpeed;
import io.windsock.evaluation.machine.Speed;
import io.windsock.evaluation.node.MachineLoad;
import io.windsock.testbed.process.Host;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * One execution of an experiment: an uncounted run of each setting, except in the quick form, then
 * rounds in which each subject is measured once, in an order drawn for the round. A run that other
 * virtual machines disturbed is repeated. One thread owns it.
 */
public final class Session {
  /** How much of its ceiling a load generator may use, 0 to 1. */
  static final double MAX_SHARE = 0.5;

  /** How fast the machine copied memory during a run, as a measure: GB/s. */
  static final String MEMORY = "memoryGBs";

  /** How often, and how long apart, it is asked whether memory is fast again. */
  private static final int MAX_LOOKS = 60;

  private static final long LOOK_EVERY_MS = 250;
  private static final double MS_PER_SECOND = 1e3;

  /** Spreads the seeds of the rounds' orders. */
  private static final long ORDERS = 0x9e3779b97f4a7c15L;

  private final Experiment experiment;
  private final Scale scale;
  private final MeasuredCeilings ceilings;
  private final Progress progress;
  private final Build build;
  private final Notes notes = new Notes();
  private final Steadiness steadiness;
  private final Speed speed;
  private final long seed;

  /**
   * Creates a session that reports its progress to {@code text}.
   *
   * @param build what is measured; the repository may have another commit by the end
   */
  public Session(
      Experiment experiment,
      Scale scale,
      MeasuredCeilings ceilings,
      PrintWriter text,
      Build build) {
    this(
        experiment,
        scale,
        ceilings,
        new Progress(text, System::nanoTime),
        build,
        new MemorySpeed(),
        System.nanoTime());
  }

  /** As the other, with what measures how fast memory is, and the seed of the rounds' orders. */
  Session(
      Experiment experiment,
      Scale scale,
      MeasuredCeilings ceilings,
      Progress progress,
      Build build,
      Speed speed,
      long seed) {
    this.seed = seed;
    this.build = build;
    this.experiment = experiment;
    this.speed = speed;
    steadiness = new Steadiness(!scale.quick());
    this.ceilings = ceilings;
    this.scale = scale;
    this.progress = progress;
  }

  /** Runs the experiment and keeps its data in {@code runs}. */
  public void run(RunFolder runs) throws IOException, InterruptedException {
    ExperimentFolder folder = runs.experiment(experiment.description().name());
    Instant start = Instant.now();
    List<Subject> subjects = experiment.subjects(scale);
    progress.say("%s: %s", experiment.description().name(), experiment.description().title());
    try (Experiment.Run run = experiment.start(scale, notes);
        RowFile rows = RowFile.create(folder.rows());
        RowFile lines = RowFile.create(folder.lines())) {
      progress.say("  prepared after %d s", seconds(start));
      notes.settings().forEach((name, value) -> progress.say("  %s: %s", name, value));
      if (!scale.quick() && !experiment.countsAtOnce()) {
        uncounted(run, subjects);
      }
      for (int round = 1; round <= scale.rounds(); round++) {
        Measured measured = round(run, round, subjects);
        rows.append(measured.rows());
        lines.append(measured.lines());
        // A session that is killed leaves whole rounds, how many, and what they were measured on.
        about(start, round + " of " + scale.rounds(), List.of()).write(folder.about());
      }
    }
    about(start, Integer.toString(scale.rounds()), ceilings()).write(folder.about());
  }

  /** Measures each setting at its last point and keeps nothing: what is first is always slower. */
  private void uncounted(Experiment.Run run, List<Subject> subjects)
      throws IOException, InterruptedException {
    Instant start = Instant.now();
    Map<String, Subject> last = new LinkedHashMap<>();
    subjects.forEach(subject -> last.put(subject.setting(), subject));
    run.beginRound();
    for (Subject subject : last.values()) {
      run.measure(subject);
    }
    progress.say("  a run of each setting, which does not count, took %d s", seconds(start));
  }

  private static long seconds(Instant start) {
    return Duration.between(start, Instant.now()).toSeconds();
  }

  /** The rows and the time lines of a round. */
  private record Measured(List<Row> rows, List<Row> lines) {}

  private Measured round(Experiment.Run run, int round, List<Subject> subjects)
      throws IOException, InterruptedException {
    List<Row> rows = new ArrayList<>();
    List<Row> lines = new ArrayList<>();
    Instant start = Instant.now();
    run.beginRound();
    int done = 0;
    for (Subject subject : ordered(subjects, round, seed)) {
      measure(run, subject)
          .forEach(
              (measure, value) ->
                  rows.add(new Row(subject.setting(), subject.x(), round, measure, value)));
      for (Experiment.Moment moment : run.timeLine()) {
        lines.add(
            new Row(subject.setting(), moment.seconds(), round, moment.measure(), moment.value()));
      }
      done++;
      progress.ran(round, done, subjects.size());
    }
    progress.say("  round %d of %d took %d s", round, scale.rounds(), seconds(start));
    return new Measured(rows, lines);
  }

  /**
   * Drawn for two rounds: what follows what must not be the same in each. Settings that are
   * compared at a point follow one another, as the machine's speed changes within minutes; the
   * second round has them the other way round, as each leaves something to the next one.
   */
  static List<Subject> ordered(List<Subject> subjects, int round, long seed) {
    Random random = new Random(seed + (round + 1) / 2 * ORDERS);
    Map<Double, List<Subject>> byPoint = new LinkedHashMap<>();
    subjects.forEach(
        subject -> byPoint.computeIfAbsent(subject.x(), any -> new ArrayList<>()).add(subject));
    List<List<Subject>> points = new ArrayList<>(byPoint.values());
    Collections.shuffle(points, random);
    points.forEach(settings -> Collections.shuffle(settings, random));
    if (round % 2 == 0) {
      points.forEach(Collections::reverse);
    }
    return points.stream().flatMap(List::stream).toList();
  }

  private Map<String, Double> measure(Experiment.Run run, Subject subject)
      throws IOException, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      MachineLoad before = MachineLoad.now();
      Speed.Sampling sampling = speed.begin();
      Map<String, Double> values;
      double memory;
      try {
        values = new LinkedHashMap<>(run.measure(subject));
      } finally {
        memory = sampling.end();
      }
      double stolen = MachineLoad.now().since(before).stolenShare();
      values.put(MEMORY, memory);
      if (!steadiness.repeatsRun(stolen, memory, attempt)) {
        return values;
      }
      progress.say(
          "  %s again: others took %.0f %% of the processors, memory was copied at %.1f GB/s",
          subject, 100 * stolen, memory);
      awaitMemory();
    }
  }

  /** Slow memory often stays slow for some seconds. Waits no longer than a quarter of a minute. */
  private void awaitMemory() throws InterruptedException {
    for (int look = 0; look < MAX_LOOKS && !steadiness.isUsual(speed.now()); look++) {
      TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MS);
    }
  }

  private List<Ceiling> ceilings() throws IOException, InterruptedException {
    List<Ceiling> measured = notes.ceilings(ceilings);
    for (Ceiling ceiling : measured) {
      progress.say(
          "  %s: %,.0f/s used of %,.0f/s against %s",
          ceiling.generator(), ceiling.highestUsed(), ceiling.perSecond(), ceiling.against());
      if (ceiling.share() > MAX_SHARE) {
        notes.note(
            ceiling.generator()
                + ": more than half of its ceiling was used, so it may have limited what it measured.");
      }
    }
    return measured;
  }

  private About about(Instant start, String rounds, List<Ceiling> measured) {
    Notes all = new Notes();
    notes.settings().forEach(all::setting);
    scale.settings().forEach(all::setting);
    all.setting(Scale.ROUNDS, rounds);
    all.setting("seed of the orders", Long.toString(seed));
    if (!steadiness.memory().isEmpty()) {
      all.setting("memory", steadiness.memory());
    }
    List<String> sentences = new ArrayList<>(notes.notes());
    sentences.add(steadiness.sentence());
    return new About(
        experiment.description().name(),
        start,
        Duration.between(start, Instant.now()).toMillis() / MS_PER_SECOND,
        build,
        Host.current(),
        all.settings(),
        notes.nodes(),
        measured,
        sentences);
  }
}
