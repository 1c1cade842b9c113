package io.windsock.rules;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.EventType;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecordBuilder;
import org.jspecify.annotations.Nullable;

/** Framed events of the airline domain, with what a rule looks at. */
final class AirlineEvents {
  static final Catalogue CATALOGUE = Catalogue.builtIn("airline");
  private static final EventCodec CODEC = new EventCodec(CATALOGUE);

  private AirlineEvents() {}

  static byte[] position(long eventTimeMs) {
    return position(eventTimeMs, "BAW123");
  }

  static byte[] position(long eventTimeMs, String callsign) {
    EventType type = CATALOGUE.type("FlightPosition");
    return encode(
        type,
        new GenericRecordBuilder(type.current().schema())
            .set("eventTime", eventTimeMs)
            .set("latitude", 51.4775)
            .set("longitude", -0.4614)
            .set("altitudeFt", 12000)
            .set("groundSpeedKt", 310.5f)
            .set("trackDeg", 271f)
            .set("verticalRateFpm", -640f)
            .set("onGround", false)
            .set("callsign", callsign)
            .set("icao24", "40621d"));
  }

  static byte[] status(long eventTimeMs, String status) {
    return status(eventTimeMs, status, null);
  }

  static byte[] status(long eventTimeMs, String status, @Nullable String gate) {
    EventType type = CATALOGUE.type("FlightStatus");
    Schema codes = type.current().schema().getField("status").schema();
    return encode(
        type,
        new GenericRecordBuilder(type.current().schema())
            .set("eventTime", eventTimeMs)
            .set("status", new GenericData.EnumSymbol(codes, status))
            .set("flightNumber", "BA123")
            .set("gate", gate));
  }

  static byte[] boarding(long eventTimeMs, int boarded) {
    EventType type = CATALOGUE.type("BoardingEvent");
    return encode(
        type,
        new GenericRecordBuilder(type.current().schema())
            .set("eventTime", eventTimeMs)
            .set("boarded", boarded)
            .set("expected", 180));
  }

  private static byte[] encode(EventType type, GenericRecordBuilder event) {
    synchronized (CODEC) {
      return CODEC.encode(type, event.build());
    }
  }
}
