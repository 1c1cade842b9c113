package io.windsock.rules.stage;

import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.EventType;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.rules.EventFunction;
import io.windsock.rules.history.Event;
import java.util.Objects;
import org.apache.avro.generic.GenericRecord;

/** An event as an {@link EventFunction} sees it, decoded lazily. */
record DecodedEvent(Event event, EventCodec codec) implements EventFunction.Input {
  @Override
  public EventType type() {
    return Objects.requireNonNull(event.type(), "a source event");
  }

  @Override
  public long eventTimeMs() {
    return event.eventTimeMs();
  }

  @Override
  public GenericRecord record() {
    try {
      return codec.decode(event.value());
    } catch (UndecodableException e) {
      throw new IllegalStateException("an event that was found valid", e);
    }
  }
}
