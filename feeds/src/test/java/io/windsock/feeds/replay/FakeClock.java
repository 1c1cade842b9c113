package io.windsock.feeds.replay;

import io.windsock.feeds.replay.time.ReplayClock;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/** A clock that moves only while its thread waits, and does what was planned on the way. */
final class FakeClock implements ReplayClock {
  /** Where it starts. */
  static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");

  private static final long NS_PER_MS = 1_000_000;

  private final TreeMap<Long, Runnable> planned = new TreeMap<>();
  private long ns;

  /** Does something when {@code afterMs} have passed since the start. */
  FakeClock at(long afterMs, Runnable action) {
    planned.put(afterMs * NS_PER_MS, action);
    return this;
  }

  /** Ms since the start. */
  double passedMs() {
    return (double) ns / NS_PER_MS;
  }

  @Override
  public long nanoTime() {
    return ns;
  }

  @Override
  public long timeMs() {
    return NOW.toEpochMilli() + ns / NS_PER_MS;
  }

  @Override
  public void park(Object blocker, long parkNs) {
    Map.Entry<Long, Runnable> next = planned.firstEntry();
    long until = ns + parkNs;
    if (next != null && next.getKey() <= until) {
      planned.pollFirstEntry();
      ns = Math.max(ns, next.getKey());
      next.getValue().run();
    } else {
      ns = until;
    }
  }
}
