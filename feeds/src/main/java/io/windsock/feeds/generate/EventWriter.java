package io.windsock.feeds.generate;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventType;
import io.windsock.feeds.FeedEvent;
import java.util.List;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Writes the events of the airline domain. They are written field by field, which needs the schemas
 * to have exactly these fields; that is checked once. Not safe for use by two threads.
 */
final class EventWriter {
  private static final double DEGREE_STEPS = 1e5;
  private static final float TENTHS = 10f;

  private final EventType position;
  private final EventType boarding;
  private final EventType baggage;
  private final EventType crew;
  private final EventType status;
  private final Schema crewStatus;
  private final StatusFields statusFields;
  private final AvroBuffer buffer = new AvroBuffer();

  /**
   * For the types of {@code catalogue}.
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
    statusFields = new StatusFields(status);
    crewStatus = crew.current().schema().getField("status").schema();
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

  /** The fields of a leg's positions that do not change. */
  byte[] positionTail(Leg.Aircraft aircraft) {
    return buffer
        .startPart()
        .optionalText(aircraft.callsign())
        .optionalText(aircraft.icao24())
        .optionalText(aircraft.squawk())
        .copy();
  }

  FeedEvent position(String key, long timeMs, Fix fix, byte[] tail) {
    byte[] value =
        buffer
            .start(position.current().id())
            .whole(timeMs)
            .real(Math.rint(fix.latitude * DEGREE_STEPS) / DEGREE_STEPS)
            .real(Math.rint(fix.longitude * DEGREE_STEPS) / DEGREE_STEPS)
            .optionalWhole(Math.round(fix.altitudeFt / 25) * 25)
            .optionalReal(tenths(fix.groundSpeedKt))
            .optionalReal(tenths(fix.trackDeg))
            .optionalReal(Math.round(fix.verticalRateFpm / 64) * 64f)
            .optionalFlag(fix.onGround)
            .raw(tail)
            .copy();
    return new FeedEvent(position, key, timeMs, value);
  }

  private static float tenths(double value) {
    return Math.round(value * TENTHS) / TENTHS;
  }

  FeedEvent boarding(
      String key, long timeMs, @Nullable String gate, int boarded, int expected, String seat) {
    byte[] value =
        buffer
            .start(boarding.current().id())
            .whole(timeMs)
            .optionalText(gate)
            .whole(boarded)
            .whole(expected)
            .optionalText(seat)
            .copy();
    return new FeedEvent(boarding, key, timeMs, value);
  }

  FeedEvent baggage(String key, long timeMs, int loaded, int expected, String tag) {
    byte[] value =
        buffer
            .start(baggage.current().id())
            .whole(timeMs)
            .whole(loaded)
            .whole(expected)
            .optionalText(tag)
            .copy();
    return new FeedEvent(baggage, key, timeMs, value);
  }

  FeedEvent crew(String key, long timeMs, String symbol, int onBoard, int required) {
    byte[] value =
        buffer
            .start(crew.current().id())
            .whole(timeMs)
            .whole(crewStatus.getEnumOrdinal(symbol))
            .whole(onBoard)
            .whole(required)
            .copy();
    return new FeedEvent(crew, key, timeMs, value);
  }

  /** A status event with only these two fields; the next one is begun in the same object. */
  StatusFields status(long timeMs, String symbol) {
    return statusFields.start(timeMs, symbol);
  }

  FeedEvent status(String key, StatusFields event) {
    return new FeedEvent(status, key, event.timeMs(), event.encode(buffer));
  }
}
