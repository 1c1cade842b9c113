package io.windsock.evaluation.bench;

import io.windsock.evaluation.data.Spread;
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

  /**
   * The same beside requests, in ms: while the node answers one, events wait for the next period of
   * its quota, so that the mean delay is some 300 ms long before they gather.
   */
  public static final double LATE_BESIDE_MS = 1_000;

  /** The rate of events of a run, as a measure: events per second. */
  public static final String EVENTS = "eventsPerSecond";

  /** How many ramps a measurement takes; their median counts. */
  private static final int RAMPS = 3;

  /** Where a ramp begins and ends, of what is expected. */
  private static final double FROM = 0.6;

  private static final double TO = 1.6;

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
  private final StringJoiner all = new StringJoiner("; ");
  private double perSecond;

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
   * Finds out by one ramp about how large it is.
   *
   * @param expected about how many events per second that may be
   */
  void estimate(double expected) throws InterruptedException {
    lab.use(Function.SIMPLE, mirrors);
    perSecond = found(expected, Requests.NONE);
    tell();
  }

  /**
   * Measures it anew: the median of three ramps, none of which was made before. Simple mirroring is
   * then in force.
   */
  public void findAgain() throws InterruptedException {
    lab.use(Function.SIMPLE, mirrors);
    perSecond = median(perSecond, Requests.NONE);
    tell();
  }

  private void tell() {
    all.add(String.format(Locale.ROOT, "%,.0f", perSecond));
    about.setting(
        "events that simple mirroring keeps up with",
        all
            + " a second: by one ramp at first, then medians of three, in the order of measurement");
  }

  /** How long requests must be made that go on until a ramp ends, in seconds. */
  public double meanwhile() {
    return LONGER * seconds;
  }

  /**
   * Measures how many events per second the node keeps up with beside requests, as {@link
   * #findAgain} does without.
   *
   * @param requests for {@link #meanwhile}, at all sites together
   * @param expected about how many events per second that may be
   */
  public double beside(Requests requests, double expected) throws InterruptedException {
    lab.use(Function.SIMPLE, mirrors);
    return median(expected, requests);
  }

  /** Finds by one ramp about how large {@link #beside} is. */
  public double estimateBeside(Requests requests, double expected) throws InterruptedException {
    lab.use(Function.SIMPLE, mirrors);
    return found(expected, requests);
  }

  /** Makes a ramp beside requests of which nothing is measured, also without quotas. */
  public void warmUpBeside(Requests requests) throws InterruptedException {
    var unused = ramp.find(pace(perSecond), requests, LATE_BESIDE_MS);
  }

  private static double lateMs(Requests requests) {
    return requests.count() == 0 ? LATE_MS : LATE_BESIDE_MS;
  }

  private Pace pace(double expected) {
    return new Pace(FROM * expected, TO * expected, seconds);
  }

  private double median(double expected, Requests requests) throws InterruptedException {
    double[] found = new double[RAMPS];
    for (int i = 0; i < RAMPS; i++) {
      found[i] = found(i == 0 ? expected : found[i - 1], requests);
    }
    return Spread.of(found).median();
  }

  /**
   * Makes ramps until one counts, each around what the one before has found.
   *
   * @throws IllegalStateException if none of several does
   */
  private double found(double expected, Requests requests) throws InterruptedException {
    double near = expected;
    StringJoiner faults = new StringJoiner("; ");
    for (int i = 0; i < MAX_RAMPS; i++) {
      Ramp.Found found = ramp.find(pace(near), requests, lateMs(requests));
      if (found.counts() || quick) {
        return found.perSecond();
      }
      faults.add(String.format(Locale.ROOT, "around %,.0f/s %s", near, found.fault()));
      near = found.perSecond();
    }
    throw new IllegalStateException(
        String.format(
            Locale.ROOT,
            "none of %d ramps of events beside %,.0f requests/s found what the node keeps up with: %s",
            MAX_RAMPS,
            requests.perSecond(),
            faults));
  }

  /** Returns what was measured last, in events per second. */
  public double perSecond() {
    return perSecond;
  }
}
