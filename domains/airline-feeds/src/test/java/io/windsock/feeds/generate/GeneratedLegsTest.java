package io.windsock.feeds.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.feeds.FeedEvent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the events of one flight leg say, taken together. */
class GeneratedLegsTest {
  private static final Catalogue AIRLINE = Catalogue.builtIn("airline");
  private static final double FASTEST_KT = 520;

  /** Which status may follow which; a status may also be told again. */
  private static final Map<String, Set<String>> NEXT =
      Map.of(
          "SCHEDULED", Set.of("SCHEDULED", "DELAYED", "BOARDING", "CANCELLED"),
          "DELAYED", Set.of("DELAYED", "BOARDING", "CANCELLED"),
          "BOARDING", Set.of("OUT"),
          "OUT", Set.of("OFF"),
          "OFF", Set.of("OFF", "DIVERTED", "LANDED"),
          "LANDED", Set.of("AT_RUNWAY"),
          "AT_RUNWAY", Set.of("TAXIING"),
          "TAXIING", Set.of("AT_GATE"));

  private static final Set<String> LAST = Set.of("AT_GATE", "CANCELLED", "DIVERTED");

  /** One leg's events, decoded, by type and in event time. */
  private static final class Leg {
    private final Map<String, List<GenericRecord>> byType = new HashMap<>();

    List<GenericRecord> of(String type) {
      return byType.getOrDefault(type, List.of());
    }

    List<String> statuses() {
      return of("FlightStatus").stream().map(event -> event.get("status").toString()).toList();
    }
  }

  private static Map<String, Leg> legs(GeneratorOptions options) throws UndecodableException {
    EventCodec codec = new EventCodec(AIRLINE);
    Map<String, Leg> legs = new HashMap<>();
    try (GeneratedFeed feed = new GeneratedFeed(AIRLINE, options)) {
      for (FeedEvent event = feed.next(); event != null; event = feed.next()) {
        legs.computeIfAbsent(event.key(), key -> new Leg())
            .byType
            .computeIfAbsent(event.type().name(), type -> new ArrayList<>())
            .add(codec.decode(event.value()));
      }
    }
    for (Leg leg : legs.values()) {
      leg.byType
          .values()
          .forEach(list -> list.sort(Comparator.comparingLong(e -> (Long) e.get("eventTime"))));
    }
    return legs;
  }

  /** Returns the keys of all legs. */
  private static Set<String> keys(GeneratorOptions options) {
    Set<String> keys = new TreeSet<>();
    try (GeneratedFeed feed = new GeneratedFeed(AIRLINE, options)) {
      for (FeedEvent event = feed.next(); event != null; event = feed.next()) {
        keys.add(event.key());
      }
    }
    return keys;
  }

  private static GeneratorOptions seeded(long seed) {
    String hub = GeneratorOptions.hubs().get((int) Math.floorMod(seed, 5L));
    return GeneratorOptions.day().withSeed(seed).withHub(hub).withFlights(40);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void shouldGiveEachAirlineFlightNumbersOfItsOwn(long seed) {
    Map<String, Set<String>> numbers = new TreeMap<>();
    for (String key : keys(seeded(seed).withFlights(400))) {
      String flight = key.substring(0, key.indexOf('-'));
      numbers
          .computeIfAbsent(flight.substring(0, 2), airline -> new TreeSet<>())
          .add(flight.substring(2));
    }

    assertThat(numbers.size()).isGreaterThan(3);
    for (String one : numbers.keySet()) {
      for (String other : numbers.keySet()) {
        Set<String> common = new TreeSet<>(numbers.get(one));
        common.retainAll(numbers.get(other));
        int fewer = Math.min(numbers.get(one).size(), numbers.get(other).size());
        if (!one.equals(other) && fewer > 5) {
          assertThat(common).as(one + " and " + other).hasSizeLessThan(fewer / 2 + 1);
        }
      }
    }
  }

  @Property(tries = 25)
  void shouldTellAValidSequenceOfStatuses(@ForAll long seed) throws UndecodableException {
    for (Map.Entry<String, Leg> leg : legs(seeded(seed)).entrySet()) {
      List<String> statuses = leg.getValue().statuses();
      assertThat(statuses.get(0)).as(leg.getKey()).isEqualTo("SCHEDULED");
      assertFollows(leg.getKey(), statuses);
      assertThat(LAST).as(leg.getKey()).contains(statuses.get(statuses.size() - 1));
    }
  }

  @Property(tries = 10)
  void shouldTellAValidSequenceOfStatusesToWhoJoinsLater(@ForAll long seed)
      throws UndecodableException {
    for (Map.Entry<String, Leg> leg : legs(seeded(seed).withUnderway(true)).entrySet()) {
      assertFollows(leg.getKey(), leg.getValue().statuses());
      GenericRecord first = leg.getValue().of("FlightStatus").get(0);
      assertThat(first.get("flightNumber")).isNotNull();
      assertThat(first.get("origin")).isNotNull();
      assertThat(first.get("destination")).isNotNull();
      assertThat(first.get("scheduledArrival")).isNotNull();
    }
  }

  private static void assertFollows(String key, List<String> statuses) {
    for (int i = 1; i < statuses.size(); i++) {
      assertThat(NEXT.getOrDefault(statuses.get(i - 1), Set.of()))
          .as(key + ": " + statuses)
          .contains(statuses.get(i));
    }
  }

  @Property(tries = 15)
  void shouldMoveAtPlausibleSpeeds(@ForAll long seed) throws UndecodableException {
    for (Map.Entry<String, Leg> leg : legs(seeded(seed)).entrySet()) {
      List<GenericRecord> positions = leg.getValue().of("FlightPosition");
      for (int i = 1; i < positions.size(); i++) {
        assertPlausible(leg.getKey(), positions.get(i - 1), positions.get(i));
      }
    }
  }

  private static void assertPlausible(String key, GenericRecord before, GenericRecord after) {
    double hours = ((Long) after.get("eventTime") - (Long) before.get("eventTime")) / 3_600_000.0;
    double movedNm =
        haversineNm(
            (Double) before.get("latitude"),
            (Double) before.get("longitude"),
            (Double) after.get("latitude"),
            (Double) after.get("longitude"));
    // Degrees are rounded to 1e-5: up to a metre and a half at either end.
    double roundingNm = 0.002;
    double told = Math.max((Float) before.get("groundSpeedKt"), (Float) after.get("groundSpeedKt"));
    double climbedFt =
        Math.abs((Integer) after.get("altitudeFt") - (Integer) before.get("altitudeFt"));
    boolean plausible =
        movedNm < FASTEST_KT * hours + roundingNm
            && movedNm < told * 1.01 * hours + roundingNm
            && climbedFt < 6_000 * 60 * hours + 50;
    // Worded only when it is needed: there are many.
    if (!plausible) {
      fail("%s moved %f NM and climbed %f ft: %s %s", key, movedNm, climbedFt, before, after);
    }
  }

  /** Not the generator's own arithmetic, on purpose. */
  private static double haversineNm(double lat1, double lon1, double lat2, double lon2) {
    double a = Math.pow(Math.sin(Math.toRadians(lat2 - lat1) / 2), 2);
    double b = Math.pow(Math.sin(Math.toRadians(lon2 - lon1) / 2), 2);
    double c = Math.cos(Math.toRadians(lat1)) * Math.cos(Math.toRadians(lat2));
    return 2 * 3440.065 * Math.asin(Math.sqrt(a + b * c));
  }

  @Property(tries = 20)
  void shouldBeginEachLegWithItsSchedule(@ForAll long seed, @ForAll boolean underway)
      throws UndecodableException {
    EventCodec codec = new EventCodec(AIRLINE);
    Set<String> known = new HashSet<>();
    GeneratorOptions options = seeded(seed).withUnderway(underway);
    try (GeneratedFeed feed = new GeneratedFeed(AIRLINE, options)) {
      for (FeedEvent event = feed.next(); event != null; event = feed.next()) {
        if (known.add(event.key())) {
          GenericRecord first = codec.decode(event.value());
          assertThat(first.getSchema().getName()).isEqualTo("FlightStatus");
          assertThat(first.get("originName")).isNotNull();
          assertThat(first.get("scheduledDeparture")).isNotNull();
        }
      }
    }
  }

  @Property(tries = 10)
  void shouldFlyBetweenTheAirportsThatItTells(@ForAll long seed) throws UndecodableException {
    ReferenceData data = ReferenceData.load();
    for (Map.Entry<String, Leg> leg : legs(seeded(seed)).entrySet()) {
      GenericRecord published = leg.getValue().of("FlightStatus").get(0);
      List<GenericRecord> positions = leg.getValue().of("FlightPosition");
      if (positions.isEmpty()) {
        assertThat(leg.getValue().statuses()).contains("CANCELLED");
        continue;
      }
      assertNear(data.airport(published.get("origin").toString()), positions.get(0));
      if (leg.getValue().statuses().contains("AT_GATE")) {
        assertNear(
            data.airport(published.get("destination").toString()),
            positions.get(positions.size() - 1));
      }
    }
  }

  private static void assertNear(Airport airport, GenericRecord position) {
    double away =
        haversineNm(
            airport.latitude(),
            airport.longitude(),
            (Double) position.get("latitude"),
            (Double) position.get("longitude"));
    assertThat(away).as(airport + " " + position).isLessThan(2);
  }

  @Test
  void shouldCountUpToAllOnMostFlights() throws UndecodableException {
    int complete = 0;
    int flown = 0;
    for (Leg leg : legs(GeneratorOptions.day().withFlights(300)).values()) {
      List<GenericRecord> boardings = leg.of("BoardingEvent");
      if (boardings.isEmpty()) {
        continue;
      }
      flown++;
      GenericRecord last = boardings.get(boardings.size() - 1);
      assertRising(boardings, "boarded");
      assertRising(leg.of("BaggageEvent"), "loaded");
      complete += last.get("boarded").equals(last.get("expected")) ? 1 : 0;
      assertThat((Integer) last.get("boarded")).isLessThanOrEqualTo((Integer) last.get("expected"));
    }
    assertThat(flown).isBetween(285, 300);
    assertThat((double) complete / flown).isBetween(0.85, 0.97);
  }

  private static void assertRising(List<GenericRecord> scans, String field) {
    for (int i = 1; i < scans.size(); i++) {
      assertThat((Integer) scans.get(i).get(field))
          .isGreaterThanOrEqualTo((Integer) scans.get(i - 1).get(field));
    }
  }

  @Test
  void shouldHoldPositionsAfterLandingAndEveryKindOfEnd() throws UndecodableException {
    Map<String, Leg> legs = legs(GeneratorOptions.day().withFlights(1_500).withEvents(400_000));
    Map<String, Integer> ends = new HashMap<>();
    int afterLanding = 0;
    for (Leg leg : legs.values()) {
      List<String> statuses = leg.statuses();
      ends.merge(statuses.get(statuses.size() - 1), 1, Integer::sum);
      int landed = statuses.indexOf("LANDED");
      if (landed >= 0) {
        long landedMs = (Long) leg.of("FlightStatus").get(landed).get("eventTime");
        afterLanding +=
            (int)
                leg.of("FlightPosition").stream()
                    .filter(position -> (Long) position.get("eventTime") > landedMs)
                    .count();
      }
    }
    assertThat(ends.keySet()).isEqualTo(LAST);
    assertThat(ends.get("CANCELLED")).isBetween(10, 50);
    assertThat(ends.get("DIVERTED")).isBetween(2, 20);
    assertThat(afterLanding).isGreaterThan(10 * 1_000);
  }
}
