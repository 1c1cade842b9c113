package io.windsock.feeds.numbers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.feeds.FeedEvent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.CRC32;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;

class GeneratedServicesTest {
  private static final Catalogue CATALOGUE = Catalogue.builtIn("number-translation");

  /** What may follow what: the plug-in order of the paper, section 3.5. */
  private static final Map<String, Set<String>> NEXT =
      Map.of(
          "", Set.of("ServicePluggedIn"),
          "ServicePluggedIn", Set.of("ServiceAdded"),
          "ServiceAdded", Set.of("RoutesPluggedIn", "ServiceCancelled"),
          "RoutesPluggedIn", Set.of("ServiceBusy"),
          "ServiceBusy", Set.of("ServiceModified"),
          "ServiceModified", Set.of("RoutesDisconnected"),
          "RoutesDisconnected", Set.of("RoutesPluggedIn", "ServiceCancelled"),
          "ServiceCancelled", Set.of("ServiceDisconnected"),
          "ServiceDisconnected", Set.of());

  private static GeneratedServices feed(ServiceOptions options) {
    return new GeneratedServices(CATALOGUE, options);
  }

  private static ServiceOptions options(long seed, int numbers, int changes) {
    return ServiceOptions.standard().withSeed(seed).withNumbers(numbers, changes);
  }

  /** Number and bytes of the events of feeds, one after the other. */
  private record Content(long events, long checksum) {
    static Content of(ServiceOptions... parts) {
      CRC32 sum = new CRC32();
      long events = 0;
      for (ServiceOptions part : parts) {
        try (GeneratedServices feed = feed(part)) {
          for (FeedEvent event = feed.next(); event != null; event = feed.next()) {
            sum.update(event.key().getBytes(StandardCharsets.UTF_8));
            sum.update(event.value());
            events++;
          }
        }
      }
      return new Content(events, sum.getValue());
    }
  }

  @Test
  void shouldGiveTheStandardFeedItsGoldenContent() {
    assertThat(Content.of(ServiceOptions.standard())).isEqualTo(new Content(4_773, 2_698_844_850L));
  }

  @Property(tries = 20)
  void shouldGiveTheSameBytesForTheSameSeed(@ForAll long seed) {
    ServiceOptions options = options(seed, 20, 20);

    assertThat(Content.of(options)).isEqualTo(Content.of(options));
    assertThat(Content.of(options.withSeed(seed + 1)).checksum())
        .isNotEqualTo(Content.of(options).checksum());
  }

  /** So services can be loaded first, and changed while something is measured. */
  @Property(tries = 20)
  void shouldGiveTheSameChangesWithoutTheAdditions(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 50) int numbers,
      @ForAll @IntRange(min = 1, max = 50) int changes) {
    ServiceOptions whole = options(seed, numbers, changes);

    assertThat(Content.of(whole.withNumbers(numbers, 0), whole.withChangesOnly(true)))
        .isEqualTo(Content.of(whole));
  }

  @Property(tries = 50)
  void shouldReportEveryNumberInThePlugInOrder(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 30) int numbers,
      @ForAll @IntRange(min = 0, max = 200) int changes) {
    Map<String, String> last = new HashMap<>();
    long timeMs = Long.MIN_VALUE;
    try (GeneratedServices feed = feed(options(seed, numbers, changes))) {
      for (FeedEvent event = feed.next(); event != null; event = feed.next()) {
        assertThat(event.eventTimeMs()).isGreaterThan(timeMs);
        assertThat(Framing.eventTimeMs(event.value())).isEqualTo(event.eventTimeMs());
        timeMs = event.eventTimeMs();
        String type = event.type().name();
        String before = last.getOrDefault(event.key(), "");
        if (type.equals("CallCounts")) {
          assertThat(before).isIn("ServiceAdded", "RoutesDisconnected");
        } else {
          assertThat(Objects.requireNonNull(NEXT.get(before))).as(before).contains(type);
          last.put(event.key(), type);
        }
      }
      assertThat(feed.stats().progress()).isEqualTo(1);
      assertThat(feed.stats().addsUp()).isTrue();
      assertThat(feed.endInService() - feed.firstInService()).isEqualTo(numbers);
      Set<String> inService = new HashSet<>();
      for (int index = feed.firstInService(); index < feed.endInService(); index++) {
        inService.add(feed.numbers().number(index));
      }
      last.values().removeIf("ServiceDisconnected"::equals);
      assertThat(inService).isEqualTo(last.keySet());
    }
  }

  @Test
  void shouldGiveEntriesThatRouteEveryCall() throws UndecodableException {
    EventCodec codec = new EventCodec(CATALOGUE);
    Map<String, Integer> types = new TreeMap<>();
    int own = 0;
    try (GeneratedServices feed = feed(options(3, 500, 500))) {
      for (FeedEvent event = feed.next(); event != null; event = feed.next()) {
        types.merge(event.type().name(), 1, Integer::sum);
        GenericRecord record = codec.decode(event.value());
        if (record.getSchema().getField("defaultTarget") == null) {
          continue;
        }
        assertThat(record.get("defaultTarget").toString()).matches("\\+999[0-9]{8}");
        assertThat((Integer) record.get("dayFrom")).isBetween(0, 23);
        assertThat((Integer) record.get("eveningFrom"))
            .isGreaterThan((Integer) record.get("dayFrom"));
        assertThat((Integer) record.get("nightFrom"))
            .isBetween((Integer) record.get("eveningFrom") + 1, 23);
        own += record.get("northDay") == null ? 0 : 1;
      }
    }
    assertThat(types).containsKeys("ServiceModified", "ServiceCancelled", "CallCounts");
    assertThat(own).isBetween(200, 600);
  }

  /** A million numbers take no more memory than one. */
  @Test
  void shouldStreamAMillionNumbers() {
    String first = "";
    String last = "";
    long events = 0;
    try (GeneratedServices feed = feed(options(1, 1_000_000, 0))) {
      for (FeedEvent event = feed.next(); event != null; event = feed.next()) {
        first = first.isEmpty() ? event.key() : first;
        last = event.key();
        events++;
      }
      assertThat(feed.numbers().number(0)).isEqualTo(first);
      assertThat(feed.numbers().number(999_999)).isEqualTo(last);
    }
    assertThat(events).isEqualTo(2_000_000);
  }

  @Test
  void shouldRefuseAnotherDomain() {
    Catalogue other = Catalogue.load(Path.of("../tide-gauges"));

    assertThatThrownBy(() -> new GeneratedServices(other, ServiceOptions.standard()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("catalogue tide-gauges: has no type ServiceAdded");
  }

  @Test
  void shouldNameEveryFaultOfTheOptions() {
    assertThatThrownBy(
            () -> new ServiceOptions(1, 0, 0, Instant.EPOCH.minusSeconds(1), Duration.ZERO, true))
        .isInstanceOfSatisfying(
            ConfigurationException.class,
            e ->
                assertThat(e.faults())
                    .extracting(fault -> fault.place())
                    .containsExactly("numbers", "changes", "start", "interval"));
    assertThatThrownBy(() -> options(1, 9_000_000, 1_000_001))
        .hasMessageContaining("changes: is 1000001; 0 to 1000000 with 9000000 numbers");
  }
}
