package io.windsock.rules;

import io.windsock.contracts.schema.EventType;
import org.apache.avro.generic.GenericRecord;

/**
 * A mirroring or forwarding function written in Java (the paper, Table 1, {@code set_mirror} and
 * {@code set_fwd}). It is found on the class path by {@link java.util.ServiceLoader} and named in
 * the parameters. It decides on each source event that may be superseded; essential events are
 * always sent.
 *
 * <p>One instance serves all partitions and threads, so it must be stateless: everything it
 * remembers about a key is in {@code memory}. Its decisions may depend only on the event and the
 * memory, not on a clock or randomness. If it throws or lacks a required class, the event is sent.
 */
public interface EventFunction {
  /** The maximum number of values that a function can remember per key. */
  int MAX_NUMBERS = 5;

  /**
   * Returns the name used in the parameters: 1 to 64 letters, digits, dots, dashes, underscores.
   */
  String name();

  /** Returns a one-sentence description. */
  String explain();

  /**
   * Returns the number of values remembered per key, 0 to {@link #MAX_NUMBERS}. If a later version
   * of the function returns another number, it starts with zeros for each key.
   */
  default int numbers() {
    return 0;
  }

  /**
   * Decides whether one event is sent.
   *
   * @param memory the values remembered for the key, {@link #numbers} long, initially 0; may be
   *     changed
   * @return whether the event is sent; otherwise it is superseded
   */
  boolean sends(Input event, long[] memory);

  /** One source event. */
  interface Input {
    /** Returns the event's type. */
    EventType type();

    /** Returns the event time in ms since the epoch. */
    long eventTimeMs();

    /** Returns the decoded event. Decoding happens only if this is called. */
    GenericRecord record();
  }
}
