package io.windsock.ede;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.contracts.wire.Marker;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class EdeTest {
  private static final Catalogue CATALOGUE = Catalogue.builtIn("airline");
  private static final EdeDefinition DEFINITION = EdeDefinition.builtIn(CATALOGUE);

  private final Ede ede = new Ede(DEFINITION);

  private static byte[] event(String type, long timeMs, Object... fields) {
    return Events.event(CATALOGUE, type, timeMs, fields);
  }

  private static byte[] position(long timeMs, double latitude, Object... fields) {
    Object[] all = Arrays.copyOf(fields, fields.length + 4);
    all[fields.length] = "latitude";
    all[fields.length + 1] = latitude;
    all[fields.length + 2] = "longitude";
    all[fields.length + 3] = 0.0;
    return event("FlightPosition", timeMs, all);
  }

  private static byte[] status(long timeMs, String status, Object... fields) {
    Object[] all = Arrays.copyOf(fields, fields.length + 2);
    all[fields.length] = "status";
    all[fields.length + 1] = status;
    return event("FlightStatus", timeMs, all);
  }

  private static byte[] boarding(long timeMs, int boarded, int expected, Object... fields) {
    Object[] all = Arrays.copyOf(fields, fields.length + 4);
    all[fields.length] = "boarded";
    all[fields.length + 1] = boarded;
    all[fields.length + 2] = "expected";
    all[fields.length + 3] = expected;
    return event("BoardingEvent", timeMs, all);
  }

  private static byte[] arrival(long timeMs, byte[]... parts) {
    List<ByteBuffer> carried = Stream.of(parts).map(ByteBuffer::wrap).toList();
    return event("FlightArrived", timeMs, "parts", carried);
  }

  private static byte[] coalesced(byte[]... parts) {
    return Events.coalesced(CATALOGUE, 0, parts);
  }

  /** What it shows, the events in the order of the log, then names and values of the state. */
  static Stream<Arguments> eventsAndStates() {
    return Stream.of(
        arguments(
            "a later position replaces an earlier one",
            List.of(position(10, 1.0), position(20, 2.0)),
            List.of("latitude=2.0", "positionTime=20", "lastEventTime=20", "lateEvents=0")),
        arguments(
            "a late position changes nothing that a newer one said",
            List.of(position(20, 2.0), position(10, 1.0)),
            List.of("latitude=2.0", "positionTime=20", "events=2", "lateEvents=1", "version=2")),
        arguments(
            "a position is replaced as a whole, nulls included",
            List.of(position(10, 1.0, "altitudeFt", 3000, "squawk", "7000"), position(20, 2.0)),
            List.of("altitudeFt=null", "squawk=null")),
        arguments(
            "a null says nothing about a field with a clock of its own",
            List.of(position(10, 1.0, "callsign", "BAW1"), position(20, 2.0)),
            List.of("callsign=BAW1")),
        arguments(
            "a late event sets what nothing newer has said",
            List.of(position(20, 2.0), position(10, 1.0, "callsign", "BAW1", "icao24", "40621d")),
            List.of("latitude=2.0", "callsign=BAW1", "icao24=40621d", "lateEvents=1")),
        arguments(
            "of two events of one ms the later in the log wins",
            List.of(position(10, 1.0), position(10, 2.0)),
            List.of("latitude=2.0", "lateEvents=0")),
        arguments(
            "streams do not disturb each other",
            List.of(status(50, "OFF", "gate", "A1"), position(10, 1.0), boarding(20, 3, 9)),
            List.of("status=OFF", "gate=A1", "latitude=1.0", "boarded=3", "lateEvents=0")),
        arguments(
            "each field of a status has its own clock",
            List.of(
                status(30, "BOARDING", "gate", "A3"),
                status(10, "SCHEDULED", "gate", "A1", "belt", "7"),
                status(20, "DELAYED", "gate", "A2", "reason", "fog")),
            List.of("status=BOARDING", "gate=A3", "belt=7", "reason=fog", "statusTime=30")),
        arguments(
            "two types share the clock of a field",
            List.of(boarding(30, 1, 9, "gate", "B3"), status(20, "BOARDING", "gate", "B2")),
            List.of("gate=B3", "status=BOARDING", "lateEvents=1")),
        arguments(
            "crew and baggage",
            List.of(
                event("CrewEvent", 10, "status", "ON_BOARD", "onBoard", 6, "required", 7),
                event("BaggageEvent", 10, "loaded", 6, "expected", 7)),
            List.of("crewStatus=ON_BOARD", "crewOnBoard=6", "crewRequired=7", "bagsLoaded=6")),
        arguments(
            "an arrival stands for the status events that it sums up",
            List.of(
                status(10, "OFF"),
                event("FlightArrived", 40, "landedAt", 30L, "atGateAt", 40L, "gate", "C4")),
            List.of("status=AT_GATE", "arrived=true", "gate=C4", "events=2")),
        arguments(
            "an arrival brings its parts",
            List.of(arrival(40, status(30, "LANDED", "belt", "7"), status(40, "AT_GATE"))),
            List.of("status=AT_GATE", "arrived=true", "belt=7", "events=3", "version=1")),
        arguments(
            "an arrival in a coalesced update brings its parts",
            List.of(
                coalesced(
                    position(20, 1.0),
                    arrival(40, status(30, "LANDED", "belt", "7"), status(40, "AT_GATE")),
                    status(50, "DELAYED"))),
            List.of("status=DELAYED", "arrived=true", "belt=7", "events=5", "version=1")),
        arguments(
            "an arrival older than the status leaves it",
            List.of(status(50, "DIVERTED"), event("FlightArrived", 40, "gate", "C4")),
            List.of("status=DIVERTED", "arrived=true", "gate=C4", "lateEvents=1")),
        arguments(
            "an event that sets nothing is counted",
            List.of(event("AllBoarded", 40, "boarded", 4)),
            List.of("lastEventTime=40", "events=1", "boarded=null", "allBoarded=false")),
        arguments(
            "a coalesced update counts part by part",
            List.of(coalesced(position(10, 1.0), status(11, "OFF"), position(12, 2.0))),
            List.of("latitude=2.0", "status=OFF", "events=3", "version=1", "lastEventTime=12")),
        arguments(
            "times before 1970 are times",
            List.of(position(-20, 1.0), position(-30, 2.0)),
            List.of("latitude=1.0", "positionTime=-20", "lastEventTime=-20")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("eventsAndStates")
  void shouldMakeTheState(String what, List<byte[]> log, List<String> expected) throws Exception {
    GenericRecord state = ede.create();
    for (int i = 0; i < log.size(); i++) {
      ede.apply(state, log.get(i), i + 1L);
    }

    assertThat(expected)
        .allSatisfy(
            pair -> {
              String name = pair.substring(0, pair.indexOf('='));
              assertThat(name + "=" + state.get(name)).isEqualTo(pair);
            });
  }

  @Test
  void shouldDeriveAllBoardedOnce() throws Exception {
    GenericRecord state = ede.apply(null, boarding(10, 99, 100), 1).state();

    Applied full = ede.apply(state, boarding(11, 100, 100), 2);

    assertThat(full.derived()).extracting(d -> d.type().name()).containsExactly("AllBoarded");
    GenericRecord derived = Events.decode(CATALOGUE, full.derived().get(0).value());
    assertThat(derived.get("boarded")).isEqualTo(100);
    assertThat(derived.get("eventTime")).isEqualTo(11L);
    assertThat(state.get("allBoarded")).isEqualTo(true);
    assertThat(ede.apply(state, boarding(12, 99, 100), 3).derived()).isEmpty();
    assertThat(ede.apply(state, boarding(13, 100, 100), 4).derived()).isEmpty();
  }

  @Test
  void shouldNotDeriveAllBoardedWhereNobodyIsExpected() throws Exception {
    assertThat(ede.apply(null, boarding(10, 0, 0), 1).derived()).isEmpty();
  }

  @Test
  void shouldDeriveAllBaggageLoaded() throws Exception {
    Applied applied = ede.apply(null, event("BaggageEvent", 9, "loaded", 7, "expected", 7), 1);

    assertThat(Events.decode(CATALOGUE, applied.derived().get(0).value()))
        .hasToString("{\"eventTime\": 9, \"loaded\": 7}");
  }

  @Test
  void shouldDeriveTheArrivalWithWhatIsKnownOfIt() throws Exception {
    GenericRecord state = ede.apply(null, status(30, "LANDED", "actualOn", 29L), 1).state();

    Applied applied = ede.apply(state, status(40, "AT_GATE", "gate", "C4"), 2);

    GenericRecord arrived = Events.decode(CATALOGUE, applied.derived().get(0).value());
    assertThat(arrived.get("landedAt")).isEqualTo(29L);
    assertThat(arrived.get("atGateAt")).isEqualTo(40L);
    assertThat(arrived.get("gate")).hasToString("C4");
  }

  @Test
  void shouldHandOnTheArrivalThatItWasToldOf() throws Exception {
    byte[] arrival = event("FlightArrived", 40, "gate", "C4");

    Applied told = ede.apply(null, arrival, 1);

    assertThat(told.derived()).hasSize(1);
    assertThat(told.derived().get(0).value()).isEqualTo(arrival);
    assertThat(ede.apply(told.state(), arrival, 2).derived()).isEmpty();
    assertThat(ede.apply(told.state(), status(50, "AT_GATE"), 3).derived()).isEmpty();
  }

  @Test
  void shouldDeriveTheArrivalOnceFromPartsAndEvent() throws Exception {
    Applied applied = ede.apply(null, arrival(40, status(40, "AT_GATE", "gate", "C4")), 1);

    assertThat(applied.derived()).hasSize(1);
    GenericRecord arrived = Events.decode(CATALOGUE, applied.derived().get(0).value());
    assertThat(arrived.get("gate")).hasToString("C4");
    assertThat(arrived.get("parts")).isNull();
  }

  @Test
  void shouldDeriveInsideACoalescedUpdateThoughTheLastPartUndoesIt() throws Exception {
    Applied applied = ede.apply(null, coalesced(boarding(1, 5, 5), boarding(2, 5, 6)), 1);

    assertThat(applied.derived()).extracting(d -> d.type().name()).containsExactly("AllBoarded");
    assertThat(applied.events()).isEqualTo(2);
  }

  @Test
  void shouldTellWhetherContentWasWritten() throws Exception {
    GenericRecord state = ede.apply(null, position(20, 1.0), 1).state();

    assertThat(ede.apply(state, position(10, 2.0), 2).changed()).isFalse();
    assertThat(ede.apply(state, position(10, 2.0, "callsign", "BAW1"), 3).changed()).isTrue();
    assertThat(ede.apply(state, position(21, 2.0), 4).changed()).isTrue();
  }

  @Test
  void shouldNeverLowerTheVersion() throws Exception {
    GenericRecord state = ede.apply(null, position(20, 1.0), 9).state();

    assertThat(ede.apply(state, position(21, 1.0), 7).state().get("version")).isEqualTo(9L);
  }

  @Test
  void shouldLeaveTheStateAsItWasWhereOnePartIsUndecodable() throws Exception {
    GenericRecord state = ede.apply(null, position(20, 1.0), 1).state();
    byte[] before = ede.encode(state);
    byte[] cut = Arrays.copyOf(position(30, 2.0), 20);

    assertThatThrownBy(() -> ede.apply(state, coalesced(position(25, 3.0), cut), 2))
        .isInstanceOf(UndecodableException.class)
        .hasMessage("FlightPosition#101: cut short");
    assertThatThrownBy(() -> ede.apply(state, cut, 2)).isInstanceOf(UndecodableException.class);
    assertThat(ede.encode(state)).isEqualTo(before);
  }

  static Stream<Arguments> undecodable() {
    byte[] marker = Framing.frame(CATALOGUE.id(Marker.class), new byte[40]);
    return Stream.of(
        arguments("no framing", new byte[] {7, 7}, "not in the Confluent framing"),
        arguments("a marker", marker, "schema id 1 is not an event's"),
        arguments("a state", Framing.frame(190, new byte[9]), "schema id 190 is not an event's"),
        arguments("unknown", Framing.frame(999, new byte[9]), "schema id 999 is not an event's"),
        arguments("no parts", coalesced(), "a coalesced update without parts"),
        arguments(
            "parts in parts",
            coalesced(position(1, 1.0), arrival(1, arrival(1, status(1, "OFF")))),
            "a part that carries parts itself"),
        arguments("a bad part", arrival(1, new byte[3]), "not in the Confluent framing"),
        arguments("nested", coalesced(coalesced(marker)), "schema id 2 is not an event's"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("undecodable")
  void shouldSayWhyARecordIsNoEvent(String what, byte[] value, String reason) {
    assertThatThrownBy(() -> ede.apply(null, value, 1))
        .isInstanceOf(UndecodableException.class)
        .hasMessage(reason);
  }
}
