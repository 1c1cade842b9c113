package io.windsock.feeds;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.feeds.recorded.Feeds;
import io.windsock.feeds.recorded.RecordedFeed;
import java.io.File;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the recorded feeds hold, to the last record. */
class RecordingsTest {
  private static final String POSITIONS = "egll-positions-2017-08-02.csv.gz";
  private static final String FLIGHTS = "egll-flights-2017-08-02.csv";
  private static final String BTS = "bts-flights-2014.avro";
  private static final String ARRIVALS = "yyz-arrivals-2024-09-10.json.gz";
  private static final String DEPARTURES = "yyz-departures-2024-09-10.json.gz";

  private final Catalogue catalogue = Catalogue.builtIn("airline");
  private final EventCodec codec = new EventCodec(catalogue);
  private final List<FeedFault> faults = new ArrayList<>();

  @AfterEach
  void noFaults() {
    assertThat(faults).isEmpty();
  }

  private RecordedFeed open(List<String> mappings, String... names) throws Exception {
    List<String> files = new ArrayList<>();
    for (String name : names) {
      files.add(Recordings.file(name));
    }
    return Feeds.open(
        FeedRequest.of(catalogue, files).withMappings(mappings).withFaults(faults::add));
  }

  private FeedInfo info(String... names) throws Exception {
    try (RecordedFeed feed = open(List.of(), names)) {
      return FeedInfo.read(feed, FeedInfo.MAX_KEYS);
    }
  }

  private List<GenericRecord> records(String... names) throws Exception {
    List<GenericRecord> records = new ArrayList<>();
    try (RecordedFeed feed = open(List.of(), names)) {
      for (FeedEvent event = feed.next(); event != null; event = feed.next()) {
        GenericRecord record = codec.decode(event.value());
        assertThat(record.get("eventTime")).isEqualTo(event.eventTimeMs());
        records.add(record);
      }
    }
    return records;
  }

  private static Map<String, Integer> countBy(List<GenericRecord> records, String field) {
    Map<String, Integer> counts = new TreeMap<>();
    records.forEach(record -> counts.merge(String.valueOf(record.get(field)), 1, Integer::sum));
    return counts;
  }

  @Test
  void shouldReadEveryHeathrowPosition() throws Exception {
    FeedInfo info = info(POSITIONS);

    assertThat(info.types()).isEqualTo(Map.of("FlightPosition", 18_574L));
    assertThat(info.keys()).isEqualTo(45);
    assertThat(info.late()).isZero();
    assertThat(info.stats().addsUp()).isTrue();
    assertThat(records(POSITIONS).stream().filter(r -> r.get("altitudeFt") == null)).hasSize(2);
  }

  @Test
  void shouldJoinHeathrowFlightsWithTheirPositionsByKey() throws Exception {
    Map<String, Set<String>> typesByKey = new HashMap<>();
    Map<String, Integer> counts = new TreeMap<>();
    long last = Long.MIN_VALUE;
    try (RecordedFeed feed = open(List.of("egll"), POSITIONS, FLIGHTS)) {
      assertThat(feed.files())
          .extracting(RecordedFeed.FileInfo::mapping)
          .containsExactly("egll/positions", "egll/flights");
      for (FeedEvent event = feed.next(); event != null; event = feed.next()) {
        assertThat(event.eventTimeMs()).isGreaterThanOrEqualTo(last);
        last = event.eventTimeMs();
        counts.merge(event.type().name(), 1, Integer::sum);
        typesByKey.computeIfAbsent(event.key(), key -> new HashSet<>()).add(event.type().name());
      }
    }

    assertThat(counts).isEqualTo(Map.of("FlightPosition", 18_574, "FlightStatus", 823));
    assertThat(typesByKey.values().stream().filter(types -> types.size() == 2)).hasSize(45);
  }

  @Test
  void shouldAccountForEverySbsMessage() throws Exception {
    FeedInfo info = info("sbs-1-sample.csv");

    assertThat(info.stats().records()).isEqualTo(2_000);
    assertThat(info.types()).isEqualTo(Map.of("FlightPosition", 361L));
    assertThat(info.stats().merged()).isEqualTo(1_639);
  }

  @Test
  void shouldReadTorontoArrivalsAndDepartures() throws Exception {
    assertThat(countBy(records(ARRIVALS), "status"))
        .isEqualTo(Map.of("AT_GATE", 470, "CANCELLED", 13, "SCHEDULED", 1));
    assertThat(countBy(records(DEPARTURES), "status"))
        .isEqualTo(Map.of("OUT", 465, "CANCELLED", 12));
    assertThat(info(ARRIVALS, DEPARTURES).keys()).isEqualTo(484 + 477);
  }

  @Test
  void shouldGiveAnEventForEverythingThatBtsFlightsDid() throws Exception {
    assertThat(info(BTS).stats().records()).isEqualTo(9_746);
    assertThat(countBy(records(BTS), "status"))
        .isEqualTo(
            Map.of(
                "OUT", 9_220,
                "OFF", 9_214,
                "LANDED", 8_401,
                "AT_GATE", 8_401,
                "CANCELLED", 701,
                "DIVERTED", 1_477));
  }

  /**
   * Every airport's zone is right, or the clocks at both ends would not fit the flight's length.
   * One carrier gave one diverted flight's length an hour too long.
   */
  @Test
  void shouldAgreeWithTheElapsedTimeOfEveryBtsFlight() throws Exception {
    Map<String, Integer> elapsed = new HashMap<>();
    var reader = new GenericDatumReader<GenericRecord>();
    try (var file = new DataFileReader<>(new File(Recordings.file(BTS)), reader)) {
      for (GenericRecord row : file) {
        Object minutes = row.get("ActualElapsedTime");
        Object diverted = row.get("DivActualElapsedTime");
        Object either = minutes == null ? diverted : minutes;
        if (either != null) {
          String key =
              "%s%s/%s/%s-%s"
                  .formatted(
                      row.get("Carrier"),
                      row.get("FlightNum"),
                      row.get("FlightDate"),
                      row.get("Origin"),
                      row.get("Dest"));
          elapsed.put(key, (Integer) either);
        }
      }
    }
    int checked = 0;
    try (RecordedFeed feed = open(List.of(), BTS)) {
      for (FeedEvent event = feed.next(); event != null; event = feed.next()) {
        GenericRecord record = codec.decode(event.value());
        if (String.valueOf(record.get("status")).equals("AT_GATE")
            && !event.key().equals("VX34/2014-01-02/SFO-JFK")) {
          long out = (Long) record.get("estimatedDeparture");
          assertThat(event.eventTimeMs() - out)
              .as(event.key())
              .isEqualTo(elapsed.getOrDefault(event.key(), -1) * 60_000L);
          checked++;
        }
      }
    }
    assertThat(checked).isEqualTo(8_400);
  }
}
