package io.windsock.feeds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.feeds.recorded.Feeds;
import io.windsock.feeds.recorded.RecordedFeed;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FeedsTest {
  private static final String SBS =
      "MSG,3,1,1,A9D121,1,2022/04/10,12:52:21.746,2022/04/10,12:52:21.794,,125,,,37.7,-122.2,,,0,,0,0\n";
  private static final String OPENSKY =
      """
      time,icao24,lat,lon,velocity,heading,vertrate,callsign,onground,alert,spi,squawk,baroaltitude,geoaltitude,lastposupdate,lastcontact
      1590364810,ABC123,51.5,-0.5,100,90,10,BAW1    ,False,False,False,1000,3048,3100,1590364809.5,1590364809.9
      1590364800,abc124,51.5,-0.5,100,90,10,,True,False,False,,,,1590364799,1590364799
      1590364800,abc125,,,,,,,False,False,False,,,,,1590364799
      """;
  private static final String EGLL_POSITIONS =
      """
      flight_id,timestamp,latitude,longitude,altitude,speed_gnd,track_gnd,vert_speed,distance_arp,sequence_number
      f1,2017-08-02T11:44:08Z,51.9,-1.1,14515.2,312.6,154.9,-129.1,73681.0,533
      f1,2017-08-02T11:44:13Z,51.9,-1.1,NA,-3,154.9,-Inf,73681.0,534
      """;
  private static final String EGLL_FLIGHTS =
      """
      flight_id,callsign,aircraft_reg,aircraft_type,aircraft_address,adep,ades,ssr_codes,period_start,period_finish,source_ids
      f2,AEE2,NA,NA,0x4692C9,LGAV,EGLL,['2056' '7520'],2017-08-02T12:43:10Z,2017-08-02T15:17:06Z,[299056]
      f1,BAW12A,GXLEA,A388,0x47835C,FACT,EGLL,['2030' '5533'],2017-08-02T10:00:00Z,2017-08-02T15:45:56Z,['0xe53d6f5' 317768]
      """;
  private static final String YYZ =
      """
      {"lastUpdate":"2024-09-11T07:10:00.02-04:00","list":[
       {"id":"ACA2","id2":"AC2","type":"ARR","schTime":"2024-09-10T17:10:00-04:00","latestTm":"2024-09-10T17:23:00-04:00",
        "gate":"E72","status":"ARR","term":"T1","alCode":"ACA","routes":[{"code":"HND","city":"Tokyo"}],"carousel":"6"},
       {"id":"POE362","id2":"PD362","type":"ARR","schTime":"2024-09-10T22:30:00-04:00","latestTm":"2024-09-10T22:30:00-04:00",
        "gate":"","status":"ONT","term":"T3","alCode":"POE","routes":[{"code":"YOW","city":"Ottawa"}],"carousel":null}]}
      """;

  private final Path folder;

  FeedsTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private FeedFixture feed() {
    return new FeedFixture(folder);
  }

  @Test
  void shouldKnowFormatsByTheirContent() throws Exception {
    FeedFixture feed =
        feed()
            .file("1", SBS)
            .file("2", OPENSKY)
            .file("3", EGLL_POSITIONS)
            .file("4", EGLL_FLIGHTS)
            .file("5", YYZ)
            .read();

    assertThat(feed.chosen())
        .containsExactly("sbs", "opensky", "egll/positions", "egll/flights", "yyz/flights");
    assertThat(feed.faults).isEmpty();
    assertThat(feed.stats()).isEqualTo(new FeedStats(10, 9, 0, 1, 0, 9, 1));
    assertThat(feed.events)
        .isSortedAccordingTo((a, b) -> Long.compare(a.eventTimeMs(), b.eventTimeMs()));
  }

  @Test
  void shouldMapOpenSky() throws Exception {
    FeedFixture feed = feed().file("states.csv", OPENSKY).read();

    assertThat(feed.events).extracting(FeedEvent::key).containsExactly("abc124", "abc123");
    assertThat(feed.events.get(1).eventTimeMs()).isEqualTo(1_590_364_809_500L);
    assertThat(feed.field(1, "altitudeFt")).isEqualTo(10_000);
    assertThat(feed.field(1, "groundSpeedKt")).isEqualTo(194.38445f);
    assertThat(feed.field(1, "verticalRateFpm")).isEqualTo(1968.5039f);
    assertThat(feed.field(1, "callsign")).isEqualTo("BAW1");
    assertThat(feed.field(1, "icao24")).isEqualTo("abc123");
    assertThat(feed.field(0, "onGround")).isEqualTo(true);
    assertThat(feed.field(0, "callsign")).isNull();
  }

  @Test
  void shouldMapHeathrow() throws Exception {
    FeedFixture feed =
        feed().shipped("egll").file("p.csv", EGLL_POSITIONS).file("f.csv", EGLL_FLIGHTS).read();

    assertThat(feed.events).extracting(FeedEvent::key).containsExactly("f1", "f1", "f1", "f2");
    assertThat(feed.field(0, "status")).isEqualTo("SCHEDULED");
    assertThat(feed.field(0, "airline")).isEqualTo("BAW");
    assertThat(feed.field(0, "flightNumber")).isEqualTo("BAW12A");
    assertThat(feed.field(0, "aircraftType")).isEqualTo("A388");
    assertThat(feed.field(0, "origin")).isEqualTo("FACT");
    assertThat(feed.field(3, "registration")).isNull();
    assertThat(feed.field(1, "altitudeFt")).isEqualTo(14_515);
    assertThat(feed.field(2, "altitudeFt")).isNull();
    assertThat(feed.field(2, "groundSpeedKt")).isNull();
    assertThat(feed.field(2, "verticalRateFpm")).isNull();
  }

  @Test
  void shouldMapToronto() throws Exception {
    FeedFixture feed = feed().file("yyz.json", YYZ).read();

    assertThat(feed.events)
        .extracting(FeedEvent::key)
        .containsExactly("ACA2/2024-09-10/HND-YYZ", "POE362/2024-09-10/YOW-YYZ");
    assertThat(feed.field(0, "status")).isEqualTo("AT_GATE");
    assertThat(feed.field(0, "flightNumber")).isEqualTo("AC2");
    assertThat(feed.field(0, "belt")).isEqualTo("6");
    assertThat(feed.field(0, "gate")).isEqualTo("E72");
    assertThat(feed.field(0, "estimatedArrival")).isEqualTo(feed.events.get(0).eventTimeMs());
    assertThat(feed.field(1, "status")).isEqualTo("SCHEDULED");
    assertThat(feed.field(1, "gate")).isNull();
    assertThat(feed.events.get(1).eventTimeMs()).isEqualTo(1_726_053_000_020L);
  }

  @Test
  void shouldTryTheMappingsThatAreAskedForFirst() throws Exception {
    FeedFixture feed =
        feed()
            .mapping(
                """
                mapping: mine
                sources:
                  - format: sbs
                    key: "{icao24|upper}"
                    events:
                      - type: FlightPosition
                        time: {field: time, as: epoch-ms}
                        fields: {latitude: latitude, longitude: longitude}
                """)
            .file("1", SBS)
            .file("2", OPENSKY)
            .read();

    assertThat(feed.chosen()).containsExactly("mine", "opensky");
    assertThat(feed.events.get(2).key()).isEqualTo("A9D121");
  }

  @Test
  void shouldHoldAFileToItsOwnMapping() throws Exception {
    String file = Files.writeString(folder.resolve("a"), SBS).toString();
    FeedRequest request = feed().file("b", SBS).request();

    assertThatThrownBy(
            () ->
                Feeds.open(
                    new FeedRequest(
                        request.catalogue(),
                        List.of(new FeedRequest.File(file, "egll")),
                        List.of(),
                        request.faults(),
                        request.limits())))
        .hasMessage(
            file
                + ": fits no mapping; name or write one that does (egll/positions: it has no column"
                + " flight_id, timestamp, latitude,"
                + " longitude, altitude, speed_gnd, track_gnd, vert_speed, sequence_number;"
                + " egll/flights: it has no column flight_id, callsign, aircraft_reg, aircraft_type,"
                + " adep, ades, period_start, period_finish); its first line is '"
                + SBS.substring(0, 80)
                + "…'");
  }

  @Test
  void shouldNameEverythingThatKeepsAFeedFromBeingOpened() {
    FeedFixture feed =
        feed()
            .file(folder.resolve("missing.csv"))
            .file(folder)
            .file("empty", "")
            .file("prose.txt", "To be, or not to be,\nthat is the question.\n")
            .file("binary", new byte[] {'x', 0, 1, 2});

    var failure = catchThrowableOfType(ConfigurationException.class, feed::read);

    assertThat(failure.faults())
        .extracting(Fault::toString)
        .anySatisfy(
            fault ->
                assertThat(fault)
                    .contains("missing.csv: can't be opened")
                    .endsWith("; name a file that can be read"))
        .anySatisfy(fault -> assertThat(fault).contains("is a folder; name the files in it"))
        .anySatisfy(
            fault -> assertThat(fault).endsWith("empty: is empty; name a file that holds records"))
        .anySatisfy(fault -> assertThat(fault).contains("prose.txt: fits no mapping"))
        .anySatisfy(fault -> assertThat(fault).contains("binary: fits no mapping"))
        .hasSize(5);
  }

  @Test
  void shouldShowTheFirstLineAndAnotherDelimiterThatItSeemsToHave() {
    String semicolons = "flight_id;timestamp;latitude;longitude\n1;2;3;4\n";
    String commas = "a,b\n1,2\n";
    FeedFixture feed = feed().file("s.csv", semicolons).file("c.csv", commas);

    var failure = catchThrowableOfType(ConfigurationException.class, feed::read);

    assertThat(failure.faults())
        .extracting(Fault::toString)
        .anySatisfy(
            fault ->
                assertThat(fault)
                    .contains("s.csv: fits no mapping")
                    .contains("its first line is 'flight_id;timestamp;latitude;longitude'")
                    .contains("csv: {delimiter: \";\"}"))
        .anySatisfy(
            fault ->
                assertThat(fault)
                    .contains("c.csv: fits no mapping")
                    .contains("its first line is 'a,b'")
                    .doesNotContain("delimiter"));
  }

  @Test
  void shouldNotBlameFilesForAMappingThatIsWrong() {
    FeedFixture feed = feed().file("prose.txt", "To be").file("more.txt", "or not").shipped("lhr");

    var failure = catchThrowableOfType(ConfigurationException.class, feed::read);

    assertThat(failure.faults())
        .singleElement()
        .asString()
        .startsWith("lhr: is neither a file nor one of the shipped mappings");
  }

  @Test
  void shouldOfferTheShippedMappings() {
    assertThat(Feeds.shippedMappings(Catalogue.builtIn("airline"))).hasSize(6);
  }

  @Test
  void shouldSumUpAFeed() throws Exception {
    try (RecordedFeed feed =
        Feeds.open(feed().file("1", EGLL_POSITIONS).file("2", EGLL_FLIGHTS).request())) {
      FeedInfo info = FeedInfo.read(feed, 1);

      assertThat(info.types()).containsOnlyKeys("FlightPosition", "FlightStatus");
      assertThat(info.keys()).isEqualTo(1);
      assertThat(info.keysExact()).isFalse();
      assertThat(info.spanMs()).isEqualTo((2 * 60 + 43) * 60_000 + 10_000);
      assertThat(info.eventsPerSecond()).isEqualTo(4 / 9790.0);
      assertThat(feed.fileStats()).extracting(FeedStats::events).containsExactly(2L, 2L);
    }
  }

  @Test
  void shouldSumUpNothing() throws Exception {
    try (RecordedFeed feed =
        Feeds.open(feed().file("1", EGLL_POSITIONS.lines().findFirst().orElseThrow()).request())) {
      FeedInfo info = FeedInfo.read(feed, 10);

      assertThat(info)
          .isEqualTo(
              new FeedInfo(new FeedStats(0, 0, 0, 0, 0, 0, 1), 0, 0, info.types(), 0, true, 0));
    }
  }

  @Test
  void shouldNotWaitForMoreOfALiveFeedThanItGives() throws Exception {
    InputStream before = System.in;
    try (PipedOutputStream receiver = new PipedOutputStream()) {
      System.setIn(new PipedInputStream(receiver));
      receiver.write(SBS.repeat(2).getBytes(StandardCharsets.UTF_8));
      receiver.flush();
      RecordedFeed feed = Feeds.open(feed().file(Path.of("-")).request());

      for (int i = 0; i < 2; i++) {
        assertThat(assertTimeoutPreemptively(Duration.ofSeconds(60), feed::next)).isNotNull();
      }
      assertThat(feed.stats().progress()).isEqualTo(FeedStats.UNKNOWN);
    } finally {
      System.setIn(before);
    }
  }
}
