package io.windsock.feeds.generate;

/** What crew control says of one leg and when, in order of time. Immutable once built. */
final class CrewTimeline {
  private static final long MINUTE = 60_000;
  private static final int MOST = 5;
  private static final int ONE_IN_SHORT = 33;

  private final String[] status = new String[MOST];
  private final int[] onBoard = new int[MOST];
  private final long[] times = new long[MOST];
  private int size;

  static CrewTimeline of(Leg leg) {
    CrewTimeline timeline = new CrewTimeline();
    LegTimes times = leg.times();
    long spread = Math.floorMod(leg.seed() >> 8, 3 * MINUTE);
    timeline.add("ASSIGNED", 0, times.publishedMs() + MINUTE + spread);
    if (leg.flown()) {
      int crew = leg.load().crew();
      timeline.add("CHECKED_IN", 0, times.outMs() - 75 * MINUTE - spread);
      if (Math.floorMod(leg.seed() >> 16, ONE_IN_SHORT) == 0) {
        timeline.add("SHORT", crew - 1, times.outMs() - 64 * MINUTE);
      }
      timeline.add("ON_BOARD", crew - 1, times.outMs() - 52 * MINUTE - spread);
      timeline.add("ON_BOARD", crew, times.outMs() - 42 * MINUTE);
    }
    return timeline;
  }

  private void add(String symbol, int aboard, long timeMs) {
    status[size] = symbol;
    onBoard[size] = aboard;
    times[size++] = timeMs;
  }

  int size() {
    return size;
  }

  /** Symbol of CrewStatus. */
  String status(int index) {
    return status[index];
  }

  int onBoard(int index) {
    return onBoard[index];
  }

  long timeMs(int index) {
    return times[index];
  }

  /** How many of its events lie before {@code timeMs}. */
  int before(long timeMs) {
    int count = 0;
    while (count < size && times[count] < timeMs) {
      count++;
    }
    return count;
  }
}
