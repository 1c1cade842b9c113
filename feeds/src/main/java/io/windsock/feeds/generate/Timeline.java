package io.windsock.feeds.generate;

import java.util.Arrays;

/** The milestones of one leg and when each is told, in order of time. Immutable once built. */
final class Timeline {
  private static final long MINUTE = 60_000;
  private static final int MOST = Milestone.values().length;

  /** A departure this late is announced. */
  static final long ANNOUNCED_DELAY_MS = 15 * MINUTE;

  /** A departure this late is announced a second time. */
  static final long LONG_DELAY_MS = 60 * MINUTE;

  /** How long before push-back boarding begins. */
  static final long BOARDING_LEAD_MS = 40 * MINUTE;

  /** A flight this long tells its estimate once more on the way. */
  static final long TELLS_ON_THE_WAY_MS = 40 * MINUTE;

  private final Milestone[] what = new Milestone[MOST];
  private final long[] times = new long[MOST];
  private int size;

  static Timeline of(Leg leg) {
    Timeline timeline = new Timeline();
    LegTimes times = leg.times();
    timeline.add(Milestone.PUBLISHED, times.publishedMs());
    timeline.add(Milestone.GATE_KNOWN, times.gateKnownMs());
    if (times.delayMs() >= ANNOUNCED_DELAY_MS) {
      timeline.add(Milestone.DELAYED, times.scheduledOutMs() - 46 * MINUTE);
    }
    if (leg.end() == Leg.End.CANCELLED) {
      timeline.add(Milestone.CANCELLED, times.decidedMs());
    } else {
      timeline.addFlight(leg);
    }
    return timeline;
  }

  private void addFlight(Leg leg) {
    LegTimes times = leg.times();
    if (times.delayMs() >= LONG_DELAY_MS) {
      add(Milestone.DELAYED_AGAIN, times.scheduledOutMs() - 4 * MINUTE);
    }
    add(Milestone.BOARDING, times.outMs() - BOARDING_LEAD_MS);
    add(Milestone.OUT, times.outMs());
    add(Milestone.OFF, times.offMs());
    if (times.airborneMs() >= TELLS_ON_THE_WAY_MS) {
      add(Milestone.EN_ROUTE, times.offMs() + times.airborneMs() / 2);
    }
    if (leg.end() == Leg.End.DIVERTED) {
      add(Milestone.DIVERTED, times.decidedMs());
      return;
    }
    // Seconds after touch-down, from the leg's own number: no two legs alike.
    long spread = Math.floorMod(leg.seed(), 30_000L);
    add(Milestone.LANDED, times.onMs() + spread / 10);
    add(Milestone.AT_RUNWAY, times.onMs() + 35_000 + spread);
    add(Milestone.TAXIING, times.onMs() + 85_000 + spread * 2);
    add(Milestone.AT_GATE, times.inMs());
  }

  private void add(Milestone milestone, long timeMs) {
    if (size > 0 && timeMs <= times[size - 1]) {
      throw new IllegalStateException(
          milestone + " at " + timeMs + " is not after " + Arrays.toString(what));
    }
    what[size] = milestone;
    times[size++] = timeMs;
  }

  int size() {
    return size;
  }

  Milestone what(int index) {
    return what[index];
  }

  long timeMs(int index) {
    return times[index];
  }

  /** How many of its milestones lie before {@code timeMs}. */
  int before(long timeMs) {
    int count = 0;
    while (count < size && times[count] < timeMs) {
      count++;
    }
    return count;
  }
}
