package io.windsock.testbed.process;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Parts that were started one after another, and are closed in reverse order. One thread owns it.
 */
public final class StartedParts implements AutoCloseable {
  private final Deque<AutoCloseable> started = new ArrayDeque<>();

  /** Closes {@code part} before the parts that were added earlier; returns it. */
  public <T extends AutoCloseable> T closing(T part) {
    started.push(part);
    return part;
  }

  /**
   * Closes all parts, whatever one of them throws.
   *
   * @throws IllegalStateException if a part did not stop cleanly; its cause is the first failure
   */
  @Override
  public void close() {
    RuntimeException first = null;
    while (!started.isEmpty()) {
      try {
        started.pop().close();
      } catch (Exception e) {
        first = first == null ? new IllegalStateException("did not stop cleanly: " + e, e) : first;
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
