package io.windsock.feeds.map;

import io.windsock.contracts.schema.EventType;
import io.windsock.feeds.FeedEvent;
import io.windsock.feeds.read.BadValueException;
import io.windsock.feeds.read.Row;

/** One kind of event that the rows of a source give. Immutable. */
final class EventMapping {
  private final EventType type;
  private final Condition when;
  private final Template key;
  private final TimeValue time;
  private final FieldWriter[] fields;

  /**
   * Takes what has been compiled.
   *
   * @param fields writers of the schema's fields behind {@code eventTime}, in its order
   */
  EventMapping(EventType type, Condition when, Template key, TimeValue time, FieldWriter[] fields) {
    this.type = type;
    this.when = when;
    this.key = key;
    this.time = time;
    this.fields = fields;
  }

  /** Whether the row gives this event. */
  boolean applies(Row row) throws BadValueException {
    return when.holds(row);
  }

  /**
   * The event that the row gives.
   *
   * @throws BadValueException if the row does not hold what the event needs
   */
  FeedEvent map(Row row, AvroBuffer buffer) throws BadValueException {
    String text = key.text(row);
    if (text == null || text.isEmpty()) {
      throw new BadValueException("the key is empty");
    }
    long timeMs = time.timeMs(row);
    if (timeMs == TimeValue.ABSENT) {
      throw new BadValueException("the event time is absent");
    }
    buffer.start(type.current().id());
    buffer.number(Writers.checkTime("event time", timeMs));
    for (FieldWriter field : fields) {
      field.write(row, buffer);
    }
    return new FeedEvent(type, text, timeMs, buffer.toBytes());
  }
}
