package io.windsock.evaluation.experiment;

import io.windsock.contracts.config.ConfigCheck;
import io.windsock.evaluation.data.About;
import io.windsock.evaluation.data.Table;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How much an experiment measures.
 *
 * @param quick whether it only shows that the experiment works: fewer points, short runs, and
 *     rounds that other machines disturb count, too
 * @param rounds rounds in which every subject is measured once, after an uncounted run of each
 *     setting if not quick
 * @param runSeconds about how long one run takes
 * @param calls the calls of a run with a fault of a gateway or site
 * @param withoutEffect whether every setting mirrors alike, so that the experiment must find no
 *     difference: a check of the experiment itself
 */
public record Scale(
    boolean quick, int rounds, double runSeconds, Calls calls, boolean withoutEffect) {
  /** The setting that says that a run was a check of the experiment. */
  static final String CHECK = "check";

  /** The setting that says how many rounds were measured; {@code 2 of 5} of an unfinished run. */
  static final String ROUNDS = "rounds";

  private static final String LENGTH = "length of a run";

  /** The setting that says that a run was quick. */
  static final String FORM = "form";

  private static final String CALLS = "calls of a run, as asked for";
  private static final String RATE = "calls per second, as asked for";
  private static final Pattern MEASURED = Pattern.compile("\\d{1,3}");
  private static final int MAX_ROUNDS = 100;
  private static final double MAX_SECONDS = 600;

  /**
   * The calls of a run.
   *
   * @param count how many; 0: as many as are due in two and a half times the length of a run
   * @param perSecond how many are due each second; 0: half of the highest rate that the experiment
   *     finds, which differs from run to run, so that runs at a named rate compare better
   */
  public record Calls(long count, double perSecond) {
    /** Calls whose rate and number the experiment finds. */
    public static final Calls FOUND = new Calls(0, 0);

    private static final long MAX_COUNT = 100_000_000;
    private static final double MAX_PER_SECOND = 1_000_000;
    private static final int MAX_HOURS = 12;
    private static final double SECONDS_PER_HOUR = 3_600;

    /** Checks the ranges. */
    public Calls {
      ConfigCheck check = new ConfigCheck("experiment");
      check.range("calls", count, 0, MAX_COUNT);
      check.holds(
          perSecond == 0 || (perSecond >= 1 && perSecond <= MAX_PER_SECOND),
          "rate",
          String.valueOf(perSecond),
          "1 to 1000000");
      check.holds(
          perSecond == 0 || count <= MAX_HOURS * SECONDS_PER_HOUR * perSecond,
          "calls",
          count,
          "as many as " + text(perSecond) + "/s make in " + MAX_HOURS + " hours, or fewer");
      check.done();
    }
  }

  /** Checks the ranges. */
  public Scale {
    ConfigCheck check = new ConfigCheck("experiment");
    check.range("rounds", rounds, 1, MAX_ROUNDS);
    check.holds(
        runSeconds >= 1 && runSeconds <= MAX_SECONDS,
        "run-seconds",
        String.valueOf(runSeconds),
        "1 to 600");
    check.done();
  }

  /** Returns what a run of this scale says of itself once all its rounds are measured. */
  Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put(ROUNDS, Integer.toString(rounds));
    settings.put(LENGTH, "about " + text(runSeconds) + " s");
    if (quick) {
      settings.put(FORM, "quick: it shows that the experiment works, not what is true");
    }
    if (withoutEffect) {
      settings.put(CHECK, "without effect: every setting mirrors every event alike");
    }
    if (calls.count() > 0) {
      settings.put(CALLS, Long.toString(calls.count()));
    }
    if (calls.perSecond() > 0) {
      settings.put(RATE, text(calls.perSecond()));
    }
    return settings;
  }

  private static String text(double number) {
    return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
  }

  /**
   * Returns whether that is a run of this scale with all its rounds; one that was stopped while the
   * ceilings of load generators were measured has them, too.
   */
  public boolean isOf(About about) {
    Map<String, String> settings = settingsOf(about);
    settings.replace(ROUNDS, rounds + " of " + rounds, Integer.toString(rounds));
    return settings().equals(settings);
  }

  /** Returns whether that is a run of this scale that was stopped after some of its rounds. */
  public boolean isBegunIn(About about) {
    Map<String, String> settings = settingsOf(about);
    String measured = settings.getOrDefault(ROUNDS, "");
    settings.put(ROUNDS, Integer.toString(rounds));
    return measured.endsWith(" of " + rounds) && settings().equals(settings);
  }

  /**
   * Returns the rows of a run's whole rounds. A run that was killed, or whose disk was full, while
   * it kept a round has a part of that round, too.
   */
  public static Table whole(Table rows, About about) {
    Matcher measured = MEASURED.matcher(about.settings().getOrDefault(ROUNDS, ""));
    return measured.lookingAt() ? rows.upToRound(Integer.parseInt(measured.group())) : rows;
  }

  /**
   * Returns in what two runs differ, but for the number of rounds, so that their figures can't be
   * compared; empty if they are alike.
   */
  static String difference(About first, About second) {
    Map<String, String> one = settingsOf(first);
    Map<String, String> other = settingsOf(second);
    StringJoiner differences = new StringJoiner("; ");
    for (String setting : List.of(LENGTH, FORM, CHECK, CALLS, RATE)) {
      String in = one.getOrDefault(setting, "none");
      String then = other.getOrDefault(setting, "none");
      if (!in.equals(then)) {
        differences.add(setting + ": " + in + ", then " + then);
      }
    }
    return differences.toString();
  }

  private static Map<String, String> settingsOf(About about) {
    Map<String, String> settings = new LinkedHashMap<>(about.settings());
    settings.keySet().retainAll(Set.of(ROUNDS, LENGTH, FORM, CHECK, CALLS, RATE));
    return settings;
  }
}
