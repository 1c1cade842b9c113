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

/** The reports that come with {@code domains/number-translation}, by its mapping. */
class NumberTranslationFeedTest {
  private static final Path FOLDER = Path.of("../domains/number-translation");

  @Test
  void shouldReadReportsAndCountsByTheMapping() throws Exception {
    Catalogue catalogue = Catalogue.load(FOLDER);
    EventCodec codec = new EventCodec(catalogue);
    List<FeedFault> faults = new ArrayList<>();
    FeedRequest request =
        FeedRequest.of(
                catalogue,
                List.of(
                    FOLDER.resolve("services.csv").toString(),
                    FOLDER.resolve("calls.csv").toString()))
            .withMappings(List.of(FOLDER.resolve("mapping.yaml").toString()))
            .withFaults(faults::add);

    List<String> reports = new ArrayList<>();
    List<GenericRecord> entries = new ArrayList<>();
    int counts = 0;
    try (FeedReader feed = Feeds.open(request)) {
      for (FeedEvent event = feed.next(); event != null; event = feed.next()) {
        GenericRecord record = codec.decode(event.value());
        if (event.type().name().equals("CallCounts")) {
          counts++;
        } else {
          reports.add(event.key() + " " + event.type());
        }
        if (record.getSchema().getField("defaultTarget") != null) {
          entries.add(record);
        }
      }
    }

    assertThat(faults).isEmpty();
    assertThat(counts).isEqualTo(13);
    assertThat(reports)
        .filteredOn(report -> report.startsWith("08001234567"))
        .containsExactly(
            "08001234567 ServicePluggedIn",
            "08001234567 ServiceAdded",
            "08001234567 RoutesPluggedIn",
            "08001234567 ServiceBusy",
            "08001234567 ServiceModified",
            "08001234567 RoutesDisconnected");
    assertThat(reports)
        .filteredOn(report -> report.startsWith("08007654321"))
        .endsWith("08007654321 ServiceCancelled", "08007654321 ServiceDisconnected");
    assertThat(entries).hasSize(4);
    assertThat(entries.get(0))
        .hasToString(
            "{\"eventTime\": 1772431210000, \"subscriber\": \"Alster Cruises\","
                + " \"charging\": \"REVERSE\", \"zone\": \"Europe/Berlin\", \"dayFrom\": 8,"
                + " \"eveningFrom\": 18, \"nightFrom\": 22, \"defaultTarget\": \"+99910000001\","
                + " \"northDay\": \"+99911000001\", \"northEvening\": \"+99911000002\","
                + " \"northNight\": null, \"eastDay\": null, \"eastEvening\": null,"
                + " \"eastNight\": null, \"southDay\": \"+99913000001\", \"southEvening\": null,"
                + " \"southNight\": null, \"westDay\": null, \"westEvening\": null,"
                + " \"westNight\": null}");
    assertThat(entries.get(2).get("dayFrom")).as("the schema's default").isEqualTo(8);
  }
}
