package io.windsock.feeds.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventType;
import io.windsock.contracts.schema.Framing;
import io.windsock.feeds.FeedEvent;
import io.windsock.feeds.FeedFixture;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventFileReaderTest {
  private static final String MAPPING =
      """
      mapping: test
      sources:
        - format: csv
          key: "{k}"
          events:
            - type: FlightPosition
              time: {field: t, as: epoch-s}
              fields: {latitude: {constant: 1}, longitude: {constant: 2}, altitudeFt: alt}
      """;
  private static final String LINES = "k,t,alt\nA,1649595141.746,125\nB,1649595140.754,41000\n";

  private final Catalogue catalogue = Catalogue.builtIn("airline");
  private final Path folder;

  EventFileReaderTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private FeedFixture fixture() {
    return new FeedFixture(folder).catalogue(catalogue).mapping(MAPPING);
  }

  private Path write(List<FeedEvent> events) throws Exception {
    Path file = folder.resolve("events.avro");
    try (EventFileWriter writer = new EventFileWriter(file, catalogue, "test")) {
      for (FeedEvent event : events) {
        writer.add(event);
      }
      writer.finish();
    }
    return file;
  }

  @Test
  void shouldGiveTheSameEventsInTheSameOrder() throws Exception {
    List<FeedEvent> events = fixture().file("a.csv", LINES).read().events;

    FeedFixture again = fixture().file(write(events)).read();

    assertThat(again.chosen()).containsExactly("events");
    assertThat(again.faults).isEmpty();
    assertThat(again.events).hasSize(2);
    for (int i = 0; i < 2; i++) {
      FeedEvent event = again.events.get(i);
      assertThat(event.type()).isSameAs(events.get(i).type());
      assertThat(event.key()).isEqualTo(events.get(i).key());
      assertThat(event.eventTimeMs()).isEqualTo(events.get(i).eventTimeMs());
      assertThat(event.value()).isEqualTo(events.get(i).value());
    }
    assertThat(again.stats().progress()).isEqualTo(1);
  }

  @Test
  void shouldHoldTheListedIdsAndGiveThoseOfARegistry() throws Exception {
    Catalogue registered = catalogue.withIds(version -> 1000 - version.listedId());
    List<FeedEvent> events = fixture().catalogue(registered).file("a.csv", LINES).read().events;
    Path file = folder.resolve("registered.avro");
    try (EventFileWriter writer = new EventFileWriter(file, registered, "test")) {
      writer.add(events.get(0));
      writer.finish();
    }

    FeedEvent listed = fixture().file(file).read().events.get(0);
    FeedEvent again = new FeedFixture(folder).catalogue(registered).file(file).read().events.get(0);

    assertThat(Framing.schemaId(listed.value())).isEqualTo(101);
    assertThat(Framing.schemaId(again.value())).isEqualTo(899);
    assertThat(again.value()).isEqualTo(events.get(0).value());
    assertThat(again.value())
        .endsWith(Arrays.copyOfRange(listed.value(), 5, listed.value().length));
  }

  @Test
  void shouldReportEventsThatTheCatalogueDoesNotBearOut() throws Exception {
    FeedEvent good = fixture().file("a.csv", LINES).read().events.get(0);
    EventType other = catalogue.type("FlightStatus");
    byte[] unframed = {1, 2, 3};
    Path file =
        write(
            List.of(
                new FeedEvent(other, "k", good.eventTimeMs(), good.value()),
                new FeedEvent(good.type(), "k", good.eventTimeMs() + 1, good.value()),
                new FeedEvent(good.type(), "", good.eventTimeMs(), good.value()),
                new FeedEvent(good.type(), "k", good.eventTimeMs(), unframed),
                new FeedEvent(catalogue.type("Marker"), "k", good.eventTimeMs(), good.value()),
                good));

    FeedFixture feed = fixture().file(file).read();

    assertThat(feed.events).hasSize(1);
    assertThat(feed.reasons())
        .containsExactly(
            "value: 'schema id 101' is not a version of FlightStatus",
            "eventTime " + (good.eventTimeMs() + 1) + " is not the one in the value",
            "the key is empty",
            "value: 'schema id -1' is not a version of FlightPosition",
            "type: 'Marker' is not a type that a stream carries");
    assertThat(feed.stats().addsUp()).isTrue();
  }
}
