package io.windsock.evaluation.experiment;

import io.windsock.evaluation.ceiling.MeasuredCeilings;
import io.windsock.evaluation.data.About;
import io.windsock.evaluation.data.Build;
import io.windsock.evaluation.data.Ceiling;
import io.windsock.evaluation.data.ExperimentFolder;
import io.windsock.evaluation.data.Row;
import io.windsock.evaluation.data.RowFile;
import io.windsock.evaluation.data.RunFolder;
import io.windsock.evaluation.data.Spread;
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

/**
 * One execution of an experiment: an uncounted run of each setting, except in the quick form, then
 * rounds in which the subjects take turns, each round starting with another. A run during which
 * other virtual machines took too much of this one is repeated. One thread owns it.
 */
public final class Session {
  /** How much of the processors' time others may take during a run that counts, 0 to 1. */
  static final double MAX_STOLEN = 0.05;

  /** How much of its ceiling a load generator may use, 0 to 1. */
  static final double MAX_SHARE = 0.5;

  private static final int MAX_REPEATS = 3;
  private static final double MS_PER_SECOND = 1e3;

  private final Experiment experiment;
  private final Scale scale;
  private final MeasuredCeilings ceilings;
  private final PrintWriter text;
  private final Notes notes = new Notes();
  private final Yardstick yardstick = new Yardstick();
  private int repeated;
  private int disturbed;

  /** Creates a session that reports its progress to {@code text}. */
  public Session(Experiment experiment, Scale scale, MeasuredCeilings ceilings, PrintWriter text) {
    this.experiment = experiment;
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
        Measured measured = round(run, round, subjects);
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

  private Measured round(Experiment.Run run, int round, List<Subject> subjects)
      throws IOException, InterruptedException {
    List<Row> rows = new ArrayList<>();
    List<Row> lines = new ArrayList<>();
    Instant start = Instant.now();
    run.beginRound();
    for (int i = 0; i < subjects.size(); i++) {
      Subject subject = subjects.get((i + round) % subjects.size());
      yardstick.measure();
      measure(run, subject)
          .forEach(
              (measure, value) ->
                  rows.add(new Row(subject.setting(), subject.x(), round, measure, value)));
      for (Experiment.Moment moment : run.timeLine()) {
        lines.add(
            new Row(subject.setting(), moment.seconds(), round, moment.measure(), moment.value()));
      }
    }
    say("  round %d of %d took %d s", round, scale.rounds(), seconds(start));
    return new Measured(rows, lines);
  }

  private Map<String, Double> measure(Experiment.Run run, Subject subject)
      throws IOException, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      MachineLoad before = MachineLoad.now();
      Map<String, Double> values = run.measure(subject);
      double stolen = MachineLoad.now().since(before).stolenShare();
      if (stolen <= MAX_STOLEN) {
        return values;
      }
      if (scale.quick() || attempt > MAX_REPEATS) {
        disturbed++;
        return values;
      }
      repeated++;
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
    if (yardstick.isUsed()) {
      all.setting("the machine's speed", speed(yardstick.times()));
    }
    if (scale.quick()) {
      all.setting("form", "quick: it shows that the experiment works, not what is true");
    }
    if (scale.withoutEffect()) {
      all.setting("check", "without effect: every setting mirrors every event alike");
    }
    List<String> sentences = new ArrayList<>(notes.notes());
    sentences.add(
        String.format(
            Locale.ROOT,
            "%d runs were repeated because others took more than %.0f %% of the processors; %d such"
                + " runs count all the same.",
            repeated,
            100 * MAX_STOLEN,
            disturbed));
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

  private static String speed(Spread ms) {
    return String.format(
        Locale.ROOT,
        "a fixed piece of work before each run took %.1f to %.1f ms, %.1f in the median",
        ms.low(),
        ms.high(),
        ms.median());
  }

  private void say(String format, Object... values) {
    text.println(String.format(Locale.ROOT, format, values));
    text.flush();
  }
}
