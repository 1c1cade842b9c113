package io.windsock.feeds;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.feeds.recorded.Feeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;

/** The feed of the example that is not an airline: {@code domains/tide-gauges}. */
class TideGaugesFeedTest {
  private static final Path FOLDER = Path.of("../domains/tide-gauges");

  @Test
  void shouldReadTheExamplesFeedByItsMapping() throws Exception {
    Catalogue catalogue = Catalogue.load(FOLDER);
    EventCodec codec = new EventCodec(catalogue);
    List<FeedFault> faults = new ArrayList<>();
    FeedRequest request =
        FeedRequest.of(
                catalogue,
                List.of(
                    FOLDER.resolve("levels.csv").toString(),
                    FOLDER.resolve("gauges.csv").toString()))
            .withMappings(List.of(FOLDER.resolve("mapping.yaml").toString()))
            .withFaults(faults::add);

    List<String> read = new ArrayList<>();
    GenericRecord first = null;
    try (FeedReader feed = Feeds.open(request)) {
      for (FeedEvent event = feed.next(); event != null; event = feed.next()) {
        GenericRecord record = codec.decode(event.value());
        first = first == null ? record : first;
        read.add(event.type() + " " + event.key());
      }
    }

    assertThat(faults).isEmpty();
    assertThat(read).hasSize(19).startsWith("GaugeReport CUX", "GaugeReport HEL");
    assertThat(read).filteredOn(event -> event.startsWith("WaterLevel")).hasSize(14);
    assertThat(first)
        .hasToString(
            "{\"eventTime\": 1704174600000, \"service\": \"IN_SERVICE\", \"name\": \"Old Love\","
                + " \"harbour\": \"Cuxhaven\", \"warningCm\": 450,"
                + " \"latitude\": 53.873, \"longitude\": 8.708}");
  }
}
