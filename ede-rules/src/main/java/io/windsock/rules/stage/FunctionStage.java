package io.windsock.rules.stage;

import io.windsock.contracts.schema.EventCodec;
import io.windsock.rules.EventFunction;
import io.windsock.rules.history.Event;
import io.windsock.rules.history.KeyHistory;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An {@link EventFunction}, asked about each event: one that decides on mirroring is a stage, one
 * that decides on forwarding is asked by itself. Keeps the function's numbers and, behind them, how
 * many updates of a key the mirrors are missing because of it and since when.
 */
public final class FunctionStage implements Stage {
  private static final Logger LOG = LoggerFactory.getLogger(FunctionStage.class);

  private final int slot;
  private final EventFunction function;
  private final int numbers;
  private final AtomicLong failures = new AtomicLong();

  /**
   * A stage that asks {@code function}.
   *
   * @param slot its first slot
   */
  public FunctionStage(int slot, EventFunction function) {
    this.slot = slot;
    this.function = function;
    this.numbers = function.numbers();
  }

  @Override
  public int slots() {
    return numbers + 2;
  }

  @Override
  public int missingSlot() {
    return numbers;
  }

  @Override
  public void decide(KeyHistory history, Event event, Effects effects) {
    if (event.derived() || sends(history, event, effects.codec)) {
      effects.pass(event);
    } else {
      effects.supersede(event);
    }
  }

  /** What the function says of an event that may be superseded. */
  boolean sends(KeyHistory history, Event event, EventCodec codec) {
    long[] memory = new long[numbers];
    for (int i = 0; i < numbers; i++) {
      memory[i] = history.get(slot + i);
    }
    long[] before = memory.clone();
    boolean sends = ask(new DecodedEvent(event, codec), memory);
    if (!Arrays.equals(before, memory)) {
      for (int i = 0; i < numbers; i++) {
        history.set(slot + i, memory[i]);
      }
    }
    return sends;
  }

  private boolean ask(DecodedEvent event, long[] memory) {
    try {
      return function.sends(event, memory);
    } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
      // Such an error is the function's too: a class that it needs is missing, say.
      long failed = failures.incrementAndGet();
      if (Long.bitCount(failed) == 1) {
        LOG.error(
            "function '{}' failed {} times, now by {}{}; the event is sent",
            function.name(),
            failed,
            e,
            place(e),
            e);
      }
      return true;
    }
  }

  /** Where it was thrown: a log that leaves out traces shows this still. */
  private static String place(Throwable e) {
    StackTraceElement[] trace = e.getStackTrace();
    return trace.length == 0 ? "" : " at " + trace[0];
  }
}
