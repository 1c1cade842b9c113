package io.windsock.evaluation.bench;

import io.windsock.evaluation.experiment.Notes;
import io.windsock.evaluation.lab.Function;
import io.windsock.evaluation.lab.Lab;
import io.windsock.evaluation.lab.Requests;
import io.windsock.evaluation.load.Positions;
import java.time.Duration;
import java.util.Locale;

/**
 * The rate of events that the central node sustains with simple mirroring. It changes within
 * minutes, at least on a shared machine, so it can be measured again. One thread owns it.
 */
public final class FullLoad {
  /** The rate of events of a run, as a measure: events per second. */
  public static final String EVENTS = "eventsPerSecond";

  private static final double MS_PER_SECOND = 1e3;

  private final Lab lab;
  private final int mirrors;
  private final Positions positions;
  private final Duration length;
  private final Notes about;
  private final RecentMedian measured = new RecentMedian();
  private double lowest = Double.MAX_VALUE;
  private double highest;

  FullLoad(Lab lab, int mirrors, Positions positions, Duration length, Notes about) {
    this.lab = lab;
    this.mirrors = mirrors;
    this.positions = positions;
    this.length = length;
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
    double perSecond = lab.sustained(positions, expected, length, Requests.NONE);
    measured.add(perSecond);
    lowest = Math.min(lowest, perSecond);
    highest = Math.max(highest, perSecond);
    about.setting(
        "events that simple mirroring sustains",
        String.format(Locale.ROOT, "%,.0f to %,.0f/s", lowest, highest));
  }

  /**
   * Measures how many events per second are sustained beside requests.
   *
   * @param requestsPerSecond at each site
   */
  public double beside(double requestsPerSecond) throws InterruptedException {
    double atAll = requestsPerSecond * lab.sites().size();
    Requests requests = Requests.during(length.toMillis() / MS_PER_SECOND, atAll);
    return lab.sustained(positions, perSecond(), length, requests);
  }

  /** Returns the median of the last measurements, in events per second. */
  public double perSecond() {
    return measured.value();
  }
}
