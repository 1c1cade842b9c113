package io.windsock.gateway.update;

import java.util.List;

/**
 * The updates that wait to be written, bounded by number and by bytes. Any thread may use it.
 *
 * <p>The bytes are those of the events, and one for each character of their keys. A bound on the
 * number alone would admit gigabytes, because an event may have 256 KiB.
 */
final class Backlog {
  private final int maxUpdates;
  private final long maxBytes;
  private int updates;
  private long bytes;

  Backlog(int maxUpdates, long maxBytes) {
    this.maxUpdates = maxUpdates;
    this.maxBytes = maxBytes;
  }

  /** Adds updates; returns whether all of them are within the bounds, else adds none. */
  synchronized boolean add(List<Update> more) {
    long moreBytes = more.stream().mapToLong(Backlog::bytes).sum();
    if (updates + more.size() > maxUpdates || bytes + moreBytes > maxBytes) {
      return false;
    }
    updates += more.size();
    bytes += moreBytes;
    return true;
  }

  /** Removes an update that no longer waits. */
  synchronized void remove(Update update) {
    updates--;
    bytes -= bytes(update);
  }

  private static long bytes(Update update) {
    return (long) update.key().length() + update.value().length;
  }

  /** Returns how many wait. */
  synchronized int updates() {
    return updates;
  }

  /** Returns the bytes of those that wait. */
  synchronized long bytes() {
    return bytes;
  }
}
