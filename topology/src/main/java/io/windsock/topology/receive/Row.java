package io.windsock.topology.receive;

import io.windsock.rules.history.KeyHistory;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A row of the status table: a record key, its history, the time of its last event, and when the
 * log was last due to learn that the key is alive. It is its own key in the table's map, which
 * saves a reference per lookup, and equality depends on the record key alone. A row without a
 * history serves only as a lookup key. Comparable, so that the map stays fast when hashes collide.
 */
final class Row implements Comparable<Row> {
  private byte[] key;
  private int hash;
  private final @Nullable KeyHistory history;
  private long lastEventMs;
  private long refreshedMs;

  /** Creates a row for lookups with {@link #as}. */
  Row() {
    this.key = new byte[0];
    this.history = null;
  }

  Row(KeyHistory history, long lastEventMs, long refreshedMs) {
    this.key = history.key();
    this.hash = Arrays.hashCode(key);
    this.history = history;
    this.lastEventMs = lastEventMs;
    this.refreshedMs = refreshedMs;
  }

  /** Makes this row equal to the row of {@code newKey}; only for a row that is in no map. */
  Row as(byte[] newKey) {
    key = newKey;
    hash = Arrays.hashCode(newKey);
    return this;
  }

  byte[] key() {
    return key;
  }

  @Nullable KeyHistory history() {
    return history;
  }

  /** Returns when an event of the key was last received, ms since the epoch. */
  long lastEventMs() {
    return lastEventMs;
  }

  void received(long nowMs) {
    lastEventMs = nowMs;
  }

  /** Returns when the key was last due to be logged for being alive, ms since the epoch. */
  long refreshedMs() {
    return refreshedMs;
  }

  void refreshed(long nowMs) {
    refreshedMs = nowMs;
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof Row other && hash == other.hash && Arrays.equals(key, other.key);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public int compareTo(Row other) {
    return Arrays.compare(key, other.key);
  }
}
