package io.windsock.client;

import io.windsock.contracts.query.Answer.Status;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** Counts the calls of a client, and bounds those pending. Any thread may use it. */
final class Counters {
  private final int maxPending;
  private final AtomicInteger pending = new AtomicInteger();
  private final LongAdder answered = new LongAdder();
  private final LongAdder late = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final LongAdder redundant = new LongAdder();

  Counters(int maxPending) {
    this.maxPending = maxPending;
  }

  /** Counts a call as pending. Returns false, and does not count it, if there are too many. */
  boolean admit() {
    if (pending.incrementAndGet() <= maxPending) {
      return true;
    }
    pending.decrementAndGet();
    refused.increment();
    return false;
  }

  /** An admitted call was not taken, or was cancelled by its caller. */
  void withdrawn() {
    pending.decrementAndGet();
  }

  /** An admitted call has its outcome. */
  void outcome(Status status) {
    pending.decrementAndGet();
    LongAdder count = status.isFinal() ? answered : status == Status.LATE ? late : refused;
    count.increment();
  }

  void redundant() {
    redundant.increment();
  }

  ClientStats stats() {
    return new ClientStats(
        pending.get(), answered.sum(), late.sum(), refused.sum(), redundant.sum());
  }
}
