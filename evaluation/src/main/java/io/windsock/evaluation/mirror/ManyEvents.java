package io.windsock.evaluation.mirror;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.EventType;
import java.nio.charset.StandardCharsets;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;

/** Two events for each of many flights: its status with times and airports, and a position. */
final class ManyEvents {
  private static final long START_MS = 1_760_000_000_000L;
  private static final String[] AIRPORTS = {"EGLL", "CYYZ", "KATL", "EDDF", "LFPG", "KJFK"};

  private ManyEvents() {}

  static void write(MirrorLog log, int flights) {
    Catalogue catalogue = Catalogue.builtIn("airline");
    EventCodec codec = new EventCodec(catalogue);
    EventType status = catalogue.type("FlightStatus");
    EventType position = catalogue.type("FlightPosition");
    for (int flight = 0; flight < flights; flight++) {
      log.write(key(flight), codec.encode(status, status(status, flight)));
    }
    for (int flight = 0; flight < flights; flight++) {
      log.write(key(flight), codec.encode(position, position(position, flight)));
    }
  }

  private static byte[] key(int flight) {
    return ("2025-10-09/BA" + flight + "/EGLL").getBytes(StandardCharsets.UTF_8);
  }

  private static GenericRecord status(EventType type, int flight) {
    Schema schema = type.current().schema();
    GenericRecord event = new GenericData.Record(schema);
    event.put("eventTime", START_MS + flight);
    event.put(
        "status", new GenericData.EnumSymbol(schema.getField("status").schema(), "SCHEDULED"));
    event.put("flightNumber", "BA" + flight);
    event.put("airline", "BA");
    event.put("origin", AIRPORTS[flight % AIRPORTS.length]);
    event.put("destination", AIRPORTS[(flight + 1) % AIRPORTS.length]);
    event.put("scheduledDeparture", START_MS + 60_000L * (flight % 1440));
    event.put("scheduledArrival", START_MS + 60_000L * (flight % 1440 + 90));
    event.put("gate", "B" + flight % 50);
    return event;
  }

  private static GenericRecord position(EventType type, int flight) {
    GenericRecord event = new GenericData.Record(type.current().schema());
    event.put("eventTime", START_MS + flight);
    event.put("latitude", flight % 90 + 0.5);
    event.put("longitude", flight % 180 + 0.5);
    event.put("altitudeFt", flight % 40_000);
    event.put("callsign", "BAW" + flight);
    return event;
  }
}
