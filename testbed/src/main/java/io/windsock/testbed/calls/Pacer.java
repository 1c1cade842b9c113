package io.windsock.testbed.calls;

import io.windsock.contracts.query.Answer.Status;
import io.windsock.testbed.calls.plan.CallSchedule;
import io.windsock.testbed.calls.plan.Questions;
import io.windsock.testbed.calls.tally.Tally;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Sends each call at its scheduled time, regardless of earlier ones. The caller's thread does so;
 * it wakes up at most every 500 µs, and then sends all that is due: waking up costs more than a
 * call.
 */
final class Pacer {
  private static final long MIN_PARK_NS = 500_000;

  /** The longest time until it notices that it is to stop. */
  private static final long MAX_PARK_NS = 50_000_000;

  private final CallSchedule schedule;
  private final Questions questions;
  private final Requester requester;
  private final Tally tally;
  private final long deadlineNs;

  /**
   * Creates a pacer.
   *
   * @param tally counts the calls, but for those due before its start
   * @param deadlineNs within which a call is to be answered, from its intended time
   */
  Pacer(
      CallSchedule schedule,
      Questions questions,
      Requester requester,
      Tally tally,
      long deadlineNs) {
    this.schedule = schedule;
    this.questions = questions;
    this.requester = requester;
    this.tally = tally;
    this.deadlineNs = deadlineNs;
  }

  /** When to end. */
  interface End {
    /** Returns whether a call is beyond the end. Called once for each call, in their order. */
    boolean isBeyond(long intendedNs);
  }

  /**
   * Sends calls until the end.
   *
   * @param startNs the beginning of the schedule, in terms of {@link System#nanoTime}
   * @param stopped whether to stop early
   */
  void run(long startNs, End end, BooleanSupplier stopped) {
    long intendedNs = startNs + schedule.nextNs();
    // Looked at for each call: a pacer that is behind its schedule never parks.
    while (!stopped.getAsBoolean() && !end.isBeyond(intendedNs)) {
      long nowNs = System.nanoTime();
      while (nowNs < intendedNs) {
        long leftNs = Math.min(MAX_PARK_NS, intendedNs - nowNs);
        LockSupport.parkNanos(Math.max(MIN_PARK_NS, leftNs));
        nowNs = System.nanoTime();
        if (stopped.getAsBoolean()) {
          return;
        }
      }
      tally.sent(intendedNs, nowNs);
      requester.ask(questions.next(), intendedNs + deadlineNs, new Outcome(intendedNs));
      intendedNs = startNs + schedule.nextNs();
    }
  }

  /** Takes the outcomes of one call, of which there should be one. */
  private final class Outcome implements Consumer<Status> {
    private final long intendedNs;
    private boolean done;

    Outcome(long intendedNs) {
      this.intendedNs = intendedNs;
    }

    @Override
    public void accept(Status status) {
      if (done) {
        tally.duplicate();
      } else {
        done = true;
        tally.outcome(intendedNs, status, System.nanoTime());
      }
    }
  }
}
