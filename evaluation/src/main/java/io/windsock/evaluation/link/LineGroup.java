package io.windsock.evaluation.link;

import java.util.List;

/** The lines of one experiment, few enough that it takes an hour at most. */
enum LineGroup {
  /** Lines of 10 Mbit/s. */
  SLOW("link-freshness-10", "Freshness over long lines of 10 Mbit/s", "60 min"),
  /** Lines of 100 Mbit/s. */
  FAST("link-freshness-100", "Freshness over long lines of 100 Mbit/s", "60 min"),
  /** Lines that lose packets. */
  LOSSY("link-freshness-loss", "Freshness over long lines that lose 1 % of the packets", "65 min");

  private final String experiment;
  private final String title;
  private final String time;

  LineGroup(String experiment, String title, String time) {
    this.experiment = experiment;
    this.title = title;
    this.time = time;
  }

  /** Returns the name of the experiment. */
  String experiment() {
    return experiment;
  }

  String title() {
    return title;
  }

  /** Returns about how long it takes. */
  String time() {
    return time;
  }

  /**
   * Returns the lines. Where packets get lost, TCP with Reno or CUBIC achieves about 1.2 · MSS /
   * (RTT · √loss): 7 Mbit/s with 20 ms, and 1.4 with 100 ms. It could not fill a faster line.
   */
  List<LongLine> lines() {
    return switch (this) {
      case SLOW ->
          List.of(new LongLine(20, 10, 0), new LongLine(100, 10, 0), new LongLine(500, 10, 0));
      case FAST ->
          List.of(new LongLine(20, 100, 0), new LongLine(100, 100, 0), new LongLine(500, 100, 0));
      case LOSSY -> List.of(new LongLine(20, 5, 1), new LongLine(100, 1, 1));
    };
  }

  /** Whether packets get lost. */
  boolean isLossy() {
    return this == LOSSY;
  }
}
