package io.windsock.topology;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.EventType;
import java.nio.charset.StandardCharsets;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecordBuilder;

/** Framed events of the airline domain. */
public final class Events {
  public static final Catalogue CATALOGUE = Catalogue.airline();
  private static final EventCodec CODEC = new EventCodec(CATALOGUE);

  private Events() {}

  public static byte[] key(String flight) {
    return flight.getBytes(StandardCharsets.UTF_8);
  }

  public static byte[] position(long eventTimeMs) {
    return encode(
        "FlightPosition",
        builder("FlightPosition", eventTimeMs)
            .set("latitude", 51.4775)
            .set("longitude", -0.4614)
            .set("altitudeFt", 12000)
            .set("callsign", "BAW123"));
  }

  public static byte[] status(long eventTimeMs, String code) {
    var schema = CATALOGUE.type("FlightStatus").current().schema().getField("status").schema();
    return encode(
        "FlightStatus",
        builder("FlightStatus", eventTimeMs)
            .set("status", new GenericData.EnumSymbol(schema, code)));
  }

  public static byte[] boarding(long eventTimeMs, int boarded) {
    return encode(
        "BoardingEvent",
        builder("BoardingEvent", eventTimeMs).set("boarded", boarded).set("expected", 180));
  }

  private static GenericRecordBuilder builder(String type, long eventTimeMs) {
    return new GenericRecordBuilder(CATALOGUE.type(type).current().schema())
        .set("eventTime", eventTimeMs);
  }

  private static byte[] encode(String name, GenericRecordBuilder event) {
    EventType type = CATALOGUE.type(name);
    synchronized (CODEC) {
      return CODEC.encode(type, event.build());
    }
  }
}
