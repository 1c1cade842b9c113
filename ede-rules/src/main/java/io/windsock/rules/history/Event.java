package io.windsock.rules.history;

import io.windsock.contracts.schema.EventType;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.SchemaVersion;
import org.jspecify.annotations.Nullable;

/**
 * An event being processed by the rules. Mutable: the mirroring function reuses one instance for
 * every arriving event, and a {@link HeldEvent} keeps a copy. The bytes are shared and never
 * changed.
 */
public final class Event {
  private static final byte[] NO_BYTES = {};
  private static final int SOURCE = -1;
  private static final int NOWHERE = -1;
  private static final long NOT_READ = Framing.NO_TIME;

  private byte[] value = NO_BYTES;
  private @Nullable SchemaVersion version;
  private long sequence;
  private long appendTimeMs;
  private int carried = SOURCE;
  private long eventTimeMs = NOT_READ;
  private int stream = NOWHERE;
  private long offset;

  /** Turns this into a source event. */
  public Event source(
      byte[] framed, @Nullable SchemaVersion schema, long receiveSequence, long appendedMs) {
    return set(framed, schema, receiveSequence, appendedMs, SOURCE);
  }

  /**
   * Turns this into an event that a rule derived.
   *
   * @param schema null if later rules are to ignore the event
   * @param sourceEvents the number of source events that it carries and replaces
   */
  public Event derived(
      byte[] framed,
      @Nullable SchemaVersion schema,
      long receiveSequence,
      long appendedMs,
      int sourceEvents) {
    return set(framed, schema, receiveSequence, appendedMs, sourceEvents);
  }

  /**
   * Says where the source has it: what is in the source need not be logged again at once.
   *
   * @param sourceStream the number of its stream in the catalogue
   * @param sourceOffset its offset in the partition of the stream's topic
   */
  public Event at(int sourceStream, long sourceOffset) {
    stream = sourceStream;
    offset = sourceOffset;
    return this;
  }

  private Event set(
      byte[] framed, @Nullable SchemaVersion schema, long receiveSequence, long time, int parts) {
    value = framed;
    version = schema;
    sequence = receiveSequence;
    appendTimeMs = time;
    carried = parts;
    eventTimeMs = NOT_READ;
    stream = NOWHERE;
    return this;
  }

  void copy(Event other) {
    set(other.value, other.version, other.sequence, other.appendTimeMs, other.carried);
    eventTimeMs = other.eventTimeMs;
    at(other.stream, other.offset);
  }

  /** Returns the framed bytes. */
  public byte[] value() {
    return value;
  }

  /**
   * Returns the schema version; null for a coalesced update, or for a held event whose schema no
   * longer exists.
   */
  public @Nullable SchemaVersion version() {
    return version;
  }

  /** Returns the event type; null if {@link #version} is. */
  public @Nullable EventType type() {
    return version == null ? null : version.type();
  }

  /**
   * Returns the receive sequence in its partition; for a derived event, the highest of its parts.
   */
  public long sequence() {
    return sequence;
  }

  /** Returns the broker's append time in ms since the epoch. */
  public long appendTimeMs() {
    return appendTimeMs;
  }

  /** Whether a rule derived the event; counts of source events exclude such events. */
  public boolean derived() {
    return carried != SOURCE;
  }

  /** Returns the number of source events that a derived event carries. */
  public int carried() {
    return Math.max(0, carried);
  }

  /** Whether it has this receive sequence or a later one, and is known to be in the source. */
  boolean isInSource(long fromSequence) {
    return stream != NOWHERE && sequence >= fromSequence;
  }

  /** Returns the number of its stream in the catalogue; negative if that is not known. */
  int stream() {
    return stream;
  }

  /** Returns its offset in the partition of its stream's topic. */
  long offset() {
    return offset;
  }

  /** Returns the event time in ms since the epoch. */
  public long eventTimeMs() {
    if (eventTimeMs == NOT_READ) {
      eventTimeMs = Framing.eventTimeMs(value);
    }
    return eventTimeMs;
  }

  /**
   * Whether this event's time is the same as or later than that of {@code other}, so that it may
   * replace it.
   */
  public boolean asNewAs(Event other) {
    return eventTimeMs() >= other.eventTimeMs();
  }
}
