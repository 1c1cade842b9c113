package io.windsock.rules.stage;

import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.EventType;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.rules.EventFunction;
import io.windsock.rules.history.Event;
import io.windsock.rules.history.KeyHistory;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.avro.generic.GenericRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An {@link EventFunction} that decides on events: as a stage for mirroring, or called directly for
 * forwarding. Keeps the function's numbers, followed by the number of a key's updates that the
 * mirrors lack because of it and the time since when.
 */
public final class FunctionStage implements Stage {
  private static final Logger LOG = LoggerFactory.getLogger(FunctionStage.class);

  private final int slot;
  private final EventFunction function;
  private final int numbers;
  private final AtomicLong failures = new AtomicLong();

  /**
   * Creates a stage that calls {@code function}.
   *
   * @param slot the function's first slot
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

  /** Returns the function's decision on an event that may be superseded. */
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
      // Errors count as the function's failures too: it may lack a class that it needs.
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

  /** Returns where the error was thrown, for logs without stack traces. */
  private static String place(Throwable e) {
    StackTraceElement[] trace = e.getStackTrace();
    return trace.length == 0 ? "" : " at " + trace[0];
  }

  /** An event as an {@link EventFunction} sees it, decoded lazily. */
  private record DecodedEvent(Event event, EventCodec codec) implements EventFunction.Input {
    @Override
    public EventType type() {
      return Objects.requireNonNull(event.type(), "a source event");
    }

    @Override
    public long eventTimeMs() {
      return event.eventTimeMs();
    }

    @Override
    public GenericRecord record() {
      try {
        return codec.decode(event.value());
      } catch (UndecodableException e) {
        throw new IllegalStateException("an event that was found valid", e);
      }
    }
  }
}
