package io.windsock.topology;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.EventType;
import io.windsock.contracts.wire.FunctionSettings;
import io.windsock.contracts.wire.Parameters;
import io.windsock.rules.config.RuleSet;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecordBuilder;
import org.jspecify.annotations.Nullable;

/** Framed events of the airline domain. */
public final class Events {
  public static final Catalogue CATALOGUE = Catalogue.builtIn("airline");
  private static final EventCodec CODEC = new EventCodec(CATALOGUE);

  private Events() {}

  public static byte[] key(String flight) {
    return flight.getBytes(StandardCharsets.UTF_8);
  }

  public static byte[] position(long eventTimeMs) {
    return position(eventTimeMs, "BAW123");
  }

  public static byte[] position(long eventTimeMs, String callsign) {
    return encode(
        "FlightPosition",
        builder("FlightPosition", eventTimeMs)
            .set("latitude", 51.4775)
            .set("longitude", -0.4614)
            .set("altitudeFt", 12000)
            .set("callsign", callsign));
  }

  public static byte[] status(long eventTimeMs, String code) {
    return status(eventTimeMs, code, null);
  }

  static byte[] status(long eventTimeMs, String code, @Nullable String gate) {
    var schema = CATALOGUE.type("FlightStatus").current().schema().getField("status").schema();
    return encode(
        "FlightStatus",
        builder("FlightStatus", eventTimeMs)
            .set("status", new GenericData.EnumSymbol(schema, code))
            .set("gate", gate));
  }

  public static byte[] boarding(long eventTimeMs, int boarded) {
    return encode(
        "BoardingEvent",
        builder("BoardingEvent", eventTimeMs).set("boarded", boarded).set("expected", 180));
  }

  /** A record of the control topic. */
  public static byte[] parameters(
      long epoch, RuleSet rules, String forward, int every, long released) {
    return parameters(epoch, rules.text(), forward, every, released);
  }

  public static byte[] parameters(
      long epoch, String rules, String forward, int every, long released) {
    FunctionSettings function = new FunctionSettings("test", rules, forward, every);
    Parameters parameters =
        Parameters.newBuilder()
            .setEpoch(epoch)
            .setInForce(function)
            .setReleased(released)
            .setBase("test")
            .setFunctions(List.of(function))
            .setAdapted(false)
            .setLevel(0)
            .setInstall("")
            .setAdjustments(List.of())
            .setMonitored(List.of())
            .setPolicy("off")
            .setUpdateDelayGoalMs(0)
            .setStalenessLimitMs(0)
            .setHoldMs(0)
            .setPinned("")
            .setWriter("test")
            .setWrittenAtMs(0)
            .setReason("test")
            .build();
    synchronized (CODEC) {
      return CODEC.encode(parameters);
    }
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
