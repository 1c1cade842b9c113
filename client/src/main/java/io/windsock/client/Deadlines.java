package io.windsock.client;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The deadlines of pending calls, which one sweeper watches: a cyclic set of queues, one a sweep
 * (Friedman and Birman, section 3.3). A call that is due in a later round stays in its queue. No
 * call is due early, and none more than a sweep late if the sweeper is on time. Owned by the event
 * loop.
 */
final class Deadlines {
  static final int NOT_QUEUED = -1;

  /** The number of queues. */
  static final int QUEUES = 1024;

  private final long sweepNs;
  private final long originNs;
  private final @Nullable PendingCall[] first = new PendingCall[QUEUES];
  private long sweep;

  /**
   * Creates an empty set.
   *
   * @param sweepNs the time between two sweeps, ns
   * @param nowNs the time
   */
  Deadlines(long sweepNs, long nowNs) {
    this.sweepNs = sweepNs;
    this.originNs = nowNs;
  }

  /** Adds a call, which is due at the first sweep at or after its deadline. */
  void add(PendingCall call) {
    long due = -Math.floorDiv(originNs - call.deadlineNs, sweepNs);
    call.dueSweep = Math.max(sweep + 1, due);
    int queue = (int) (call.dueSweep % QUEUES);
    PendingCall after = first[queue];
    call.queue = queue;
    call.later = after;
    if (after != null) {
      after.earlier = call;
    }
    first[queue] = call;
  }

  /** Removes a call, if it is queued. */
  void remove(PendingCall call) {
    if (call.queue == NOT_QUEUED) {
      return;
    }
    PendingCall before = call.earlier;
    PendingCall after = call.later;
    if (before == null) {
      first[call.queue] = after;
    } else {
      before.later = after;
    }
    if (after != null) {
      after.earlier = before;
    }
    call.earlier = null;
    call.later = null;
    call.queue = NOT_QUEUED;
  }

  /** Removes the calls that are due, and passes each on. No call may be added meanwhile. */
  void advance(long nowNs, Consumer<PendingCall> due) {
    long from = sweep;
    sweep = Math.max(sweep, Math.floorDiv(nowNs - originNs, sweepNs));
    long scans = Math.min(sweep - from, QUEUES);
    for (long i = 1; i <= scans; i++) {
      scan((int) ((from + i) % QUEUES), due);
    }
  }

  private void scan(int queue, Consumer<PendingCall> due) {
    PendingCall call = first[queue];
    while (call != null) {
      PendingCall after = call.later;
      if (call.dueSweep <= sweep) {
        remove(call);
        due.accept(call);
      }
      call = after;
    }
  }
}
