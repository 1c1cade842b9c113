package io.windsock.site.http.sse;

import io.micrometer.core.instrument.Counter;
import io.windsock.site.apply.UpdateBatch;
import io.windsock.site.metrics.Metric;
import io.windsock.site.metrics.SiteMetrics;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What waits for the hub's thread: batches from the apply thread, and commands and receipts from
 * the event loops. Never makes the apply thread wait; when the hub falls behind, the batches are
 * conflated by key, and in the end dropped, which the hub is told.
 */
final class Inbox {
  /** Updates waiting above which they are conflated. */
  static final int CONFLATE_ABOVE = 20_000;

  /** Keys waiting at which all is dropped. */
  static final int MAX_KEYS = 200_000;

  /** Event records waiting at which all is dropped. */
  static final int MAX_EVENTS = 2_000_000;

  /** Rounds that may be with the event loops before the next is begun. */
  static final int MAX_IN_FLIGHT = 4;

  /**
   * What there is to do.
   *
   * @param commands of event loops, in order; before the round
   * @param round batches; null: none
   * @param overrun whether batches before the round were dropped
   */
  record Work(List<Runnable> commands, @Nullable Round round, boolean overrun) {}

  private final int views;
  private final Counter conflatedUpdates;
  private List<Runnable> commands = new ArrayList<>();
  private Round round;
  private boolean overrun;
  private int inFlight;
  private boolean closed;

  Inbox(int views, SiteMetrics metrics) {
    this.views = views;
    round = new Round(views);
    conflatedUpdates = metrics.counter(Metric.HUB_CONFLATED);
    metrics.gauge(Metric.HUB_PENDING, this, Inbox::pending);
  }

  /** A batch. Apply thread. */
  synchronized void offer(UpdateBatch batch) {
    int before = round.updates() + batch.size();
    round.add(batch);
    if (round.isConflated()) {
      conflatedUpdates.increment(Math.max(0, before - round.updates()));
    } else if (round.updates() > CONFLATE_ABOVE) {
      conflatedUpdates.increment(round.conflate());
    }
    if (round.updates() > MAX_KEYS || round.events() > MAX_EVENTS) {
      round = new Round(views);
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
    round = new Round(views);
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
