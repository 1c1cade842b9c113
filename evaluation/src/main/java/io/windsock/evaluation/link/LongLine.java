package io.windsock.evaluation.link;

import io.windsock.evaluation.line.LineCondition;
import java.util.Arrays;
import java.util.List;

/**
 * A line between two sites.
 *
 * @param roundTripMs its round trip, ms
 * @param mbitPerSecond the rate of each direction, in 10⁶ bit/s
 * @param lostPercent how many of a hundred packets get lost
 */
record LongLine(int roundTripMs, int mbitPerSecond, int lostPercent) {
  private static final int KBIT_PER_MBIT = 1_000;
  private static final int PER_MILLE = 10;
  private static final double BYTES_PER_MBIT = 125_000;

  /** Returns the lines of all experiments. */
  static List<LongLine> all() {
    return Arrays.stream(LineGroup.values()).flatMap(group -> group.lines().stream()).toList();
  }

  LineCondition condition() {
    return new LineCondition(roundTripMs, mbitPerSecond * KBIT_PER_MBIT, lostPercent * PER_MILLE);
  }

  /** Returns how many bytes per second are a share of its rate. */
  double bytesPerSecond(double percent) {
    return percent / 100 * mbitPerSecond * BYTES_PER_MBIT;
  }

  String text() {
    String text = "%d ms, %d Mbit/s".formatted(roundTripMs, mbitPerSecond);
    return lostPercent == 0 ? text : "%s, %d %% lost".formatted(text, lostPercent);
  }

  /** Returns the name of its chart. */
  String chart() {
    return "p99-%d-ms-%d-mbit".formatted(roundTripMs, mbitPerSecond);
  }
}
