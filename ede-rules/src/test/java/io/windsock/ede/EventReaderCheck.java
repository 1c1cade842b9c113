package io.windsock.ede;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.ede.definition.TypePlan;
import java.util.Arrays;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/** Holds the EDE's own walk over an event's bytes against the codec. */
final class EventReaderCheck {
  private final EventCodec codec;
  private final EventReaders readers;
  private int accepted;
  private int refused;

  EventReaderCheck(EdeDefinition definition) {
    codec = new EventCodec(definition.plan().catalogue());
    readers = new EventReaders(definition.plan(), codec);
  }

  int accepted() {
    return accepted;
  }

  int refused() {
    return refused;
  }

  void sameAsCodec(byte[] framed) {
    GenericRecord event = decode(codec, framed);
    EventReader reader = read(framed);
    assertThat(reader != null).as(Arrays.toString(framed)).isEqualTo(event != null);
    if (reader == null || event == null) {
      refused++;
      return;
    }
    accepted++;
    assertThat(reader.eventTimeMs()).isEqualTo(event.get("eventTime"));
    TypePlan plan = reader.plan();
    for (int slot = 0; plan != null && slot < plan.eventFields().length; slot++) {
      assertThat(reader.value(slot)).isEqualTo(event.get(plan.eventFields()[slot]));
    }
  }

  static boolean decodes(EventCodec codec, byte[] framed) {
    return decode(codec, framed) != null;
  }

  private static @Nullable GenericRecord decode(EventCodec codec, byte[] framed) {
    try {
      return codec.decode(framed);
    } catch (UndecodableException e) {
      return null;
    }
  }

  private @Nullable EventReader read(byte[] framed) {
    try {
      return readers.read(framed);
    } catch (UndecodableException e) {
      return null;
    }
  }
}
