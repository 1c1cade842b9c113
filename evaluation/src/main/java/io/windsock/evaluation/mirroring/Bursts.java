package io.windsock.evaluation.mirroring;

import io.windsock.evaluation.plot.Band;
import java.util.ArrayList;
import java.util.List;

/**
 * Bursts of requests with pauses around them. Immutable.
 *
 * @param count number of bursts
 * @param burstSeconds length of each
 * @param pauseSeconds length of the pauses before, between and after
 */
record Bursts(int count, int burstSeconds, int pauseSeconds) {
  /** Returns the total length, in seconds. */
  int seconds() {
    return count * (burstSeconds + pauseSeconds) + pauseSeconds;
  }

  /** Whether a burst begins at this second. */
  boolean beginsAt(int second) {
    return second < seconds() - pauseSeconds
        && second % (burstSeconds + pauseSeconds) == pauseSeconds;
  }

  /** Whether a moment, in seconds, is within a burst. */
  boolean contains(double moment) {
    return bands().stream().anyMatch(burst -> burst.from() <= moment && moment < burst.to());
  }

  /** Returns the bursts as spans of a time axis. */
  List<Band> bands() {
    List<Band> bands = new ArrayList<>();
    for (int second = 0; second < seconds(); second++) {
      if (beginsAt(second)) {
        bands.add(new Band(second, second + burstSeconds, "burst"));
      }
    }
    return bands;
  }
}
