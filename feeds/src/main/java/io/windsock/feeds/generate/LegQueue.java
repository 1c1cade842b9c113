package io.windsock.feeds.generate;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The legs that have begun and not ended, the one with the next event first; of two at the same
 * time the one with the lower number. A binary heap with the times beside the legs, because with
 * many legs a queue of objects spends its time fetching them. Not safe for use by two threads.
 */
final class LegQueue {
  private static final int ROOM = 1_024;

  private long[] timesMs = new long[ROOM];
  private @Nullable LegCursor[] legs = new LegCursor[ROOM];
  private int size;

  int size() {
    return size;
  }

  /** Event time of the next event of all; {@link Long#MAX_VALUE}: there is none. */
  long nextMs() {
    return size == 0 ? Long.MAX_VALUE : timesMs[0];
  }

  /** The leg that has it; only while there is one. */
  LegCursor first() {
    return legs[0];
  }

  void add(LegCursor leg) {
    if (size == legs.length) {
      timesMs = Arrays.copyOf(timesMs, size * 2);
      legs = Arrays.copyOf(legs, size * 2);
    }
    int hole = size++;
    long timeMs = leg.nextMs();
    while (hole > 0) {
      int parent = (hole - 1) >>> 1;
      if (!before(timeMs, leg, parent)) {
        break;
      }
      move(parent, hole);
      hole = parent;
    }
    set(hole, timeMs, leg);
  }

  /** Puts the first leg where its next event, after one was taken, belongs; or out at its end. */
  void settleFirst() {
    LegCursor leg = legs[0];
    long timeMs = leg.nextMs();
    if (timeMs == Long.MAX_VALUE) {
      leg = legs[--size];
      timeMs = timesMs[size];
      set(size, 0, null);
      if (size == 0) {
        return;
      }
    }
    int hole = 0;
    for (int child = 1; child < size; child = 2 * hole + 1) {
      if (child + 1 < size && before(timesMs[child + 1], legs[child + 1], child)) {
        child++;
      }
      if (before(timeMs, leg, child)) {
        break;
      }
      move(child, hole);
      hole = child;
    }
    set(hole, timeMs, leg);
  }

  private boolean before(long timeMs, LegCursor leg, int other) {
    return timeMs < timesMs[other]
        || (timeMs == timesMs[other] && leg.number() < legs[other].number());
  }

  private void move(int from, int to) {
    timesMs[to] = timesMs[from];
    legs[to] = legs[from];
  }

  private void set(int place, long timeMs, @Nullable LegCursor leg) {
    timesMs[place] = timeMs;
    legs[place] = leg;
  }

  void clear() {
    Arrays.fill(legs, 0, size, null);
    size = 0;
  }
}
