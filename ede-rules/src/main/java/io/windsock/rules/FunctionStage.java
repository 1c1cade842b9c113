package io.windsock.rules;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@link Function} or {@link Forwarding}, compiled. Keeps the function's numbers and, behind them,
 * how many updates of a key the mirrors lack because of it and since when.
 */
final class FunctionStage implements Stage {
  private static final Logger LOG = LoggerFactory.getLogger(FunctionStage.class);

  private final int index;
  private final int slot;
  private final EventFunction function;
  private final int numbers;
  private final AtomicLong failures = new AtomicLong();

  FunctionStage(int index, int slot, EventFunction function) {
    this.index = index;
    this.slot = slot;
    this.function = function;
    this.numbers = function.numbers();
  }

  @Override
  public int numbers() {
    return numbers + 2;
  }

  @Override
  public int lackSlot() {
    return slot + numbers;
  }

  @Override
  public long maxHoldMs() {
    return 0;
  }

  @Override
  public Verdict receive(KeyHistory history, Event event, MirroringFunction mirroring) {
    if (event.derived() || sends(history, event, mirroring)) {
      mirroring.withheld().clear(history, index);
      return Verdict.PASS;
    }
    mirroring.withheld().add(history, index, event);
    return Verdict.TAKEN;
  }

  /** What the function says of an event that may be superseded. */
  boolean sends(KeyHistory history, Event event, MirroringFunction mirroring) {
    long[] memory = new long[numbers];
    for (int i = 0; i < numbers; i++) {
      memory[i] = history.number(slot + i);
    }
    long[] before = memory.clone();
    boolean sends = ask(new DecodedEvent(event, mirroring.codec()), memory);
    if (!Arrays.equals(before, memory)) {
      for (int i = 0; i < numbers; i++) {
        history.number(slot + i, memory[i]);
      }
    }
    return sends;
  }

  private boolean ask(DecodedEvent event, long[] memory) {
    try {
      return function.sends(event, memory);
    } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
      // Such an error is the function's too: a class that it needs is not there, say.
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

  /** Where it was thrown: a log that leaves out traces tells this still. */
  private static String place(Throwable e) {
    StackTraceElement[] trace = e.getStackTrace();
    return trace.length == 0 ? "" : " at " + trace[0];
  }

  @Override
  public void due(Held held, MirroringFunction mirroring) {
    throw new IllegalStateException("a function withholds nothing");
  }
}
