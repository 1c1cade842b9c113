package io.windsock.feeds.numbers;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventType;
import io.windsock.feeds.AvroBuffer;
import io.windsock.feeds.FeedEvent;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;

/** Makes the events of generated services. Owned by one thread. */
final class ServiceWriter {
  static final String ADDED = "ServiceAdded";
  static final String MODIFIED = "ServiceModified";
  static final String PLUGGED_IN = "ServicePluggedIn";
  static final String ROUTES_PLUGGED_IN = "RoutesPluggedIn";
  static final String BUSY = "ServiceBusy";
  static final String ROUTES_DISCONNECTED = "RoutesDisconnected";
  static final String CANCELLED = "ServiceCancelled";
  static final String DISCONNECTED = "ServiceDisconnected";
  static final String COUNTS = "CallCounts";

  private static final List<String> TYPES =
      List.of(
          ADDED,
          MODIFIED,
          PLUGGED_IN,
          ROUTES_PLUGGED_IN,
          BUSY,
          ROUTES_DISCONNECTED,
          CANCELLED,
          DISCONNECTED,
          COUNTS);

  private static final List<String> REGIONS = List.of("north", "east", "south", "west");
  private static final List<String> ZONES =
      List.of("Europe/Berlin", "Europe/London", "Europe/Lisbon", "Europe/Helsinki");

  /** Country code 999 is not assigned, so no target is anybody's number. */
  private static final String TARGET_PREFIX = "+999";

  private static final int TARGETS = 100_000_000;
  private static final int NUMBERS_A_SUBSCRIBER = 10;
  private static final int MAX_CALLS = 600;

  /** How many in a hundred regions have a target of their own by day, in the evening, at night. */
  private static final Map<String, Integer> OWN_PERCENT =
      Map.of("Day", 50, "Evening", 30, "Night", 20);

  private static final List<String> BANDS = List.of("Day", "Evening", "Night");

  /** How many in a hundred services charge the caller. */
  private static final int CALLER_PERCENT = 5;

  private static final int PERCENT = 100;

  /** Hours before and after the usual ones at which a part of the day begins. */
  private static final int SPREAD_HOURS = 3;

  private static final int DAY_FROM = 7;
  private static final int EVENING_FROM = 17;
  private static final int NIGHT_FROM = 21;

  /** A type and the writer of its current version. */
  private record Output(EventType type, GenericDatumWriter<GenericRecord> writer) {
    GenericRecord start(long timeMs) {
      GenericRecord record = new GenericData.Record(type.current().schema());
      record.put("eventTime", timeMs);
      return record;
    }
  }

  private final Map<String, Output> outputs = new HashMap<>();
  private final AvroBuffer buffer = new AvroBuffer();

  /**
   * Creates a writer for the types of {@code catalogue}.
   *
   * @throws ConfigurationException if it is not of the domain number-translation
   */
  ServiceWriter(Catalogue catalogue) {
    for (String name : TYPES) {
      EventType type = catalogue.find(name);
      if (type == null) {
        throw ConfigurationException.of(
            "catalogue " + catalogue.domain(),
            "has no type " + name + "; the feed is of the domain number-translation only");
      }
      outputs.put(name, new Output(type, new GenericDatumWriter<>(type.current().schema())));
    }
  }

  private Output output(String typeName) {
    return Objects.requireNonNull(outputs.get(typeName), typeName);
  }

  /** Returns a report that has nothing but its time. */
  FeedEvent report(String typeName, String number, long timeMs) throws IOException {
    Output output = output(typeName);
    return event(output, output.start(timeMs), number, timeMs);
  }

  /**
   * Returns an addition or a modification with a whole entry.
   *
   * @param index the number's index, which determines the subscriber
   * @param chance determines everything else
   */
  FeedEvent entry(String typeName, String number, long timeMs, int index, SplittableRandom chance)
      throws IOException {
    Output output = output(typeName);
    GenericRecord entry = output.start(timeMs);
    entry.put("subscriber", "Subscriber " + index / NUMBERS_A_SUBSCRIBER);
    Schema charging = entry.getSchema().getField("charging").schema();
    boolean caller = chance.nextInt(PERCENT) < CALLER_PERCENT;
    entry.put("charging", new GenericData.EnumSymbol(charging, caller ? "CALLER" : "REVERSE"));
    entry.put("zone", ZONES.get(chance.nextInt(ZONES.size())));
    entry.put("dayFrom", DAY_FROM + chance.nextInt(SPREAD_HOURS));
    entry.put("eveningFrom", EVENING_FROM + chance.nextInt(SPREAD_HOURS));
    entry.put("nightFrom", NIGHT_FROM + chance.nextInt(SPREAD_HOURS));
    entry.put("defaultTarget", target(chance));
    for (String region : REGIONS) {
      for (String band : BANDS) {
        if (chance.nextInt(PERCENT) < OWN_PERCENT.getOrDefault(band, 0)) {
          entry.put(region + band, target(chance));
        }
      }
    }
    return event(output, entry, number, timeMs);
  }

  private static String target(SplittableRandom chance) {
    return TARGET_PREFIX + String.valueOf(TARGETS + chance.nextInt(TARGETS)).substring(1);
  }

  /** Returns a count of calls. */
  FeedEvent counts(String number, long timeMs, SplittableRandom chance) throws IOException {
    Output output = output(COUNTS);
    GenericRecord counts = output.start(timeMs);
    int calls = chance.nextInt(MAX_CALLS);
    counts.put("calls", calls);
    counts.put("missed", chance.nextInt(calls + 1));
    return event(output, counts, number, timeMs);
  }

  private FeedEvent event(Output output, GenericRecord record, String number, long timeMs)
      throws IOException {
    output.writer().write(record, buffer.start(output.type().current().id()));
    return new FeedEvent(output.type(), number, timeMs, buffer.toBytes());
  }
}
