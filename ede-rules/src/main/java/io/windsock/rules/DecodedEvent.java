package io.windsock.rules;

import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.EventType;
import io.windsock.contracts.schema.UndecodableException;
import java.util.Objects;
import org.apache.avro.generic.GenericRecord;

/** An event as an {@link EventFunction} sees it, decoded when first asked for. */
record DecodedEvent(Event event, EventCodec codec) implements EventFunction.Input {
  @Override
  public EventType type() {
    return Objects.requireNonNull(event.version(), "a source event").type();
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
