package io.windsock.feeds.map;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.feeds.FeedEvent;
import io.windsock.feeds.FeedFixture;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a mapping can say, and what becomes of it. */
class MappingTest {
  private final Path folder;

  MappingTest(@TempDir Path folder) {
    this.folder = folder;
  }

  /** Maps one row with the field {@code x} to a position that has one field mapped. */
  private FeedFixture position(String field, String mapping, String x) throws Exception {
    return new FeedFixture(folder)
        .mapping(
            """
            mapping: test
            sources:
              - format: csv
                absent: [NA]
                key: "{k}"
                events:
                  - type: FlightPosition
                    time: {field: t, as: epoch-s}
                    fields: {latitude: {constant: 1}, longitude: {constant: 2}, %s: %s}
            """
                .formatted(field, mapping))
        .file("a.csv", "k,t,x\nK,1,\"%s\"\n".formatted(x))
        .read();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "altitudeFt|x|1200|1200",
        "altitudeFt|x|1200.5|1201",
        "altitudeFt|x|-13.2|-13",
        "altitudeFt|x|NA|",
        "altitudeFt|x||",
        "altitudeFt|{field: x, default: 7}|NA|7",
        "altitudeFt|{field: x, convert: m to ft}|10000|32808",
        "altitudeFt|{field: x, convert: FL to ft}|350|35000",
        "altitudeFt|{field: x, convert: km to ft}|1|3281",
        "altitudeFt|{field: x, convert: NM to ft}|1|6076",
        "groundSpeedKt|{field: x, convert: m/s to kt}|100|194.38445",
        "groundSpeedKt|{field: x, convert: km/h to kt}|100|53.99568",
        "groundSpeedKt|{field: x, convert: mph to kt}|100|86.89762",
        "verticalRateFpm|{field: x, convert: m/s to ft/min}|-10|-1968.5039",
        "trackDeg|{field: x, convert: rad to deg}|3.141592653589793|180.0",
        "groundSpeedKt|{field: x, convert: F to C}|212|100.0",
        "groundSpeedKt|{field: x, convert: C to F}|-40|-40.0",
        "groundSpeedKt|{field: x, convert: K to C}|273.15|0.0",
        "groundSpeedKt|x|3.4028234663852886e38|3.4028235E38",
        "groundSpeedKt|x|1e-60|0.0",
        "groundSpeedKt|{field: x, min: 0, max: 10}|10|10.0",
        "groundSpeedKt|{field: x, min: 0, max: 10, outside: absent}|10.5|",
        "groundSpeedKt|{field: x, min: 0, outside: absent}|-0.5|",
        "groundSpeedKt|{field: x, values: {slow: 10, fast: 500}}|fast|500.0",
        "groundSpeedKt|{field: x, match: '([0-9.]+) kt'}|about 12.5 kt|12.5",
        "onGround|x|true|true",
        "onGround|x|-1|true",
        "onGround|x|0|false",
        "onGround|{field: x, values: {GND: true, AIR: false}}|AIR|false",
        "onGround|{constant: true}|?|true",
        "callsign|x|BAW1|BAW1",
        "callsign|{field: x, text: strip}|' BAW1  '|BAW1",
        "callsign|{field: x, text: strip}|'   '|",
        "callsign|{field: x, text: [strip, lower]}|' BAW1'|baw1",
        "callsign|{field: x, text: upper}|baw1|BAW1",
        "callsign|{field: x, text: unpad}|007|7",
        "callsign|{field: x, text: unpad}|000|0",
        "callsign|{field: x, text: date}|2024/09/10T11:00|2024-09-10",
        "callsign|{field: x, match: '^[A-Z]{3}'}|BAW1|BAW",
        "callsign|{field: x, match: '^[A-Z]{3}'}|B1|",
        "callsign|{field: x, values: {A: one}, otherwise: other}|B|other",
        "callsign|{field: x, values: {A: one}, otherwise: null}|B|",
        "callsign|{template: '{k}-{x}'}|B|K-B",
        "callsign|{template: '{k}-{x}'}|NA|",
        "callsign|{constant: OFF}|?|OFF",
        "callsign|{constant: 12}|?|12"
      })
  void shouldMapAField(String field, String mapping, String x, String expected) throws Exception {
    FeedFixture feed = position(field, mapping, x == null ? "" : x);

    assertThat(feed.faults).isEmpty();
    Object value = feed.field(0, field);
    assertThat(value == null ? null : String.valueOf(value)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "altitudeFt|x|high|x: 'high' is not a number",
        "altitudeFt|x|3e9|altitudeFt: 3.0E9 is too large",
        "groundSpeedKt|x|1e39|groundSpeedKt: 1.0E39 is too large",
        "groundSpeedKt|x|-3.5e38|groundSpeedKt: -3.5E38 is too large",
        "groundSpeedKt|{field: x, convert: km to m}|1e308|groundSpeedKt: Infinity is too large",
        "altitudeFt|{field: x, min: 0}|-1|altitudeFt: -1.0 is not at least 0.0",
        "altitudeFt|{field: x, max: 9}|10|altitudeFt: 10.0 is not at most 9.0",
        "altitudeFt|{field: x, values: {a: b}}|a|altitudeFt: 'b' is not a number",
        "onGround|x|maybe|onGround: 'maybe' is neither true nor false",
        "callsign|{field: x, values: {A: one}}|B|'B' is none of the values that the mapping knows",
        "callsign|{field: x, text: date}|today|'today' does not begin with a date"
      })
  void shouldRefuseAValue(String field, String mapping, String x, String reason) throws Exception {
    assertThat(position(field, mapping, x).reasons()).containsExactly(reason);
  }

  /** Maps one row with the columns d, c, z and x to a status with an actual landing. */
  private FeedFixture landing(String mapping, String row) throws Exception {
    return new FeedFixture(folder)
        .mapping(
            """
            mapping: test
            sources:
              - format: csv
                match: [d]
                events:
                  - type: FlightStatus
                    key: "{k}"
                    time: {field: t, as: epoch-ms}
                    fields: {status: {constant: LANDED}, actualOn: %s}
            """
                .formatted(mapping))
        .file("a.csv", "k,t,d,c,z,x\nK,1000," + row + "\n")
        .read();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "x|,,,2024-01-02T03:04:05Z|2024-01-02T03:04:05Z",
        "x|,,,2024-01-02 03:04+01:00|2024-01-02T02:04:00Z",
        "{field: x, as: iso}|,,,2024-01-02T03:04:05.678Z|2024-01-02T03:04:05.678Z",
        "{field: x, zone: America/Toronto}|,,,2024-07-02T03:04:05|2024-07-02T07:04:05Z",
        "{field: x, zone: America/Toronto}|,,,2024-07-02T03:04:05Z|2024-07-02T03:04:05Z",
        "{field: x, zone: {harbour: z}}|,,San Pedro,2024-07-02T03:04:05|2024-07-02T10:04:05Z",
        "{field: x, as: epoch-s}|,,,1704164645.25|2024-01-02T03:04:05.250Z",
        "{field: x, as: epoch-ms}|,,,1704164645250|2024-01-02T03:04:05.250Z",
        "{field: x, as: 'dd.MM.yyyy HH:mm', zone: Europe/Berlin}|,,,02.01.2024 03:04|2024-01-02T02:04:00Z",
        "{field: x, as: \"yyyyMMdd'T'HHmmssX\"}|,,,20240102T030405Z|2024-01-02T03:04:05Z",
        "{date: d, clock: c, zone: UTC}|2024-01-02,0304,,|2024-01-02T03:04:00Z",
        "{date: d, clock: c, zone: UTC}|2024-01-02,3:04,,|2024-01-02T03:04:00Z",
        "{date: d, clock: c, zone: UTC}|2024-01-02,2400,,|2024-01-03T00:00:00Z",
        "{date: d, clock: c, zone: America/New_York}|2024-03-10,0230,,|2024-03-10T07:30:00Z",
        "{date: d, clock: c, zone: {harbour: z}}|2024-01-02,0304,Honolulu,|2024-01-02T13:04:00Z",
        "{date: d, clock: c, zone: UTC, after: x}|2024-01-02,0304,,2024-01-02T23:00Z|2024-01-03T03:04:00Z",
        "{date: d, clock: c, zone: UTC, after: x}|2024-01-02,2304,,2024-01-02T23:00Z|2024-01-02T23:04:00Z",
        "{date: d, clock: c, zone: UTC}|2024-01-02,,,|",
        "x|,,,|"
      })
  void shouldMapATime(String mapping, String row, String expected) throws Exception {
    FeedFixture feed = landing(mapping, row);

    assertThat(feed.faults).isEmpty();
    Object time = feed.field(0, "actualOn");
    assertThat(time == null ? null : Instant.ofEpochMilli((Long) time).toString())
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "x|,,,2024-01-02T03:04:05|x: '2024-01-02T03:04:05' is not a date and time with Z or an offset",
        "{field: x, zone: UTC}|,,,soon|x: 'soon' is not a date and time",
        "{field: x, as: epoch-s}|,,,soon|x: 'soon' is not a number",
        "{field: x, as: epoch-ms}|,,,1e15|actualOn: 1000000000000000 ms is not between 1970 and 2200; is its unit right?",
        "{field: x, as: epoch-s}|,,,9e18|x: '9e18' is too large a time",
        "{field: x, as: epoch-ms}|,,,-1e300|x: '-1e300' is too large a time",
        "{field: x, as: epoch-ms}|,,,1e400|x: '1e400' is not a number",
        "x|,,,+999999999-01-02T03:04:05Z|x: '+999999999-01-02T03:04:05Z' is not a date and time with Z or an offset",
        "{field: x, as: \"uuuuuuuuu-MM-dd'T'HHX\"}|,,,999999999-01-02T03Z|x: '999999999-01-02T03Z' is too large a time",
        "{field: x, as: uuuuuuuuu-MM-dd'T'HH, zone: UTC}|,,,999999999-01-02T03|x: '999999999-01-02T03' is too large a time",
        "{field: x, as: uuuuuuuuu-MM-dd'T'HH, zone: America/Toronto}|,,,292278994-08-17T06|x: '292278994-08-17T06' is too large a time",
        "{field: x, as: yyyy}|,,,soon|x: 'soon' is not a date and time like yyyy",
        "{field: x, as: yyyy-MM-dd HH:mm}|,,,2024-01-02 03:04|x: '2024-01-02 03:04' has no offset and the mapping has no zone",
        "{date: d, clock: c, zone: UTC}|2024-01-02,2401,,|d and c: '2024-01-02' and '2401' are not a date and time of day",
        "{date: d, clock: c, zone: UTC}|02.01.2024,0000,,|d and c: '02.01.2024' and '0000' are not a date and time of day",
        "{date: d, clock: c, zone: {harbour: z}}|2024-01-02,0000,XXX,|z: 'XXX' is not a known harbour with a time zone"
      })
  void shouldRefuseATime(String mapping, String row, String reason) throws Exception {
    assertThat(landing(mapping, row).reasons()).containsExactly(reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{x: A}|1",
        "{x: [A, B]}|1 2",
        "{x: {not: A}}|2 3 4",
        "{x: {not: [A, B]}}|3 4",
        "{x: {present: true}}|1 2 3",
        "{x: {present: false}}|4",
        "{y: {above: 5}}|1",
        "{y: {below: 10}}|2",
        "{y: {above: 4, below: 11}}|1 2",
        "{x: A, y: 10}|1",
        "{x: A, y: 5}|''"
      })
  void shouldGiveEventsByCondition(String when, String expected) throws Exception {
    FeedFixture feed =
        new FeedFixture(folder)
            .mapping(
                """
                mapping: test
                sources:
                  - format: csv
                    key: "{k}"
                    events:
                      - type: FlightPosition
                        when: %s
                        time: {field: k, as: epoch-s}
                        fields: {latitude: k, longitude: k}
                """
                    .formatted(when))
            .file("a.csv", "k,x,y\n1,A,10\n2,B,5\n3,C,\n4,,\n")
            .read();

    assertThat(String.join(" ", feed.events.stream().map(FeedEvent::key).toList()))
        .isEqualTo(expected);
    assertThat(feed.stats().excluded()).isEqualTo(4 - feed.events.size());
  }

  @Test
  void shouldGiveSeveralEventsARowWithSharedFieldsAndTheirOwn() throws Exception {
    FeedFixture feed =
        new FeedFixture(folder)
            .mapping(
                """
                mapping: test
                sources:
                  - format: csv
                    key: "{k}"
                    fields: {gate: g, callsign: k}
                    events:
                      - type: BoardingEvent
                        time: {field: t, as: epoch-s}
                        fields: {boarded: n, expected: {constant: 0}}
                      - type: FlightPosition
                        key: "{k}/p"
                        time: {field: t, as: epoch-s}
                        fields: {latitude: n, longitude: n, callsign: g}
                """)
            .file("a.csv", "k,t,g,n\nK,1,B32,17\nL,1,B33,200\n")
            .read();

    assertThat(feed.events).extracting(FeedEvent::key).containsExactly("K", "K/p", "L", "L/p");
    assertThat(feed.field(0, "gate")).isEqualTo("B32");
    assertThat(feed.field(0, "boarded")).isEqualTo(17);
    assertThat(feed.field(1, "callsign")).isEqualTo("B32");
    assertThat(feed.stats().yielding()).isEqualTo(2);
    assertThat(feed.stats().events()).isEqualTo(4);
  }

  @Test
  void shouldGiveAllEventsOfARowOrNone() throws Exception {
    FeedFixture feed =
        new FeedFixture(folder)
            .mapping(
                """
                mapping: test
                sources:
                  - format: csv
                    key: "{k}"
                    events:
                      - type: BaggageEvent
                        time: {field: k, as: epoch-s}
                        fields: {loaded: a, expected: {constant: 9}}
                      - type: BaggageEvent
                        time: {field: k, as: epoch-s}
                        fields: {loaded: b, expected: {constant: 9}}
                """)
            .file("a.csv", "k,a,b\n1,1,2\n2,1,x\n3,x,1\n")
            .read();

    assertThat(feed.events).hasSize(2);
    assertThat(feed.reasons()).containsExactly("b: 'x' is not a number", "a: 'x' is not a number");
    assertThat(feed.stats().addsUp()).isTrue();
  }

  @Test
  void shouldLookUpInASecondFile() throws Exception {
    FeedFixture feed =
        new FeedFixture(folder)
            .beside("airports.csv", "code,name,alt\nEGLL,\"London, Heathrow\",83\nKJFK,,13\n")
            .mapping(
                """
                mapping: test
                tables:
                  airports: {file: airports.csv, key: code}
                sources:
                  - format: csv
                    key: "{k}"
                    events:
                      - type: FlightStatus
                        time: {field: k, as: epoch-s}
                        fields:
                          status: {constant: SCHEDULED}
                          originName: {lookup: airports, by: "{o|upper}", give: name}
                """)
            .file("a.csv", "k,o\n1,egll\n2,kjfk\n3,xxxx\n4,\n")
            .read();

    assertThat(feed.faults).isEmpty();
    assertThat(List.of(0, 1, 2, 3))
        .map(i -> feed.field(i, "originName"))
        .containsExactly("London, Heathrow", null, null, null);
  }

  /** OFF, NO and ON are texts in a mapping, whatever YAML once made of them. */
  @Test
  void shouldTakeWordsAsWords() throws Exception {
    FeedFixture feed =
        new FeedFixture(folder)
            .mapping(
                """
                mapping: test
                sources:
                  - format: csv
                    key: "{k}"
                    events:
                      - type: FlightStatus
                        when: {s: [ON, OFF, NO, y]}
                        time: {field: k, as: epoch-s}
                        fields: {status: {field: s, values: {OFF: OFF, NO: CANCELLED, ON: LANDED}, otherwise: UNKNOWN}}
                """)
            .file("a.csv", "k,s\n1,OFF\n2,NO\n3,ON\n4,y\n5,true\n")
            .read();

    assertThat(List.of(0, 1, 2, 3))
        .map(i -> feed.field(i, "status"))
        .containsExactly("OFF", "CANCELLED", "LANDED", "UNKNOWN");
    assertThat(feed.stats().excluded()).isEqualTo(1);
  }

  @Test
  void shouldReadAFormatOfAnotherJar() throws Exception {
    FeedFixture feed =
        new FeedFixture(folder)
            .mapping(
                """
                mapping: test
                sources:
                  - format: pairs
                    key: "{name}"
                    events:
                      - type: FlightPosition
                        time: {field: value, as: epoch-s}
                        fields: {latitude: {constant: 1}, longitude: {constant: 2}}
                """)
            .file("a.txt", "A=10\nB=20\n")
            .read();

    assertThat(feed.faults).isEmpty();
    assertThat(feed.events).extracting(FeedEvent::key).containsExactly("A", "B");
    assertThat(feed.events).extracting(FeedEvent::eventTimeMs).containsExactly(10_000L, 20_000L);
  }
}
