package io.windsock.ede;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.ede.definition.FieldShape;
import io.windsock.ede.view.ViewDefinition;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ViewDefinitionTest {
  private static final Catalogue CATALOGUE = Catalogue.builtIn("airline");
  private static final EdeDefinition DEFINITION = EdeDefinition.builtIn(CATALOGUE);
  private static final Ede ENGINE = new Ede(DEFINITION);
  private static final String EDE =
      "events: {FlightPosition: {}, FlightStatus: {}, BoardingEvent: {}, BaggageEvent: {},"
          + " CrewEvent: {}}";

  private static GenericRecord state(@Nullable Object... fields) {
    GenericRecord state = ENGINE.create();
    for (int i = 0; i < fields.length; i += 2) {
      state.put(String.valueOf(fields[i]), fields[i + 1]);
    }
    return state;
  }

  private static ViewDefinition airline(String name) {
    return requireNonNull(DEFINITION.view(name));
  }

  private static ViewDefinition view(String yaml) {
    return EdeDefinition.parse(EDE, "views: {v: {" + yaml + "}}", CATALOGUE).views().get(0);
  }

  private static GenericData.EnumSymbol status(String symbol) {
    return new GenericData.EnumSymbol(
        FieldShape.of(CATALOGUE.stateType().current().schema().getField("status")).schema(),
        symbol);
  }

  private static String row(ViewDefinition view, GenericRecord state) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      view.writeRow("BA1/2017-08-02", state, json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  @Test
  void shouldHaveTheViewsOfTheBoard() {
    assertThat(DEFINITION.views())
        .extracting(ViewDefinition::name)
        .containsExactly("arrivals", "departures", "all");
    assertThat(airline("arrivals").parameter()).isEqualTo("airport");
    assertThat(airline("all").parameter()).isNull();
    assertThat(airline("arrivals").columns())
        .startsWith("key", "scheduled", "estimated", "flight")
        .contains("from", "to", "gate", "belt", "status", "latitude", "version", "lastEventTime");
    assertThat(DEFINITION.view("weather")).isNull();
  }

  @Test
  void shouldPutAFlightUnderItsAirports() {
    GenericRecord state = state("origin", "EHAM", "destination", "EGLL");

    assertThat(airline("arrivals").group(state)).isEqualTo("EGLL");
    assertThat(airline("departures").group(state)).isEqualTo("EHAM");
    assertThat(airline("all").group(state)).isEmpty();
    assertThat(airline("arrivals").group(state("origin", "EHAM"))).isNull();
    assertThat(airline("all").group(state())).isEmpty();
  }

  @Test
  void shouldLeaveOutWhatNoIndexCanHold() {
    ViewDefinition arrivals = airline("arrivals");

    assertThat(arrivals.group(state("destination", ""))).isNull();
    assertThat(arrivals.group(state("destination", "EG\0LL"))).isNull();
    assertThat(arrivals.group(state("destination", "E".repeat(201)))).isNull();
    assertThat(arrivals.group(state("destination", "E".repeat(200)))).hasSize(200);
  }

  @Test
  void shouldHoldOnlyWhatFulfilsItsCondition() {
    ViewDefinition view = view("where: \"status == 'AT_GATE' && gate != 'X'\", columns: {g: gate}");

    assertThat(view.group(state("status", status("AT_GATE"), "gate", "A"))).isEmpty();
    assertThat(view.group(state("status", status("AT_GATE"), "gate", "X"))).isNull();
    assertThat(view.group(state("status", status("OFF"), "gate", "A"))).isNull();
    assertThat(view.group(state("status", status("AT_GATE")))).isNull();
  }

  @Test
  void shouldReadEveryKindOfFieldInAConditionAndOrderBySomeOfThem() {
    ViewDefinition view =
        view(
            "where: \"altitudeFt > 100 && latitude > 1.5 && trackDeg < 2.5 && onGround &&"
                + " positionTime >= 7 && !arrived && callsign.startsWith('BA')\", columns: {g:"
                + " gate}");
    GenericRecord state =
        state(
            "altitudeFt",
            101,
            "latitude",
            1.6,
            "trackDeg",
            2.4f,
            "onGround",
            true,
            "positionTime",
            7L,
            "callsign",
            "BAW1");

    assertThat(view.group(state)).isEmpty();
    state.put("onGround", false);
    assertThat(view.group(state)).isNull();
  }

  @Test
  void shouldWriteWhatIsKnownAsJson() {
    GenericRecord state =
        state(
            "scheduledArrival",
            1_501_675_200_000L,
            "flightNumber",
            "BA\"1",
            "status",
            status("AT_GATE"),
            "latitude",
            51.25,
            "longitude",
            Double.NaN,
            "groundSpeedKt",
            12.5f,
            "onGround",
            true,
            "version",
            9L,
            "lastEventTime",
            7L);

    assertThat(row(airline("arrivals"), state))
        .isEqualTo(
            "{\"key\":\"BA1/2017-08-02\",\"scheduled\":1501675200000,\"flight\":\"BA\\\"1\","
                + "\"status\":\"AT_GATE\",\"latitude\":51.25,\"groundSpeedKt\":12.5,"
                + "\"onGround\":true,\"version\":9,\"lastEventTime\":7}");
  }

  @Test
  void shouldTakeTheFirstOfSeveralFieldsThatIsKnown() {
    ViewDefinition view = view("columns: {t: [actualOn, estimatedArrival, scheduledArrival]}");

    assertThat(row(view, state("scheduledArrival", 3L, "estimatedArrival", 2L)))
        .contains("\"t\":2");
    assertThat(row(view, state("scheduledArrival", 3L))).contains("\"t\":3");
    assertThat(row(view, state())).isEqualTo("{\"key\":\"BA1/2017-08-02\"}");
  }

  @Test
  void shouldOrderArrivalsByTimeThenFlightAndTheTimelessLast() {
    ViewDefinition arrivals = airline("arrivals");
    List<GenericRecord> inOrder =
        List.of(
            state("scheduledArrival", -5L),
            state("scheduledArrival", 100L, "flightNumber", "BA1"),
            state("scheduledArrival", 100L, "flightNumber", "BA10"),
            state("scheduledArrival", 100L, "flightNumber", "BA2"),
            state("scheduledArrival", 100L),
            state("estimatedArrival", 101L),
            state("scheduledArrival", 1_501_675_200_000L),
            state("flightNumber", "AA1"),
            state());

    for (int i = 1; i < inOrder.size(); i++) {
      byte[] before = arrivals.orderKey(inOrder.get(i - 1));
      byte[] after = arrivals.orderKey(inOrder.get(i));
      assertThat(Arrays.compareUnsigned(before, after)).as("row %d", i).isNegative();
    }
  }

  @Test
  void shouldOrderBytesAsValuesAndNeverMakeOneKeyTheBeginningOfAnother() {
    long seed = Long.getLong("windsock.seed", System.nanoTime());
    Random random = new Random(seed);
    ViewDefinition view =
        view("order: [gate, altitudeFt, trackDeg, status, onGround, latitude], columns: {g: gate}");
    for (int i = 0; i < 20_000; i++) {
      GenericRecord one = random(random);
      GenericRecord other = random(random);
      byte[] oneKey = view.orderKey(one);
      byte[] otherKey = view.orderKey(other);

      int expected = Integer.signum(compare(one, other));
      assertThat(Integer.signum(Arrays.compareUnsigned(oneKey, otherKey)))
          .as("seed %d: %s and %s", seed, one, other)
          .isEqualTo(expected);
      if (expected != 0) {
        int mismatch = Arrays.mismatch(oneKey, otherKey);
        assertThat(mismatch).isLessThan(Math.min(oneKey.length, otherKey.length));
      }
    }
  }

  private static GenericRecord random(Random random) {
    List<String> codes = List.of("OFF", "OUT", "AT_GATE");
    List<String> gates = List.of("A", "A\0", "A\0\0", "AB", "B", "é", "");
    return state(
        "gate", maybe(random, gates.get(random.nextInt(gates.size()))),
        "altitudeFt", maybe(random, random.nextInt(3) - 1),
        "trackDeg", maybe(random, random.nextInt(3) - 1.5f),
        "status", maybe(random, status(codes.get(random.nextInt(3)))),
        "onGround", maybe(random, random.nextBoolean()),
        "latitude", maybe(random, random.nextGaussian()));
  }

  private static @Nullable Object maybe(Random random, Object value) {
    return random.nextInt(4) == 0 ? null : value;
  }

  private static int compare(GenericRecord one, GenericRecord other) {
    for (String field :
        List.of("gate", "altitudeFt", "trackDeg", "status", "onGround", "latitude")) {
      int order = compare(one.get(field), other.get(field));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static int compare(@Nullable Object one, @Nullable Object other) {
    if (one == null || other == null) {
      return one == other ? 0 : one == null ? 1 : -1;
    }
    if (one instanceof GenericData.EnumSymbol symbol) {
      return symbol.getSchema().getEnumOrdinal(symbol.toString())
          - symbol.getSchema().getEnumOrdinal(other.toString());
    }
    return ((Comparable) one).compareTo(other);
  }

  @Test
  void shouldBoundWhatATextAddsToAKey() {
    byte[] key =
        view("order: [gate], columns: {g: gate}").orderKey(state("gate", "x".repeat(5000)));

    assertThat(key.length).isLessThan(64 + 4);
  }

  @Test
  void shouldListItsColumnsInTheOrderOfTheFile() {
    String names =
        view("columns: {b: belt, a: gate}").columns().stream().collect(Collectors.joining(","));

    assertThat(names).isEqualTo("key,b,a");
  }

  @Test
  void shouldSayWhatTheValuesOfItsColumnsAre() {
    assertThat(
            view("columns: {s: scheduledArrival, g: gate, a: altitudeFt, o: onGround, v: version}")
                .kinds())
        .containsExactly(
            new ViewDefinition.Column("key", ViewDefinition.Kind.TEXT),
            new ViewDefinition.Column("s", ViewDefinition.Kind.TIME),
            new ViewDefinition.Column("g", ViewDefinition.Kind.TEXT),
            new ViewDefinition.Column("a", ViewDefinition.Kind.NUMBER),
            new ViewDefinition.Column("o", ViewDefinition.Kind.BOOLEAN),
            new ViewDefinition.Column("v", ViewDefinition.Kind.NUMBER));
  }
}
