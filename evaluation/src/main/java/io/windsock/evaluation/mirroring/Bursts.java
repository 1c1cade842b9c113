package io.windsock.evaluation.mirroring;

import io.windsock.evaluation.experiment.Experiment.Moment;
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

  /**
   * Returns the highest value that a measure has at the end of a pause after a burst: in the second
   * before the next burst and in the last one, or in the latest one before that has a value.
   *
   * @return 0 if there is no value at all
   */
  double afterPauses(List<Moment> line, String measure) {
    double highest = 0;
    for (int end = 1; end <= seconds(); end++) {
      boolean afterPause = end == seconds() || (beginsAt(end) && end > pauseSeconds);
      if (afterPause) {
        highest = Math.max(highest, latest(line, measure, end));
      }
    }
    return highest;
  }

  private static double latest(List<Moment> line, String measure, double end) {
    double latest = 0;
    for (Moment moment : line) { // in order
      if (moment.measure().equals(measure) && moment.seconds() < end) {
        latest = moment.value();
      }
    }
    return latest;
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
