package io.windsock.site;

import java.util.ArrayDeque;
import java.util.Deque;

/** What a starting site has opened so far, to be closed if it can't start. One thread owns it. */
final class OpenParts {
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();

  /** Adds a part, to be closed before those added earlier; returns it. */
  <T extends AutoCloseable> T add(T part) {
    parts.push(part);
    return part;
  }

  /**
   * Closes all parts, whatever one of them throws.
   *
   * @param failure why the site can't start; what closing throws is added to it
   */
  void close(Throwable failure) {
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (Exception e) {
        failure.addSuppressed(e);
      }
    }
  }
}
