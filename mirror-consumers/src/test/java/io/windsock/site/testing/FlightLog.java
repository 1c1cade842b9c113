package io.windsock.site.testing;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.EventType;
import io.windsock.contracts.topic.EventHeaders;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.LongSupplier;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;

/**
 * Records as the forward topic could have them: status and positions of flights between a few
 * airports, offsets with holes. One thread owns it; the same seed gives the same log.
 */
public final class FlightLog {
  /** The airline domain. */
  public static final Catalogue CATALOGUE = Catalogue.builtIn("airline");

  private static final String[] STATUS = {"SCHEDULED", "OUT", "OFF", "LANDED", "AT_GATE"};

  private final Random random;
  private final int flights;
  private final List<String> airports;
  private final LongSupplier clock;
  private final EventCodec codec = new EventCodec(CATALOGUE);
  private final long[] nextOffset;
  private final long[] sequence;
  private long timeMs = 1_750_000_000_000L;
  private @Nullable String reason;

  /**
   * A log.
   *
   * @param clock gives each record's append time, ms since the epoch
   */
  public FlightLog(
      long seed, int partitions, int flights, List<String> airports, LongSupplier clock) {
    random = new Random(seed);
    this.flights = flights;
    this.airports = airports;
    this.clock = clock;
    nextOffset = new long[partitions];
    sequence = new long[partitions];
  }

  /** Has every status from now on give this reason, which makes rows as long as one likes. */
  public FlightLog withReason(String text) {
    reason = text;
    return this;
  }

  /** How many partitions it has. */
  public int partitions() {
    return nextOffset.length;
  }

  /** The next {@code count} records, of random flights. */
  public List<ConsumerRecord<byte[], byte[]>> next(int count) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>(count);
    while (records.size() < count) {
      int flight = random.nextInt(flights);
      records.add(random.nextInt(3) == 0 ? status(flight) : position(flight));
    }
    return records;
  }

  /** One status of every flight, so that each has a row. */
  public List<ConsumerRecord<byte[], byte[]>> schedule() {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>(flights);
    for (int flight = 0; flight < flights; flight++) {
      records.add(status(flight));
    }
    return records;
  }

  /** A status event; at times it sends the flight to another airport. */
  public ConsumerRecord<byte[], byte[]> status(int flight) {
    GenericRecord event = event("FlightStatus");
    Schema codes = event.getSchema().getField("status").schema();
    event.put("status", new GenericData.EnumSymbol(codes, pick(List.of(STATUS))));
    event.put("flightNumber", key(flight));
    event.put("origin", pick(airports));
    event.put("destination", pick(airports));
    event.put("scheduledArrival", 1_750_000_000_000L + flight * 60_000L);
    event.put("gate", "A" + random.nextInt(40));
    String sometimes = random.nextInt(5) == 0 ? "Späte \"Ankunft\" ✈" : null;
    event.put("reason", reason == null ? sometimes : reason);
    return record(flight, event);
  }

  /** Events that make the EDE derive that all have boarded, for each of {@code flights}. */
  public List<ConsumerRecord<byte[], byte[]>> boarded(int flights) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int flight = 0; flight < flights; flight++) {
      GenericRecord event = event("BoardingEvent");
      event.put("boarded", 100);
      event.put("expected", 100);
      records.add(record(flight, event));
    }
    return records;
  }

  /** A position. */
  public ConsumerRecord<byte[], byte[]> position(int flight) {
    GenericRecord event = event("FlightPosition");
    event.put("latitude", 51 + random.nextDouble());
    event.put("longitude", random.nextDouble());
    return record(flight, event);
  }

  private GenericRecord event(String type) {
    GenericRecord event = new GenericData.Record(CATALOGUE.type(type).current().schema());
    event.put("eventTime", timeMs++);
    return event;
  }

  private ConsumerRecord<byte[], byte[]> record(int flight, GenericRecord event) {
    EventType type = CATALOGUE.type(event.getSchema().getName());
    byte[] key = key(flight).getBytes(StandardCharsets.UTF_8);
    byte[] value = codec.encode(type, event);
    int partition = flight % nextOffset.length;
    long offset = nextOffset[partition];
    nextOffset[partition] += random.nextInt(8) == 0 ? 2 : 1;
    RecordHeaders headers = new RecordHeaders();
    headers.add(EventHeaders.SEQUENCE, EventHeaders.sequence(++sequence[partition]));
    return new ConsumerRecord<>(
        "test.forward",
        partition,
        offset,
        clock.getAsLong(),
        TimestampType.LOG_APPEND_TIME,
        key.length,
        value.length,
        key,
        value,
        headers,
        Optional.empty());
  }

  /** The key of a flight. */
  public static String key(int flight) {
    return "FL" + flight;
  }

  private String pick(List<String> from) {
    return from.get(random.nextInt(from.size()));
  }
}
