package io.windsock.evaluation.bench;

import io.windsock.evaluation.experiment.Notes;
import io.windsock.evaluation.lab.Function;
import io.windsock.evaluation.lab.HighestLoad;
import io.windsock.evaluation.lab.Lab;
import java.util.Locale;

/**
 * The highest rate at which the central node keeps up with simple mirroring. It changes within
 * minutes, at least on a shared machine, so it can be searched for again. One thread owns it.
 */
public final class FullLoad {
  /** The rate of events of a run, as a measure: events per second. */
  public static final String EVENTS = "eventsPerSecond";

  private final Lab lab;
  private final int mirrors;
  private final HighestLoad search;
  private final Notes about;
  private double perSecond;
  private double lowest = Double.MAX_VALUE;
  private double highest;

  FullLoad(Lab lab, int mirrors, HighestLoad search, Notes about) {
    this.lab = lab;
    this.mirrors = mirrors;
    this.search = search;
    this.about = about;
  }

  /** Searches for it for the first time, in events per second. */
  void find(double first, boolean quick) throws InterruptedException {
    perSecond = quick ? search.roughly(first) : search.from(first);
    about.setting(
        "events that simple mirroring sustains", String.format(Locale.ROOT, "%,.0f/s", perSecond));
  }

  /** Searches for it again, from what it was; simple mirroring is then in force. */
  public void findAgain() throws InterruptedException {
    lab.use(Function.SIMPLE, mirrors);
    perSecond = search.roughly(perSecond);
    lowest = Math.min(lowest, perSecond);
    highest = Math.max(highest, perSecond);
    about.setting(
        "the same, before each round",
        String.format(Locale.ROOT, "%,.0f to %,.0f/s", lowest, highest));
  }

  /** Returns what was found last, in events per second. */
  public double perSecond() {
    return perSecond;
  }
}
