package io.windsock.evaluation.experiment;

import io.windsock.evaluation.ceiling.MeasuredCeilings;
import io.windsock.evaluation.data.About;
import io.windsock.evaluation.data.Build;
import io.windsock.evaluation.data.Ceiling;
import io.windsock.evaluation.data.ExperimentFolder;
import io.windsock.evaluation.data.Row;
import io.windsock.evaluation.data.RowFile;
import io.windsock.evaluation.data.RunFolder;
import io.windsock.evaluation.machine.Yardstick;
import io.windsock.evaluation.node.MachineLoad;
import io.windsock.testbed.process.Host;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleSupplier;

/**
 * One execution of an experiment: an uncounted run of each setting, except in the quick form, then
 * rounds in which the subjects take turns, each round starting with another. A run or round that
 * other virtual machines disturbed is repeated. One thread owns it.
 */
public final class Session {
  /** How much of its ceiling a load generator may use, 0 to 1. */
  static final double MAX_SHARE = 0.5;

  private static final double MS_PER_SECOND = 1e3;

  private final Experiment experiment;
  private final Scale scale;
  private final MeasuredCeilings ceilings;
  private final PrintWriter text;
  private final Notes notes = new Notes();
  private final Steadiness steadiness;

  /** Creates a session that reports its progress to {@code text}. */
  public Session(Experiment experiment, Scale scale, MeasuredCeilings ceilings, PrintWriter text) {
    this(experiment, scale, ceilings, text, new Yardstick()::measure);
  }

  /** As the other, with what measures the machine's speed: the time of a fixed piece of work. */
  Session(
      Experiment experiment,
      Scale scale,
      MeasuredCeilings ceilings,
      PrintWriter text,
      DoubleSupplier workMs) {
    this.experiment = experiment;
    steadiness = new Steadiness(workMs, !scale.quick());
    this.ceilings = ceilings;
    this.scale = scale;
    this.text = text;
  }

  /** Runs the experiment and keeps its data in {@code runs}. */
  public void run(RunFolder runs) throws IOException, InterruptedException {
    ExperimentFolder folder = runs.experiment(experiment.description().name());
    Instant start = Instant.now();
    List<Subject> subjects = experiment.subjects(scale);
    say("%s: %s", experiment.description().name(), experiment.description().title());
    try (Experiment.Run run = experiment.start(scale, notes);
        RowFile rows = RowFile.create(folder.rows());
        RowFile lines = RowFile.create(folder.lines())) {
      say("  prepared after %d s", seconds(start));
      notes.settings().forEach((name, value) -> say("  %s: %s", name, value));
      if (!scale.quick()) {
        uncounted(run, subjects);
      }
      for (int round = 1; round <= scale.rounds(); round++) {
        Measured measured = steadyRound(run, round, subjects);
        rows.append(measured.rows());
        lines.append(measured.lines());
        // A session that is killed leaves whole rounds and what they were measured on.
        about(start, List.of()).write(folder.about());
      }
    }
    about(start, ceilings()).write(folder.about());
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
    say("  a run of each setting, which does not count, took %d s", seconds(start));
  }

  private static long seconds(Instant start) {
    return Duration.between(start, Instant.now()).toSeconds();
  }

  /** The rows and the time lines of a round. */
  private record Measured(List<Row> rows, List<Row> lines) {}

  private Measured steadyRound(Experiment.Run run, int round, List<Subject> subjects)
      throws IOException, InterruptedException {
    Measured measured = round(run, round, subjects);
    while (steadiness.repeatsRound()) {
      say(
          "  round %d again: the machine's speed changed by %.0f %%",
          round, 100 * (steadiness.slowdown() - 1));
      measured = round(run, round, subjects);
    }
    return measured;
  }

  private Measured round(Experiment.Run run, int round, List<Subject> subjects)
      throws IOException, InterruptedException {
    List<Row> rows = new ArrayList<>();
    List<Row> lines = new ArrayList<>();
    Instant start = Instant.now();
    run.beginRound();
    steadiness.beginRound();
    for (int i = 0; i < subjects.size(); i++) {
      Subject subject = subjects.get((i + round) % subjects.size());
      steadiness.measure();
      measure(run, subject)
          .forEach(
              (measure, value) ->
                  rows.add(new Row(subject.setting(), subject.x(), round, measure, value)));
      for (Experiment.Moment moment : run.timeLine()) {
        lines.add(
            new Row(subject.setting(), moment.seconds(), round, moment.measure(), moment.value()));
      }
    }
    steadiness.measure();
    say("  round %d of %d took %d s", round, scale.rounds(), seconds(start));
    return new Measured(rows, lines);
  }

  private Map<String, Double> measure(Experiment.Run run, Subject subject)
      throws IOException, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      MachineLoad before = MachineLoad.now();
      Map<String, Double> values = run.measure(subject);
      double stolen = MachineLoad.now().since(before).stolenShare();
      if (!steadiness.repeatsRun(stolen, attempt)) {
        return values;
      }
      say("  %s again: others took %.0f %% of the processors", subject, 100 * stolen);
    }
  }

  private List<Ceiling> ceilings() throws IOException, InterruptedException {
    List<Ceiling> measured = notes.ceilings(ceilings);
    for (Ceiling ceiling : measured) {
      say(
          "  %s: %,.0f/s used of %,.0f/s against %s",
          ceiling.generator(), ceiling.highestUsed(), ceiling.perSecond(), ceiling.against());
      if (ceiling.share() > MAX_SHARE) {
        notes.note(
            "%s: more than half of its ceiling was used, so it may have limited what it measured."
                .formatted(ceiling.generator()));
      }
    }
    return measured;
  }

  private About about(Instant start, List<Ceiling> measured) {
    Notes all = new Notes();
    notes.settings().forEach(all::setting);
    all.setting("rounds", Integer.toString(scale.rounds()));
    all.setting("length of a run", String.format(Locale.ROOT, "about %.0f s", scale.runSeconds()));
    if (!steadiness.speed().isEmpty()) {
      all.setting("the machine's speed", steadiness.speed());
    }
    if (scale.quick()) {
      all.setting("form", "quick: it shows that the experiment works, not what is true");
    }
    if (scale.withoutEffect()) {
      all.setting("check", "without effect: every setting mirrors every event alike");
    }
    List<String> sentences = new ArrayList<>(notes.notes());
    sentences.addAll(steadiness.sentences());
    return new About(
        experiment.description().name(),
        start,
        Duration.between(start, Instant.now()).toMillis() / MS_PER_SECOND,
        Build.current(),
        Host.current(),
        all.settings(),
        notes.nodes(),
        measured,
        sentences);
  }

  private void say(String format, Object... values) {
    text.println(String.format(Locale.ROOT, format, values));
    text.flush();
  }
}
