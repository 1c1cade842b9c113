package io.windsock.feeds.replay.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.feeds.FeedEvent;
import io.windsock.feeds.generate.GeneratedFeed;
import io.windsock.feeds.generate.GeneratorOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventShiftTest {
  private static final Catalogue AIRLINE = Catalogue.builtIn("airline");
  private static final long CENTURY_MS = 100L * 365 * 24 * 3_600_000;

  private static boolean isMoment(Schema schema) {
    return schema.getLogicalType() != null
        || (schema.isUnion() && schema.getTypes().stream().anyMatch(EventShiftTest::isMoment));
  }

  /** The plain way: decode, move each moment, encode. */
  private static byte[] expected(EventCodec codec, FeedEvent event, long shiftMs)
      throws UndecodableException {
    GenericRecord record = codec.decode(event.value());
    for (Schema.Field field : record.getSchema().getFields()) {
      Object value = record.get(field.pos());
      if (isMoment(field.schema()) && value != null) {
        record.put(field.pos(), (Long) value + shiftMs);
      }
    }
    return codec.encode(event.type(), record);
  }

  @Property(tries = 60)
  void shouldMoveEveryMomentAndNothingElse(
      @ForAll @LongRange(min = -CENTURY_MS, max = CENTURY_MS) long shiftMs, @ForAll long seed)
      throws UndecodableException {
    EventShift shift = new EventShift(AIRLINE);
    EventCodec codec = new EventCodec(AIRLINE);
    GeneratorOptions options = GeneratorOptions.day().withSeed(seed).withFlights(2).withEvents(80);
    try (GeneratedFeed feed = new GeneratedFeed(AIRLINE, options)) {
      for (FeedEvent event = feed.next(); event != null; event = feed.next()) {
        byte[] before = event.value().clone();
        byte[] moved = shift.shift(event.value(), shiftMs);
        assertThat(Framing.eventTimeMs(moved)).isEqualTo(event.eventTimeMs() + shiftMs);
        assertThat(moved).isEqualTo(expected(codec, event, shiftMs));
        assertThat(event.value()).isEqualTo(before);
        assertThat(shift.shift(moved, -shiftMs)).isEqualTo(before);
      }
    }
  }

  @Test
  void shouldMoveMomentsAtAnyDepthOfAnyDomain(@TempDir Path folder) throws Exception {
    Catalogue catalogue = nested(folder);
    EventCodec codec = new EventCodec(catalogue);
    GenericRecord record = deep(catalogue, 1_000, 5_000);

    byte[] moved =
        new EventShift(catalogue).shift(codec.encode(catalogue.type("Deep"), record), 250);

    assertThat(codec.decode(moved)).hasToString(deep(catalogue, 1_250, 5_250).toString());
  }

  private static GenericRecord deep(Catalogue catalogue, long eventTime, long other) {
    Schema schema = catalogue.type("Deep").current().schema();
    Schema part = schema.getField("parts").schema().getElementType();
    GenericRecord inner = new GenericData.Record(part);
    inner.put("micros", other * 1_000);
    inner.put("plain", 7L);
    inner.put("kind", new GenericData.EnumSymbol(part.getField("kind").schema(), "B"));
    inner.put(
        "hash", new GenericData.Fixed(part.getField("hash").schema(), new byte[] {1, 2, 3, 4}));
    GenericRecord record = new GenericData.Record(schema);
    record.put("eventTime", eventTime);
    record.put("parts", List.of(inner, inner, inner));
    record.put("named", Map.of("a", other));
    return record;
  }

  private static Catalogue nested(Path folder) throws IOException {
    Files.writeString(
        folder.resolve("catalogue.yaml"),
        """
        domain: deep
        streams: [deep]
        state: {name: State, versions: [{id: 190, schema: State.avsc}]}
        types:
          - {name: Deep, stream: deep, supersede: never, versions: [{id: 100, schema: Deep.avsc}]}
        """);
    Files.writeString(
        folder.resolve("State.avsc"),
        "{\"type\":\"record\",\"name\":\"State\",\"fields\":[{\"name\":\"n\",\"type\":\"int\"}]}");
    Files.writeString(
        folder.resolve("Deep.avsc"),
        """
        {"type": "record", "name": "Deep", "fields": [
          {"name": "eventTime", "type": {"type": "long", "logicalType": "timestamp-millis"}},
          {"name": "parts", "type": {"type": "array", "items":
            {"type": "record", "name": "Part", "fields": [
              {"name": "micros", "type": {"type": "long", "logicalType": "timestamp-micros"}},
              {"name": "plain", "type": "long"},
              {"name": "kind", "type": {"type": "enum", "name": "Kind", "symbols": ["A", "B"]}},
              {"name": "hash", "type": {"type": "fixed", "name": "Hash", "size": 4}}]}}},
          {"name": "named", "type": {"type": "map", "values":
            ["null", {"type": "long", "logicalType": "timestamp-millis"}]}}]}
        """);
    return Catalogue.load(folder);
  }

  @Test
  void shouldSayWhyAnEventCannotBeMoved() {
    EventShift shift = new EventShift(AIRLINE);
    byte[] status = {0, 0, 0, 0, 111, 2, 2, 2};

    assertThatThrownBy(() -> shift.shift(new byte[] {1, 2, 3}, 1))
        .isInstanceOf(UndecodableException.class)
        .hasMessageContaining("schema id");
    assertThatThrownBy(() -> shift.shift(new byte[] {0, 0, 0, 0, 99, 2}, 1))
        .hasMessageContaining("schema id 99");
    assertThatThrownBy(() -> shift.shift(new byte[] {0, 0, 0, 0, 101}, 1))
        .hasMessageContaining("cut short");
    for (int length = 5; length < status.length; length++) {
      byte[] cut = Arrays.copyOf(status, length);
      assertThatThrownBy(() -> shift.shift(cut, 1)).isInstanceOf(UndecodableException.class);
    }
  }
}
