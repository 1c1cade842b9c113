package io.windsock.topology;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The handling of failed stream threads. A failed thread is replaced, and its work since the last
 * commit repeated. After too many failures in a short time, the topology stops and reports the
 * reason. Called by any of Streams' threads.
 */
final class FaultPolicy implements StreamsUncaughtExceptionHandler {
  /** The maximum number of replacements within {@link #WINDOW_MS}. */
  static final int MAX_REPLACEMENTS = 10;

  /** The period over which replacements are counted, ms. */
  static final long WINDOW_MS = 60_000;

  private static final Logger LOG = LoggerFactory.getLogger(FaultPolicy.class);
  private static final int MAX_CAUSES = 10;

  private final Deque<Long> replacements = new ArrayDeque<>();
  private final LongSupplier clock;
  private volatile @Nullable String reason;

  /**
   * Creates a policy that has seen no fault.
   *
   * @param clock monotonic ms
   */
  FaultPolicy(LongSupplier clock) {
    this.clock = clock;
  }

  @Override
  public synchronized StreamThreadExceptionResponse handle(Throwable fault) {
    long nowMs = clock.getAsLong();
    while (!replacements.isEmpty() && nowMs - replacements.getFirst() > WINDOW_MS) {
      replacements.removeFirst();
    }
    String why = describe(fault);
    if (replacements.size() >= MAX_REPLACEMENTS) {
      reason = why;
      LOG.error(
          "The topology stops: a thread died for the {}th time within {} s: {}",
          replacements.size() + 1,
          WINDOW_MS / 1000,
          why,
          fault);
      return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }
    replacements.addLast(nowMs);
    LOG.warn("A thread died and is replaced ({}): {}", replacements.size(), why);
    LOG.debug("The fault was", fault);
    return StreamThreadExceptionResponse.REPLACE_THREAD;
  }

  /** Returns why the topology stopped; null if it did not. */
  @Nullable String reason() {
    return reason;
  }

  /** Returns the messages of a fault and its causes on one line. */
  private static String describe(Throwable fault) {
    StringBuilder text = new StringBuilder(fault.toString());
    Throwable cause = fault.getCause();
    for (int i = 0; cause != null && i < MAX_CAUSES; i++) {
      text.append("; because ").append(cause);
      cause = cause.getCause();
    }
    return text.toString().replace('\n', ' ');
  }
}
