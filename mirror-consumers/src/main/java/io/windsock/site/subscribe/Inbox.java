package io.windsock.site.subscribe;

import io.micrometer.core.instrument.Counter;
import io.windsock.platform.telemetry.Metric;
import io.windsock.platform.telemetry.Metrics;
import io.windsock.site.update.UpdateBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The hub thread's input: batches from the apply thread, and commands and receipts from the event
 * loops. It never blocks the apply thread. A {@link Pace} says when the next round is due. If the
 * hub falls behind, batches are conflated by key and finally dropped, which is reported to the hub.
 */
final class Inbox {
  /** The default bounds. */
  static final Bounds STANDARD = new Bounds(20_000, 200_000, 2_000_000);

  /** The most rounds that event loops may hold before the next one begins. */
  static final int MAX_IN_FLIGHT = 4;

  private static final double NS_PER_SECOND = 1e9;

  /**
   * Work for the hub's thread.
   *
   * @param commands the event loops' commands in order, to be run before the round
   * @param round the batches; null if there are none
   * @param overrun whether batches before the round were dropped
   */
  record Work(List<Runnable> commands, @Nullable PendingBatches round, boolean overrun) {}

  /**
   * Bounds of the inbox.
   *
   * @param conflateAbove the number of waiting updates above which they are conflated
   * @param maxKeys the number of waiting keys at which all batches are dropped
   * @param maxEvents the number of waiting event records at which all batches are dropped
   */
  record Bounds(int conflateAbove, int maxKeys, int maxEvents) {}

  private final int views;
  private final Bounds bounds;
  private final Counter conflatedUpdates;
  private List<Runnable> commands = new ArrayList<>();
  private PendingBatches round;
  private boolean overrun;
  private final Pace pace = new Pace();
  private int inFlight;
  private boolean closed;

  Inbox(int views, Bounds bounds, Metrics metrics) {
    this.views = views;
    this.bounds = bounds;
    round = new PendingBatches(views);
    conflatedUpdates = metrics.counter(Metric.HUB_CONFLATED);
    metrics.gauge(Metric.HUB_PENDING, this, Inbox::pending);
    metrics.gauge(Metric.HUB_ROUND, this, Inbox::roundSeconds);
  }

  /** Adds a batch. Apply thread. */
  synchronized void offer(UpdateBatch batch) {
    int before = round.updates() + batch.size();
    round.add(batch);
    if (round.isConflated()) {
      conflatedUpdates.increment(Math.max(0, before - round.updates()));
    } else if (round.updates() > bounds.conflateAbove()) {
      conflatedUpdates.increment(round.conflate());
    }
    if (round.updates() > bounds.maxKeys() || round.events() > bounds.maxEvents()) {
      round = new PendingBatches(views);
      overrun = true;
    }
    notifyAll();
  }

  /** Adds a command for the hub's thread. Any thread. */
  synchronized void command(Runnable command) {
    commands.add(command);
    notifyAll();
  }

  /**
   * Records that a round was handed to all connections, which took the busiest event loop so long.
   * Any thread.
   */
  synchronized void delivered(long tookNs) {
    inFlight--;
    pace.delivered(tookNs);
    notifyAll();
  }

  /** Waits for work. Returns null once the inbox is closed. Hub thread. */
  synchronized @Nullable Work take() throws InterruptedException {
    while (!closed && commands.isEmpty() && !roundDue()) {
      wait(waitMs());
    }
    if (closed) {
      return null;
    }
    List<Runnable> taken = commands;
    commands = new ArrayList<>();
    return roundDue() ? round(taken) : new Work(taken, null, false);
  }

  private Work round(List<Runnable> taken) {
    if (pace.conflates()) {
      conflatedUpdates.increment(round.conflate());
    }
    Work work = new Work(taken, round, overrun);
    round = new PendingBatches(views);
    overrun = false;
    inFlight++;
    pace.begin(System.nanoTime());
    return work;
  }

  private boolean roundDue() {
    return roundPossible() && pace.waitNs(System.nanoTime()) <= 0;
  }

  private boolean roundPossible() {
    return !round.isEmpty() && inFlight < MAX_IN_FLIGHT;
  }

  /** How long to wait for work: until the round that gathers is due; 0: as long as it takes. */
  private long waitMs() {
    long ms = TimeUnit.NANOSECONDS.toMillis(pace.waitNs(System.nanoTime()));
    return roundPossible() ? Math.max(1, ms) : 0;
  }

  synchronized void close() {
    closed = true;
    notifyAll();
  }

  private synchronized int pending() {
    return round.updates();
  }

  private synchronized double roundSeconds() {
    return pace.lengthNs() / NS_PER_SECOND;
  }
}
