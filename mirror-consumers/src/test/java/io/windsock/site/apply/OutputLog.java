package io.windsock.site.apply;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.EventType;
import io.windsock.contracts.topic.EventHeaders;
import io.windsock.ede.EdeDefinition;
import io.windsock.site.status.SiteDomain;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;

/**
 * Makes up what a topology could have written to the mirror topic: events of random flights, each
 * in its partition, markers that add up, offsets with holes.
 */
public final class OutputLog {
  public static final Catalogue CATALOGUE = Catalogue.builtIn("airline");
  public static final SiteDomain DOMAIN =
      new SiteDomain(CATALOGUE, EdeDefinition.builtIn(CATALOGUE));
  public static final String TOPIC = "test.mirror";

  private static final String[] STATUS = {"SCHEDULED", "OUT", "LANDED", "AT_GATE"};
  private static final String[] AIRPORTS = {"EGLL", "CYYZ", "KATL"};

  private static final int MARKERS_AN_EPOCH = 3;

  private final Random random;
  private final int keys;
  private final int markerEvery;
  private final EventCodec codec = new EventCodec(CATALOGUE);
  private final long[] nextOffset;
  private final long[] sequence;
  private final long[] sinceMarker;
  private final long[] taken;
  private final long[] marker;

  public OutputLog(long seed, int partitions, int keys, int markerEvery) {
    random = new Random(seed);
    this.keys = keys;
    this.markerEvery = markerEvery;
    nextOffset = new long[partitions];
    sequence = new long[partitions];
    sinceMarker = new long[partitions];
    taken = new long[partitions];
    marker = new long[partitions];
  }

  /** The next {@code count} records, markers included, in an order that a consumer could see. */
  public List<ConsumerRecord<byte[], byte[]>> next(int count) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    while (records.size() < count) {
      int flight = random.nextInt(keys);
      int partition = flight % nextOffset.length;
      if (sinceMarker[partition] == markerEvery) {
        records.add(marker(partition));
      } else {
        records.add(event(partition, "FL" + flight));
      }
    }
    return records;
  }

  private ConsumerRecord<byte[], byte[]> event(int partition, String key) {
    int superseded = random.nextInt(3);
    sequence[partition] += 1 + superseded;
    taken[partition] += superseded;
    sinceMarker[partition]++;
    byte[] value = random.nextInt(10) == 0 ? coalesced(sequence[partition]) : value();
    return record(partition, key.getBytes(StandardCharsets.UTF_8), value, sequence[partition]);
  }

  private ConsumerRecord<byte[], byte[]> marker(int partition) {
    GenericRecord it = new GenericData.Record(CATALOGUE.type("Marker").current().schema());
    long sent = sinceMarker[partition];
    it.put("number", ++marker[partition]);
    it.put("partition", partition);
    it.put("epoch", marker[partition] / MARKERS_AN_EPOCH);
    it.put("stamp", List.of(sequence[partition]));
    it.put("sequence", sequence[partition]);
    it.put("received", sent + taken[partition]);
    it.put("forwarded", sent + taken[partition]);
    it.put("passed", sent);
    it.put("withheld", taken[partition]);
    it.put("oldestWithheldMs", taken[partition] == 0 ? 0 : 1000 + nextOffset[partition]);
    for (String zero : List.of("notForwarded", "carried", "derived", "deadLettered", "held")) {
      it.put(zero, 0L);
    }
    it.put("taken", Map.of("overwrite", taken[partition]));
    sinceMarker[partition] = 0;
    taken[partition] = 0;
    return record(partition, null, codec.encode(CATALOGUE.type("Marker"), it), -1);
  }

  private ConsumerRecord<byte[], byte[]> record(
      int partition, byte @Nullable [] key, byte[] value, long sequence) {
    RecordHeaders headers = new RecordHeaders();
    if (sequence >= 0) {
      headers.add(EventHeaders.SEQUENCE, EventHeaders.sequence(sequence));
    }
    long offset = nextOffset[partition];
    nextOffset[partition] += random.nextInt(8) == 0 ? 2 : 1;
    return new ConsumerRecord<>(
        TOPIC,
        partition,
        offset,
        1000 + offset,
        TimestampType.LOG_APPEND_TIME,
        key == null ? 0 : key.length,
        value.length,
        key,
        value,
        headers,
        Optional.empty());
  }

  private byte[] value() {
    return switch (random.nextInt(4)) {
      case 0 -> encode("FlightStatus", "status", pick(STATUS), "destination", pick(AIRPORTS));
      case 1 ->
          encode(
              "FlightStatus",
              "status",
              "OFF",
              "origin",
              pick(AIRPORTS),
              "scheduledArrival",
              time());
      case 2 -> encode("BoardingEvent", "boarded", random.nextInt(3), "expected", 2);
      default -> encode("FlightPosition", "latitude", random.nextDouble(), "longitude", 1.0);
    };
  }

  private byte[] coalesced(long at) {
    EventType type = CATALOGUE.type("CoalescedUpdate");
    Schema partSchema = type.current().schema().getField("parts").schema().getElementType();
    List<GenericRecord> parts = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      GenericRecord part = new GenericData.Record(partSchema);
      part.put("sequence", at);
      part.put("value", ByteBuffer.wrap(value()));
      parts.add(part);
    }
    return encode("CoalescedUpdate", "parts", parts, "superseded", 0);
  }

  private byte[] encode(String typeName, Object... fields) {
    EventType type = CATALOGUE.type(typeName);
    GenericRecord event = new GenericData.Record(type.current().schema());
    event.put("eventTime", time());
    for (int i = 0; i < fields.length; i += 2) {
      Schema.Field field = event.getSchema().getField((String) fields[i]);
      event.put(field.pos(), value(field.schema(), fields[i + 1]));
    }
    return codec.encode(type, event);
  }

  private static Object value(Schema schema, Object value) {
    Schema plain = schema.isUnion() ? schema.getTypes().get(schema.getTypes().size() - 1) : schema;
    return plain.getType() == Schema.Type.ENUM ? new GenericData.EnumSymbol(plain, value) : value;
  }

  private long time() {
    return random.nextInt(50);
  }

  private String pick(String[] from) {
    return from[random.nextInt(from.length)];
  }
}
