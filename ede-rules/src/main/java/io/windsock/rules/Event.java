package io.windsock.rules;

import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.SchemaVersion;
import org.jspecify.annotations.Nullable;

/**
 * One event on its way through the stages. Mutable: the function reuses one instance for whatever
 * arrives, and a {@link Held} keeps a copy. The bytes are shared, never changed.
 */
final class Event {
  private static final byte[] NO_BYTES = {};
  private static final long NOT_READ = Framing.NO_TIME;

  private byte[] value = NO_BYTES;
  private @Nullable SchemaVersion version;
  private long sequence;
  private long appendTimeMs;
  private boolean derived;
  private long eventTimeMs = NOT_READ;

  void set(
      byte[] value,
      @Nullable SchemaVersion version,
      long sequence,
      long appendTimeMs,
      boolean derived) {
    this.value = value;
    this.version = version;
    this.sequence = sequence;
    this.appendTimeMs = appendTimeMs;
    this.derived = derived;
    eventTimeMs = NOT_READ;
  }

  void copy(Event other) {
    set(other.value, other.version, other.sequence, other.appendTimeMs, other.derived);
    eventTimeMs = other.eventTimeMs;
  }

  /** The framed bytes. */
  byte[] value() {
    return value;
  }

  /** The version of its type; null only for a held event whose schema the catalogue has lost. */
  @Nullable SchemaVersion version() {
    return version;
  }

  /** Receive sequence in its partition; of a derived event the highest of its parts. */
  long sequence() {
    return sequence;
  }

  long appendTimeMs() {
    return appendTimeMs;
  }

  /** Whether a rule made it: such an event is in no count of source events. */
  boolean derived() {
    return derived;
  }

  /** When it happened at its source, ms since the epoch. */
  long eventTimeMs() {
    if (eventTimeMs == NOT_READ) {
      eventTimeMs = Framing.eventTimeMs(value);
    }
    return eventTimeMs;
  }

  /** Whether it may stand for {@code other}: it happened at the same time or later. */
  boolean asNewAs(Event other) {
    return eventTimeMs() >= other.eventTimeMs();
  }
}
