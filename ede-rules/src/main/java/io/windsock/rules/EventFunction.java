package io.windsock.rules;

import io.windsock.contracts.schema.EventType;
import org.apache.avro.generic.GenericRecord;

/**
 * A mirroring or forwarding function written in Java (the paper, Table 1, {@code set_mirror} and
 * {@code set_fwd}). Found on the class path by {@link java.util.ServiceLoader} and named in the
 * parameters. It is asked about each source event that may be superseded; essential events are sent
 * without asking.
 *
 * <p>One instance serves all partitions and threads, so it keeps nothing itself: what it must
 * remember of a key stands in {@code memory}. Its answers may depend on the event and the memory
 * alone: no clock, no randomness. One that throws, or that lacks a class it needs, has the event
 * sent.
 */
public interface EventFunction {
  /** The most numbers that it can remember of a key. */
  int MAX_NUMBERS = 5;

  /** What it is called in the parameters: 1 to 64 letters, digits, dots, dashes, underscores. */
  String name();

  /** What it does, in one sentence. */
  String explain();

  /** How many numbers it remembers of a key, 0 to {@link #MAX_NUMBERS}. */
  default int numbers() {
    return 0;
  }

  /**
   * Decides on one event.
   *
   * @param memory what it remembers of the key, {@link #numbers} long; 0 at first; may be changed
   * @return whether the event is sent on; otherwise it is superseded
   */
  boolean sends(Input event, long[] memory);

  /** One source event. */
  interface Input {
    /** Its type. */
    EventType type();

    /** When it happened, ms since the epoch. */
    long eventTimeMs();

    /** All of it, decoded: what this costs is saved where it isn't called. */
    GenericRecord record();
  }
}
