package io.windsock.feeds.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.Framing;
import io.windsock.feeds.FeedEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.CRC32;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GeneratedFeedTest {
  private static final Catalogue AIRLINE = Catalogue.builtIn("airline");

  private static GeneratedFeed feed(GeneratorOptions options) {
    return new GeneratedFeed(AIRLINE, options);
  }

  /** Number and bytes of a whole feed. */
  private record Content(long events, long checksum) {
    static Content of(GeneratorOptions options) {
      CRC32 sum = new CRC32();
      long events = 0;
      try (GeneratedFeed feed = feed(options)) {
        for (FeedEvent event = feed.next(); event != null; event = feed.next()) {
          sum.update(event.key().getBytes(java.nio.charset.StandardCharsets.UTF_8));
          sum.update(event.value());
          events++;
        }
      }
      return new Content(events, sum.getValue());
    }
  }

  @Test
  void shouldGiveTheSampleItsGoldenCounts() {
    Map<String, Integer> counts = new TreeMap<>();
    Set<String> keys = new HashSet<>();
    try (GeneratedFeed feed = feed(GeneratorOptions.sample())) {
      for (FeedEvent event = feed.next(); event != null; event = feed.next()) {
        counts.merge(event.type().name(), 1, Integer::sum);
        keys.add(event.key());
      }
    }
    assertThat(keys).hasSize(110);
    assertThat(counts)
        .isEqualTo(
            Map.of(
                "FlightPosition", 22_542,
                "FlightStatus", 343,
                "BoardingEvent", 3_429,
                "BaggageEvent", 2_282,
                "CrewEvent", 67));
  }

  @Property(tries = 20)
  void shouldGiveTheSameBytesForTheSameSeed(@ForAll long seed) {
    GeneratorOptions options = GeneratorOptions.day().withSeed(seed).withFlights(12);

    assertThat(Content.of(options)).isEqualTo(Content.of(options));
    assertThat(Content.of(options.withSeed(seed + 1)).checksum())
        .isNotEqualTo(Content.of(options).checksum());
  }

  @Property(tries = 60)
  void shouldGiveExactlyTheEventsAndFlightsAskedFor(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 150) int flights,
      @ForAll @LongRange(min = 0, max = 8_000) long more,
      @ForAll @IntRange(min = 10, max = 3_000) int minutes,
      @ForAll boolean underway) {
    long events = 20L * flights + more;
    GeneratorOptions options =
        GeneratorOptions.day()
            .withSeed(seed)
            .withFlights(flights)
            .withEvents(events)
            .withUnderway(underway)
            .withHours(Duration.ofMinutes(minutes));
    Set<String> keys = new HashSet<>();
    long count = 0;
    try (GeneratedFeed feed = feed(options)) {
      assertThat(feed.totalEvents()).isEqualTo(events);
      for (FeedEvent event = feed.next(); event != null; event = feed.next()) {
        keys.add(event.key());
        count++;
        assertThat(Framing.eventTimeMs(event.value())).isEqualTo(event.eventTimeMs());
        assertThat(Instant.ofEpochMilli(event.eventTimeMs()))
            .isBetween(feed.firstEventTime(), feed.lastEventTime());
      }
      assertThat(feed.stats().events()).isEqualTo(events);
      assertThat(feed.stats().progress()).isEqualTo(1);
      assertThat(feed.stats().addsUp()).isTrue();
    }
    assertThat(count).isEqualTo(events);
    assertThat(keys).hasSize(flights);
  }

  /** Where no flight has positions in the window, a cancelled one may get them. */
  @Test
  void shouldDatePositionsOfCancelledFlightsWithinTheFeed() {
    for (long seed = 0; seed < 1_000; seed++) {
      GeneratorOptions options =
          GeneratorOptions.day()
              .withSeed(seed)
              .withFlights(2)
              .withEvents(60)
              .withUnderway(true)
              .withHours(Duration.ofMinutes(10));
      try (GeneratedFeed feed = feed(options)) {
        for (FeedEvent event = feed.next(); event != null; event = feed.next()) {
          assertThat(Instant.ofEpochMilli(event.eventTimeMs()))
              .as("seed " + seed)
              .isBetween(feed.firstEventTime(), feed.lastEventTime());
        }
      }
    }
  }

  @Test
  void shouldRefuseFewerEventsThanTheFlightsHaveAtLeast() {
    GeneratorOptions options = GeneratorOptions.day().withFlights(100).withEvents(500);

    assertThatThrownBy(() -> feed(options))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("events: is 500")
        .hasMessageContaining("ask for more events or for fewer flights");
  }

  @Test
  void shouldNameEveryFaultOfTheOptions() {
    assertThatThrownBy(
            () ->
                new GeneratorOptions(
                    1, 0, -1, Instant.EPOCH.minusSeconds(1), "XXXX", Duration.ZERO, false))
        .isInstanceOfSatisfying(
            ConfigurationException.class,
            e ->
                assertThat(e.faults())
                    .extracting(fault -> fault.place())
                    .containsExactly("flights", "events", "hours", "start", "hub"));
  }

  @Test
  void shouldBeginAtTheStart() {
    Instant start = Instant.parse("2026-07-01T00:00:00Z");
    GeneratorOptions whole = GeneratorOptions.day().withStart(start).withFlights(200);

    try (GeneratedFeed feed = feed(whole)) {
      assertThat(feed.firstEventTime()).isBetween(start, start.plusSeconds(300));
    }
    try (GeneratedFeed feed = feed(GeneratorOptions.sample().withStart(start))) {
      FeedEvent first = feed.next();
      assertThat(first).isNotNull();
      assertThat(first.eventTimeMs()).isEqualTo(start.toEpochMilli());
      assertThat(feed.lastEventTime()).isEqualTo(start.plus(Duration.ofHours(1)));
    }
  }

  @Test
  void shouldHoldTheStatedShareOfDisorder() {
    GeneratorOptions options = GeneratorOptions.day().withFlights(400).withEvents(200_000);
    long newest = 0;
    long overtaken = 0;
    long late = 0;
    long longest = 0;
    try (GeneratedFeed feed = feed(options)) {
      for (FeedEvent event = feed.next(); event != null; event = feed.next()) {
        long behind = newest - event.eventTimeMs();
        overtaken += behind > 0 ? 1 : 0;
        late += behind > Disorder.SECONDS_LATE_MS ? 1 : 0;
        longest = Math.max(longest, behind);
        newest = Math.max(newest, event.eventTimeMs());
      }
    }
    double all = 200_000;
    // At this rate, nearly every delayed event is overtaken by one of another flight.
    assertThat(overtaken / all)
        .isCloseTo(GeneratedFeed.OUT_OF_ORDER + GeneratedFeed.LATE, within(0.002));
    assertThat(late / all).isCloseTo(GeneratedFeed.LATE, within(0.0003));
    assertThat(longest).isBetween(300_000L, Disorder.MINUTES_LATE_MS);
  }

  @Test
  void shouldHoldOnlyTheFlightsAlive() {
    GeneratorOptions options = GeneratorOptions.day().withFlights(3_000).withEvents(120_000);
    int most = 0;
    try (GeneratedFeed feed = feed(options)) {
      for (FeedEvent event = feed.next(); event != null; event = feed.next()) {
        most = Math.max(most, feed.alive());
      }
      assertThat(feed.alive()).isZero();
    }
    // From its first word to the stand a flight takes some five hours.
    assertThat(most).isBetween(300, 1_200);
  }

  static List<String> hubs() {
    return GeneratorOptions.hubs();
  }

  @ParameterizedTest
  @MethodSource("hubs")
  void shouldServeEveryHub(String hub) {
    GeneratorOptions options = GeneratorOptions.day().withHub(hub).withFlights(60);

    assertThat(Content.of(options).events()).isGreaterThan(20_000);
  }
}
