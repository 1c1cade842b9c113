package io.windsock.feeds.map;

import io.windsock.contracts.schema.EventType;
import io.windsock.feeds.AvroBuffer;
import io.windsock.feeds.FeedEvent;
import io.windsock.feeds.row.BadValueException;
import io.windsock.feeds.row.Row;
import java.io.IOException;
import java.util.List;
import org.apache.avro.io.Encoder;

/**
 * One kind of event that the rows of a source produce. Immutable.
 *
 * @param fields writers of the schema's fields after {@code eventTime}, in order
 */
record EventMapping(
    EventType type, Condition when, Template key, Times.Value time, List<FieldWriter> fields) {

  /**
   * Returns the event that the row produces.
   *
   * @throws BadValueException if the row lacks a value that the event needs
   */
  FeedEvent map(Row row, AvroBuffer buffer) throws BadValueException, IOException {
    String text = key.text(row);
    if (text == null || text.isEmpty()) {
      throw new BadValueException("the key is empty");
    }
    long timeMs = time.timeMs(row);
    if (timeMs == Times.Value.ABSENT) {
      throw new BadValueException("the event time is absent");
    }
    Encoder out = buffer.start(type.current().id());
    out.writeLong(Target.checkTime("event time", timeMs));
    for (int i = 0; i < fields.size(); i++) {
      fields.get(i).write(row, out);
    }
    return new FeedEvent(type, text, timeMs, buffer.toBytes());
  }

  /** Writes one field of an event from a row. Stateless. */
  @FunctionalInterface
  interface FieldWriter {
    /**
     * Appends the field's Avro encoding.
     *
     * @throws BadValueException if the row lacks a value that the field needs
     */
    void write(Row row, Encoder out) throws BadValueException, IOException;
  }

  /** Decides whether a row produces an event. Stateless. */
  @FunctionalInterface
  interface Condition {
    /** The condition that every row satisfies. */
    Condition ALWAYS = row -> true;

    boolean holds(Row row) throws BadValueException;

    /** Returns the conjunction of both conditions. */
    default Condition and(Condition other) {
      return row -> holds(row) && other.holds(row);
    }
  }
}
