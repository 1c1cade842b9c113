package io.windsock.feeds.replay;

import io.windsock.feeds.FeedEvent;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;

/**
 * Tracks the events between the replay and the brokers: those in flight, those settled
 * (acknowledged, or reported as faults), and the first failure. Bounds the number and bytes in
 * flight.
 *
 * <p>The replaying thread begins deliveries; any thread settles them.
 */
final class Deliveries {
  private static final long NS_PER_MS = 1_000_000;
  private static final int MAX_REFUSALS_HELD = 10_000;

  /** The first failure. */
  record Failure(long number, Throwable cause) {}

  private final int capacity;
  private final long maxBytes;
  private final long[] recordedMs;
  private final boolean[] isSettled;
  private final Runnable onFailure;
  private final Queue<ReplayFault> refusals = new ArrayDeque<>();
  private long begun;
  private long settledThrough;
  private long settledThroughMs = ReplayProgress.NONE;
  private long settled;
  private long acked;
  private long bytes;
  private boolean interrupted;
  private @Nullable Failure failure;

  /** Whether a refused event may be waiting to be reported. */
  private volatile boolean refused;

  /**
   * Creates room for {@code capacity} events and {@code maxBytes} bytes; a single larger event is
   * allowed.
   *
   * @param onFailure called when an event fails, by the thread that reports it
   */
  Deliveries(int capacity, long maxBytes, Runnable onFailure) {
    this.onFailure = onFailure;
    this.capacity = capacity;
    this.maxBytes = maxBytes;
    recordedMs = new long[capacity];
    isSettled = new boolean[capacity];
  }

  /**
   * Begins the delivery of an event, waiting for room.
   *
   * @return the event's number, from 1; 0 if the replay was stopped or failed meanwhile
   */
  synchronized long begin(long eventMs, int size) throws InterruptedException {
    while (failure == null && !interrupted && full(size)) {
      wait();
    }
    if (failure != null || interrupted) {
      return 0;
    }
    begun++;
    bytes += size;
    recordedMs[slot(begun)] = eventMs;
    isSettled[slot(begun)] = false;
    return begun;
  }

  private boolean full(int size) {
    long events = begun - settledThrough;
    return events == capacity || (events > 0 && bytes + size > maxBytes);
  }

  private int slot(long number) {
    return (int) (number % capacity);
  }

  synchronized void acknowledge(long number, int size) {
    acked++;
    settle(number, size);
  }

  /** Records that the brokers or the producer reject the event; others may succeed. */
  synchronized void refuse(ReplayFault fault, int size) {
    if (refusals.size() == MAX_REFUSALS_HELD) {
      fail(fault.number(), size, new IllegalStateException("refused events pile up: " + fault));
      return;
    }
    refusals.add(fault);
    refused = true;
    settle(fault.number(), size);
  }

  /**
   * Records that the event may or may not have been stored, so the replay can't continue. Only the
   * first failure is kept.
   */
  void fail(long number, int size, Throwable cause) {
    synchronized (this) {
      if (failure == null) {
        failure = new Failure(number, cause);
      }
      bytes -= size;
      notifyAll();
    }
    onFailure.run();
  }

  private void settle(long number, int size) {
    bytes -= size;
    settled++;
    isSettled[slot(number)] = true;
    while (settledThrough < begun && isSettled[slot(settledThrough + 1)]) {
      settledThrough++;
      isSettled[slot(settledThrough)] = false;
      settledThroughMs = Math.max(settledThroughMs, recordedMs[slot(settledThrough)]);
    }
    notifyAll();
  }

  /** Interrupts all waiting for room. */
  synchronized void interrupt() {
    interrupted = true;
    notifyAll();
  }

  /**
   * Waits until every event is settled.
   *
   * @param evenIfInterrupted whether to keep waiting after the replay was stopped
   * @return whether they are; false if one failed or the time ran out
   */
  synchronized boolean awaitSettled(Duration atMost, boolean evenIfInterrupted)
      throws InterruptedException {
    long until = System.nanoTime() + atMost.toNanos();
    long left = atMost.toNanos();
    while (failure == null
        && settledThrough < begun
        && left > 0
        && (evenIfInterrupted || !interrupted)) {
      wait(left / NS_PER_MS + 1);
      left = until - System.nanoTime();
    }
    return settledThrough == begun;
  }

  synchronized @Nullable Failure failure() {
    return failure;
  }

  /** Returns the next unreported refused event; null if there is none. */
  @Nullable ReplayFault nextRefusal() {
    return refused ? pollRefusal() : null;
  }

  private synchronized @Nullable ReplayFault pollRefusal() {
    ReplayFault next = refusals.poll();
    refused = next != null;
    return next;
  }

  synchronized long acked() {
    return acked;
  }

  /** Returns the number of events, from the first, that are all settled. */
  synchronized long settledThrough() {
    return settledThrough;
  }

  /**
   * Returns the newest event time in the recording among those; {@link ReplayProgress#NONE} if
   * there are none.
   */
  synchronized long settledThroughMs() {
    return settledThroughMs;
  }

  /** Returns the number of events begun but not settled: in flight or failed. */
  synchronized long unsettled() {
    return begun - settled;
  }

  /** The delivery of one event; the producer reports its outcome exactly once. */
  record Delivery(Deliveries deliveries, long number, FeedEvent event, int bytes)
      implements Callback {
    @Override
    public void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception exception) {
      if (exception == null) {
        deliveries.acknowledge(number, bytes);
      } else if (exception instanceof RecordTooLargeException) {
        deliveries.refuse(ReplayFault.of(number, event, exception.getMessage()), bytes);
      } else {
        deliveries.fail(number, bytes, exception);
      }
    }
  }
}
