package io.windsock.gateway.core;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The cyclic set of queues that one sweeper scans (the paper, section 3.3, after Varghese and
 * Lauck's hashed timing wheel). A call is in the queue of the sweep at which it is due; one that is
 * due in a later round stays there when its queue is scanned. The paper's wheel holds calls for
 * half of one deadline; rounds allow any deadline. Nothing is due early, and nothing more than a
 * sweep late if the sweeper is on time. Owned by the core's thread. Not final, so that tests can
 * put in a faulty one.
 */
class Wheel {
  /** The most queues. */
  static final int MAX_QUEUES = 4_096;

  private final long sweepNs;
  private final long originNs;
  private final int queues;

  /** The first call of each queue, and last that of the calls being scanned. */
  private final @Nullable Pending[] first;

  private long sweep;
  private int size;

  /**
   * Creates an empty wheel.
   *
   * @param sweepNs the time between sweeps, ns
   * @param queues how many queues
   * @param nowNs the time
   */
  Wheel(long sweepNs, int queues, long nowNs) {
    this.sweepNs = sweepNs;
    this.queues = Math.min(queues, MAX_QUEUES);
    this.originNs = nowNs;
    this.first = new Pending[this.queues + 1];
  }

  /** Returns the paper's number of queues: half of the deadline over the sweep, plus one. */
  static int queues(long deadlineNs, long sweepNs) {
    return (int) Math.min(MAX_QUEUES, sweeps(deadlineNs / 2, sweepNs) + 1);
  }

  private static long sweeps(long ns, long sweepNs) {
    return -Math.floorDiv(-ns, sweepNs);
  }

  /** Returns how many calls are queued. */
  int size() {
    return size;
  }

  /** Makes a call due at the first sweep at or after {@code dueNs}, and at no other. */
  void schedule(Pending call, long dueNs) {
    cancel(call);
    call.dueSweep = Math.max(sweep + 1, dueSweep(dueNs));
    push(call, (int) (call.dueSweep % queues));
  }

  /** Returns the number of the first sweep at or after {@code dueNs}. */
  long dueSweep(long dueNs) {
    return sweeps(dueNs - originNs, sweepNs);
  }

  /** Removes a call, if it is queued. */
  void cancel(Pending call) {
    if (call.queue >= 0) {
      unlink(call);
    }
  }

  /** Scans the queues of the sweeps that are due; each due call is removed and passed on. */
  void advance(long nowNs, Consumer<Pending> due) {
    long from = sweep;
    sweep = Math.max(sweep, Math.floorDiv(nowNs - originNs, sweepNs));
    long scans = Math.min(sweep - from, queues);
    for (long i = 1; i <= scans; i++) {
      scan((int) ((from + i) % queues), due);
    }
  }

  private void scan(int queue, Consumer<Pending> due) {
    for (Pending call = first[queue]; call != null; call = first[queue]) {
      unlink(call);
      push(call, queues);
    }
    for (Pending call = first[queues]; call != null; call = first[queues]) {
      unlink(call);
      if (call.dueSweep <= sweep) {
        due.accept(call);
      } else {
        push(call, queue);
      }
    }
  }

  private void push(Pending call, int queue) {
    Pending next = first[queue];
    call.queue = queue;
    call.next = next;
    if (next != null) {
      next.previous = call;
    }
    first[queue] = call;
    size++;
  }

  private void unlink(Pending call) {
    Pending previous = call.previous;
    Pending next = call.next;
    if (previous == null) {
      first[call.queue] = next;
    } else {
      previous.next = next;
    }
    if (next != null) {
      next.previous = previous;
    }
    call.previous = null;
    call.next = null;
    call.queue = -1;
    size--;
  }
}
