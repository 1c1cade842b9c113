package io.windsock.site.subscribe;

import io.micrometer.core.instrument.Counter;
import io.windsock.platform.telemetry.Metric;
import io.windsock.platform.telemetry.Metrics;
import io.windsock.site.update.UpdateBatch;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What waits for the hub's thread: batches from the apply thread, and commands and receipts from
 * the event loops. Never makes the apply thread wait; when the hub falls behind, the batches are
 * conflated by key, and in the end dropped, which the hub is told.
 */
final class Inbox {
  /** The bounds as shipped. */
  static final Bounds STANDARD = new Bounds(20_000, 200_000, 2_000_000);

  /** Rounds that may be with the event loops before the next is begun. */
  static final int MAX_IN_FLIGHT = 4;

  /**
   * What there is to do.
   *
   * @param commands of event loops, in order; before the round
   * @param round batches; null: none
   * @param overrun whether batches before the round were dropped
   */
  record Work(List<Runnable> commands, @Nullable PendingBatches round, boolean overrun) {}

  /**
   * The bounds.
   *
   * @param conflateAbove updates waiting above which they are conflated
   * @param maxKeys keys waiting at which all is dropped
   * @param maxEvents event records waiting at which all is dropped
   */
  record Bounds(int conflateAbove, int maxKeys, int maxEvents) {}

  private final int views;
  private final Bounds bounds;
  private final Counter conflatedUpdates;
  private List<Runnable> commands = new ArrayList<>();
  private PendingBatches round;
  private boolean overrun;
  private int inFlight;
  private boolean closed;

  Inbox(int views, Bounds bounds, Metrics metrics) {
    this.views = views;
    this.bounds = bounds;
    round = new PendingBatches(views);
    conflatedUpdates = metrics.counter(Metric.HUB_CONFLATED);
    metrics.gauge(Metric.HUB_PENDING, this, Inbox::pending);
  }

  /** A batch. Apply thread. */
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

  /** Something for the hub's thread to run. Any thread. */
  synchronized void command(Runnable command) {
    commands.add(command);
    notifyAll();
  }

  /** A round has been handed to all connections. Event loops. */
  synchronized void delivered() {
    inFlight--;
    notifyAll();
  }

  /** Waits for something to do; null once it is closed. Hub thread. */
  synchronized @Nullable Work take() throws InterruptedException {
    while (!closed && commands.isEmpty() && !roundDue()) {
      wait();
    }
    if (closed) {
      return null;
    }
    List<Runnable> taken = commands;
    commands = new ArrayList<>();
    if (!roundDue()) {
      return new Work(taken, null, false);
    }
    Work work = new Work(taken, round, overrun);
    round = new PendingBatches(views);
    overrun = false;
    inFlight++;
    return work;
  }

  private boolean roundDue() {
    return !round.isEmpty() && inFlight < MAX_IN_FLIGHT;
  }

  synchronized void close() {
    closed = true;
    notifyAll();
  }

  private synchronized int pending() {
    return round.updates();
  }
}
