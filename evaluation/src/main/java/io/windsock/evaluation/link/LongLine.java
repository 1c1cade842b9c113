package io.windsock.evaluation.link;

import java.util.ArrayList;
import java.util.List;

/**
 * A line between two sites.
 *
 * @param roundTripMs its round trip, ms
 * @param mbitPerSecond the rate of each direction, in 10⁶ bit/s
 */
record LongLine(int roundTripMs, int mbitPerSecond) {
  private static final int KBIT_PER_MBIT = 1_000;
  private static final double BYTES_PER_MBIT = 125_000;

  /** Returns the lines of the experiment: round trips of 20, 100 and 500 ms, 10 and 100 Mbit/s. */
  static List<LongLine> all() {
    List<LongLine> lines = new ArrayList<>();
    for (int mbit : new int[] {10, 100}) {
      for (int ms : new int[] {20, 100, 500}) {
        lines.add(new LongLine(ms, mbit));
      }
    }
    return lines;
  }

  int kbitPerSecond() {
    return mbitPerSecond * KBIT_PER_MBIT;
  }

  /** Returns how many bytes per second are a share of its rate. */
  double bytesPerSecond(double percent) {
    return percent / 100 * mbitPerSecond * BYTES_PER_MBIT;
  }

  String text() {
    return "%d ms, %d Mbit/s".formatted(roundTripMs, mbitPerSecond);
  }
}
