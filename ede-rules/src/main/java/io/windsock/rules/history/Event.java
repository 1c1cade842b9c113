package io.windsock.rules.history;

import io.windsock.contracts.schema.EventType;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.SchemaVersion;
import org.jspecify.annotations.Nullable;

/**
 * One event on its way through the rules. Mutable: the mirroring function reuses one instance for
 * whatever arrives, and a {@link HeldEvent} keeps a copy. The bytes are shared, never changed.
 */
public final class Event {
  private static final byte[] NO_BYTES = {};
  private static final int SOURCE = -1;
  private static final long NOT_READ = Framing.NO_TIME;

  private byte[] value = NO_BYTES;
  private @Nullable SchemaVersion version;
  private long sequence;
  private long appendTimeMs;
  private int carried = SOURCE;
  private long eventTimeMs = NOT_READ;

  /** Makes it a source event. */
  public Event source(
      byte[] framed, @Nullable SchemaVersion schema, long receiveSequence, long appendedMs) {
    return set(framed, schema, receiveSequence, appendedMs, SOURCE);
  }

  /**
   * Makes it an event that a rule derived.
   *
   * @param schema null if no rule is to see it
   * @param sourceEvents how many source events it carries and is sent in place of
   */
  public Event derived(
      byte[] framed,
      @Nullable SchemaVersion schema,
      long receiveSequence,
      long appendedMs,
      int sourceEvents) {
    return set(framed, schema, receiveSequence, appendedMs, sourceEvents);
  }

  private Event set(
      byte[] framed, @Nullable SchemaVersion schema, long receiveSequence, long time, int parts) {
    value = framed;
    version = schema;
    sequence = receiveSequence;
    appendTimeMs = time;
    carried = parts;
    eventTimeMs = NOT_READ;
    return this;
  }

  void copy(Event other) {
    set(other.value, other.version, other.sequence, other.appendTimeMs, other.carried);
    eventTimeMs = other.eventTimeMs;
  }

  /** The framed bytes. */
  public byte[] value() {
    return value;
  }

  /** The version of its type; null for a held event whose schema is gone, or a coalesced update. */
  public @Nullable SchemaVersion version() {
    return version;
  }

  /** Its type; null where {@link #version} is. */
  public @Nullable EventType type() {
    return version == null ? null : version.type();
  }

  /** Receive sequence in its partition; of a derived event the highest of its parts. */
  public long sequence() {
    return sequence;
  }

  /** When the broker appended it, ms since the epoch. */
  public long appendTimeMs() {
    return appendTimeMs;
  }

  /** Whether a rule derived it: such an event is in no count of source events. */
  public boolean derived() {
    return carried != SOURCE;
  }

  /** How many source events a derived event carries. */
  public int carried() {
    return Math.max(0, carried);
  }

  /** When it happened at its source, ms since the epoch. */
  public long eventTimeMs() {
    if (eventTimeMs == NOT_READ) {
      eventTimeMs = Framing.eventTimeMs(value);
    }
    return eventTimeMs;
  }

  /** Whether it may stand for {@code other}: it happened at the same time or later. */
  public boolean asNewAs(Event other) {
    return eventTimeMs() >= other.eventTimeMs();
  }
}
