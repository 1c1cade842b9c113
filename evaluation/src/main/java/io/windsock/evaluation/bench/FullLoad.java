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

  private final Lab lab;
  private final int mirrors;
  private final Positions positions;
  private final Duration length;
  private final Notes about;
  private double perSecond;
  private double lowest = Double.MAX_VALUE;
  private double highest;

  FullLoad(Lab lab, int mirrors, Positions positions, Duration length, Notes about) {
    this.lab = lab;
    this.mirrors = mirrors;
    this.positions = positions;
    this.length = length;
    this.about = about;
  }

  /** Measures it for the first time, in events per second, of which there are about so many. */
  void find(double first) throws InterruptedException {
    lab.use(Function.SIMPLE, mirrors);
    perSecond = first;
    perSecond = beside(Requests.NONE);
    about.setting(
        "events that simple mirroring sustains", String.format(Locale.ROOT, "%,.0f/s", perSecond));
  }

  /** Measures it again; simple mirroring is then in force. */
  public void findAgain() throws InterruptedException {
    lab.use(Function.SIMPLE, mirrors);
    perSecond = beside(Requests.NONE);
    lowest = Math.min(lowest, perSecond);
    highest = Math.max(highest, perSecond);
    about.setting(
        "the same, before each round",
        String.format(Locale.ROOT, "%,.0f to %,.0f/s", lowest, highest));
  }

  private double beside(Requests requests) throws InterruptedException {
    return lab.sustained(positions, perSecond, length, requests);
  }

  /**
   * Measures how many events are sustained beside requests, as a share of those without, 0 to 1.
   *
   * @param requestsPerSecond at each site
   */
  public double shareBeside(double requestsPerSecond) throws InterruptedException {
    double atAll = requestsPerSecond * lab.sites().size();
    return beside(Requests.during(length.toMillis() / 1e3, atAll)) / perSecond;
  }

  /** Returns what was measured last, in events per second. */
  public double perSecond() {
    return perSecond;
  }
}
