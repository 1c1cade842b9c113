package io.windsock.evaluation.bench;

import io.windsock.evaluation.experiment.Notes;
import io.windsock.evaluation.lab.Function;
import io.windsock.evaluation.lab.Lab;
import io.windsock.evaluation.lab.Requests;
import io.windsock.evaluation.load.Pace;
import io.windsock.evaluation.load.Positions;
import java.util.Locale;
import java.util.StringJoiner;

/**
 * The rate of events with which the central node keeps up under simple mirroring, as a {@link Ramp}
 * finds it. It changes within minutes, at least on a shared machine, so it can be measured again.
 * One thread owns it.
 */
public final class FullLoad {
  /** The node keeps up while the mean update delay is at most this, in ms. */
  public static final double LATE_MS = 300;

  /** The rate of events of a run, as a measure: events per second. */
  public static final String EVENTS = "eventsPerSecond";

  /** Where a ramp begins and ends, of what is expected. */
  private static final double FROM = 0.4;

  private static final double TO = 1.6;

  /** The same beside requests, which leave less for the events. */
  private static final double FROM_BESIDE = 0.2;

  private static final double TO_BESIDE = 1.2;

  /** How many ramps may be made until one counts. */
  private static final int MAX_RAMPS = 6;

  /** By how much longer than a ramp requests are scheduled; they are stopped when it ends. */
  private static final double LONGER = 2;

  private final Lab lab;
  private final int mirrors;
  private final Ramp ramp;
  private final double seconds;
  private final boolean quick;
  private final Notes about;
  private final RecentMedian measured = new RecentMedian();
  private final StringJoiner all = new StringJoiner("; ");

  /**
   * Creates it.
   *
   * @param seconds how long a ramp takes that goes on to its end
   * @param quick whether a ramp counts that has hardly found anything
   */
  FullLoad(Lab lab, int mirrors, Positions positions, double seconds, boolean quick, Notes about) {
    this.lab = lab;
    this.mirrors = mirrors;
    ramp = new Ramp(lab, positions);
    this.seconds = seconds;
    this.quick = quick;
    this.about = about;
  }

  /**
   * Measures it for the first time.
   *
   * @param expected about how many events per second it is
   * @param times how many measurements are made
   */
  void find(double expected, int times) throws InterruptedException {
    measure(expected);
    for (int i = 1; i < times; i++) {
      findAgain();
    }
  }

  /** Measures it once more; simple mirroring is then in force. */
  public void findAgain() throws InterruptedException {
    measure(perSecond());
  }

  private void measure(double expected) throws InterruptedException {
    lab.use(Function.SIMPLE, mirrors);
    double perSecond = found(expected, FROM, TO, Requests.NONE);
    measured.add(perSecond);
    all.add(String.format(Locale.ROOT, "%,.0f", perSecond));
    about.setting(
        "events that simple mirroring keeps up with",
        all + " a second, in the order of measurement");
  }

  /**
   * Measures how many events per second the node keeps up with beside requests.
   *
   * @param requestsPerSecond at each site
   */
  public double beside(double requestsPerSecond) throws InterruptedException {
    double atAll = requestsPerSecond * lab.sites().size();
    Requests requests = Requests.during(LONGER * seconds, atAll);
    return found(perSecond(), FROM_BESIDE, TO_BESIDE, requests);
  }

  /**
   * Makes a ramp beside requests of which nothing is measured, also without quotas.
   *
   * @param requestsPerSecond at each site
   */
  public void warmUpBeside(double requestsPerSecond) throws InterruptedException {
    double atAll = requestsPerSecond * lab.sites().size();
    var unused =
        ramp.find(
            pace(perSecond(), FROM_BESIDE, TO_BESIDE), Requests.during(LONGER * seconds, atAll));
  }

  private Pace pace(double expected, double from, double to) {
    return new Pace(from * expected, to * expected, seconds);
  }

  /**
   * Makes ramps until one counts, each around what the one before has found.
   *
   * @throws IllegalStateException if none of several does
   */
  private double found(double expected, double from, double to, Requests requests)
      throws InterruptedException {
    double near = expected;
    for (int i = 0; i < MAX_RAMPS; i++) {
      Ramp.Found found = ramp.find(pace(near, from, to), requests);
      if (found.counts() || quick) {
        return found.perSecond();
      }
      near = found.perSecond();
    }
    throw new IllegalStateException(
        String.format(
            Locale.ROOT,
            "%d ramps of events, the last around %,.0f/s, ended too early or too late",
            MAX_RAMPS,
            near));
  }

  /** Returns the median of the last measurements, in events per second. */
  public double perSecond() {
    return measured.value();
  }
}
