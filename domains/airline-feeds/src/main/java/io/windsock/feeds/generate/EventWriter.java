package io.windsock.feeds.generate;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventType;
import io.windsock.feeds.AvroBuffer;
import io.windsock.feeds.FeedEvent;
import java.io.IOException;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.Encoder;
import org.jspecify.annotations.Nullable;

/**
 * Encodes the events of the airline domain. All but the status events are encoded field by field,
 * which requires the schemas to have exactly these fields; the constructor checks that. Not
 * thread-safe.
 */
final class EventWriter {
  private static final double DEGREE_STEPS = 1e5;
  private static final float TENTHS = 10f;

  /** The index of the value's branch in a union of null and a type. */
  private static final int VALUE = 1;

  private final EventType position;
  private final EventType boarding;
  private final EventType baggage;
  private final EventType crew;
  private final EventType status;
  private final Schema crewStatus;
  private final Schema statusCode;
  private final GenericDatumWriter<GenericRecord> statusWriter;
  private final AvroBuffer buffer = new AvroBuffer();

  /**
   * Creates a writer for the types of {@code catalogue}.
   *
   * @throws ConfigurationException if it is not the airline domain
   */
  EventWriter(Catalogue catalogue) {
    position =
        type(
            catalogue,
            "FlightPosition",
            "eventTime latitude longitude altitudeFt groundSpeedKt trackDeg verticalRateFpm"
                + " onGround callsign icao24 squawk");
    boarding = type(catalogue, "BoardingEvent", "eventTime gate boarded expected seat");
    baggage = type(catalogue, "BaggageEvent", "eventTime loaded expected tag");
    crew = type(catalogue, "CrewEvent", "eventTime status onBoard required");
    status = type(catalogue, "FlightStatus", "");
    crewStatus = crew.current().schema().getField("status").schema();
    Schema schema = status.current().schema();
    statusCode = schema.getField("status").schema();
    statusWriter = new GenericDatumWriter<>(schema);
  }

  private static EventType type(Catalogue catalogue, String name, String fields) {
    EventType type = catalogue.find(name);
    if (type == null) {
      throw ConfigurationException.of(
          "catalogue " + catalogue.domain(),
          "has no type " + name + "; a feed is generated for the airline domain only");
    }
    List<String> found =
        type.current().schema().getFields().stream().map(Schema.Field::name).toList();
    if (!fields.isEmpty() && !found.equals(List.of(fields.split(" ")))) {
      throw ConfigurationException.of(
          "catalogue " + catalogue.domain(),
          name + " has the fields " + found + "; the generated feed writes " + fields);
    }
    return type;
  }

  private Encoder start(EventType type, long timeMs) throws IOException {
    Encoder out = buffer.start(type.current().id());
    out.writeLong(timeMs);
    return out;
  }

  private static void text(Encoder out, @Nullable String text) throws IOException {
    if (text == null) {
      out.writeIndex(0);
    } else {
      out.writeIndex(VALUE);
      out.writeString(text);
    }
  }

  private static void real(Encoder out, double value) throws IOException {
    out.writeIndex(VALUE);
    out.writeFloat((float) value);
  }

  private static double tenths(double value) {
    return Math.round(value * TENTHS) / TENTHS;
  }

  /** Returns the encoded fields that are the same in all positions of a leg. */
  byte[] positionTail(Leg.Aircraft aircraft) throws IOException {
    Encoder out = buffer.startBare();
    text(out, aircraft.callsign());
    text(out, aircraft.icao24());
    text(out, aircraft.squawk());
    return buffer.toBytes();
  }

  FeedEvent position(String key, long timeMs, Fix fix, byte[] tail) throws IOException {
    Encoder out = start(position, timeMs);
    out.writeDouble(Math.rint(fix.latitude * DEGREE_STEPS) / DEGREE_STEPS);
    out.writeDouble(Math.rint(fix.longitude * DEGREE_STEPS) / DEGREE_STEPS);
    out.writeIndex(VALUE);
    out.writeLong(Math.round(fix.altitudeFt / 25) * 25);
    real(out, tenths(fix.groundSpeedKt));
    real(out, tenths(fix.trackDeg));
    real(out, Math.round(fix.verticalRateFpm / 64) * 64f);
    out.writeIndex(VALUE);
    out.writeBoolean(fix.onGround);
    out.writeFixed(tail);
    return new FeedEvent(position, key, timeMs, buffer.toBytes());
  }

  FeedEvent boarding(
      String key, long timeMs, @Nullable String gate, int boarded, int expected, String seat)
      throws IOException {
    Encoder out = start(boarding, timeMs);
    text(out, gate);
    out.writeInt(boarded);
    out.writeInt(expected);
    text(out, seat);
    return new FeedEvent(boarding, key, timeMs, buffer.toBytes());
  }

  FeedEvent baggage(String key, long timeMs, int loaded, int expected, String tag)
      throws IOException {
    Encoder out = start(baggage, timeMs);
    out.writeInt(loaded);
    out.writeInt(expected);
    text(out, tag);
    return new FeedEvent(baggage, key, timeMs, buffer.toBytes());
  }

  FeedEvent crew(String key, long timeMs, String symbol, int onBoard, int required)
      throws IOException {
    Encoder out = start(crew, timeMs);
    out.writeEnum(crewStatus.getEnumOrdinal(symbol));
    out.writeInt(onBoard);
    out.writeInt(required);
    return new FeedEvent(crew, key, timeMs, buffer.toBytes());
  }

  /** Returns a status event with only these two fields. */
  GenericRecord status(long timeMs, String symbol) {
    GenericRecord event = new GenericData.Record(status.current().schema());
    event.put("eventTime", timeMs);
    event.put("status", new GenericData.EnumSymbol(statusCode, symbol));
    return event;
  }

  FeedEvent status(String key, long timeMs, GenericRecord event) throws IOException {
    statusWriter.write(event, buffer.start(status.current().id()));
    return new FeedEvent(status, key, timeMs, buffer.toBytes());
  }
}
