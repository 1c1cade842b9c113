package io.windsock.feeds;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files of separated values, sound and hostile, through a mapping. */
class CsvFeedTest {
  private static final String MAPPING =
      """
      mapping: test
      sources:
        - format: csv
          absent: [NA]
          order: time
          key: "{id}"
          events:
            - type: FlightPosition
              time: at
              fields: {latitude: lat, longitude: lon, callsign: sign}
      """;
  private static final String HEADER = "id,at,lat,lon,sign\n";
  private static final String ROW = "A,2020-01-01T00:00:00Z,1.5,2.5,BAW1\n";

  private final Path folder;
  private final FeedFixture feed;

  CsvFeedTest(@TempDir Path folder) {
    this.folder = folder;
    this.feed = new FeedFixture(folder).mapping(MAPPING);
  }

  @Test
  void shouldReadRows() throws Exception {
    feed.file("a.csv", HEADER + ROW).read();

    assertThat(feed.events.get(0).key()).isEqualTo("A");
    assertThat(feed.field(0, "latitude")).isEqualTo(1.5);
    assertThat(feed.field(0, "callsign")).isEqualTo("BAW1");
    assertThat(feed.field(0, "squawk")).isNull();
    assertThat(feed.stats()).isEqualTo(new FeedStats(1, 1, 0, 0, 0, 1, 1.0));
  }

  @Test
  void shouldReadColumnsByNameInAnyOrder() throws Exception {
    feed.file("a.csv", "sign,x,lon,lat,at,id\nBAW1,?,2.5,1.5,2020-01-01T00:00:00Z,A\n").read();

    assertThat(feed.field(0, "longitude")).isEqualTo(2.5);
  }

  @Test
  void shouldReadByteOrderMarkReturnsBlankLinesAndQuotes() throws Exception {
    feed.file(
            "a.csv",
            "\ufeff\"id\",at,lat,lon,sign\r\n"
                + "\r\n"
                + "\"A,\"\"B\"\"\",2020-01-01T00:00:00Z,\"1.5\",2.5,\"two\r\nlines\"\r\n"
                + "   \n"
                + "C,2020-01-01T00:00:00Z,1,2,NA")
        .read();

    assertThat(feed.faults).isEmpty();
    assertThat(feed.events).extracting(FeedEvent::key).containsExactly("A,\"B\"", "C");
    assertThat(feed.field(0, "callsign")).isEqualTo("two\r\nlines");
    assertThat(feed.field(1, "callsign")).isNull();
  }

  @Test
  void shouldReportRowsThatCantBeUsedWithLineAndText() throws Exception {
    feed.file(
            "a.csv",
            HEADER
                + ROW
                + "A,2020-01-01T00:00:00Z,north,2.5,x\n"
                + "A,yesterday,1,2,x\n"
                + ",2020-01-01T00:00:00Z,1,2,x\n"
                + "A,2020-01-01T00:00:00Z,1\n"
                + "A,2020-01-01T00:00:00Z,1,2,x,y\n"
                + "A,2020-01-01T00:00:00Z,NA,2,x\n"
                + "A,2020-01-01T00:00:00Z,1,2,\"x\"y\n"
                + ROW)
        .read();

    assertThat(feed.reasons())
        .containsExactly(
            "lat: 'north' is not a number",
            "at: 'yesterday' is not a date and time with Z or an offset",
            "id is absent",
            "3 columns instead of 5",
            "6 columns instead of 5",
            "latitude is absent, but the event requires it",
            "text follows a closing quote");
    assertThat(feed.faults)
        .extracting(FeedFault::number)
        .containsExactly(3L, 4L, 5L, 6L, 7L, 8L, 9L);
    assertThat(feed.faults.get(0).raw()).isEqualTo("A,2020-01-01T00:00:00Z,north,2.5,x");
    assertThat(feed.faults.get(0))
        .hasToString(folder.resolve("a.csv") + ", line 3: lat: 'north' is not a number");
    assertThat(feed.events).hasSize(2);
    assertThat(feed.stats().addsUp()).isTrue();
  }

  @Test
  void shouldLoseOneLineToAStrayQuote() throws Exception {
    feed.file("a.csv", HEADER + ROW + "\"A,2020-01-01T00:00:00Z,1,2,x\n" + ROW.repeat(3)).read();

    assertThat(feed.reasons()).containsExactly("a quoted field has no end");
    assertThat(feed.faults.get(0).number()).isEqualTo(3);
    assertThat(feed.faults.get(0).raw()).isEqualTo("\"A,2020-01-01T00:00:00Z,1,2,x");
    assertThat(feed.events).hasSize(4);
  }

  /** In each case, {@code /} ends a line and {@code @} is a time. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        // The next row's quote ends the field, and text follows.
        "A,@,1,2,\"x / B,@,1,2,\"y\" / C,@,1,2,\"z\" | 2: text follows a closing quote | B C",
        "A,@,1,2,\"x / B,@,1,2,y / C,@,1,2,\"z\" | 2: text follows a closing quote | B C",
        "\"A,@,1,2,x / \"B\",@,1,2,y / C,@,1,2,z | 2: text follows a closing quote | B C",
        // Empty quoted fields are doubled quotes within the field.
        "A,@,1,2,\"x / B,@,1,2,\"\" / C,@,1,2,\"\" | 2: a quoted field has no end | B C",
        "A,@,1,2,\"x / B,@,1,2,\"\" / C,@,1,2,\"z\" | 2: text follows a closing quote | B C",
        // The field ends before a delimiter, but the row has too many or too few columns.
        "A,@,1,2,\"x / B,@,1,2,\",y\" / C,@,1,2,z | 2: 6 columns instead of 5 | B C",
        "\"A,@,1,2,x / B,@,1,2,y\" / C,@,1,2,z | 2: 1 columns instead of 5 | B C",
        // A field that spans lines is sound.
        "A,@,1,2,\"x / B,@,1,2,y\" / C,@,1,2,z | '' | A C",
        // Each stray quote costs its own line.
        "\"A,@,1,2,x / \"B,@,1,2,x / C,@,1,2,z | 2: text follows a closing quote;"
            + " 3: a quoted field has no end | C"
      })
  void shouldLoseNoSoundRowToAStrayQuote(String rows, String faults, String keys) throws Exception {
    String text = rows.replace(" / ", "\n").replace("@", "2020-01-01T00:00:00Z");
    feed.file("a.csv", HEADER + text + "\n").read();

    assertThat(feed.faults.stream().map(one -> one.number() + ": " + one.reason()).toList())
        .isEqualTo(faults.isEmpty() ? List.of() : List.of(faults.split("; ")));
    assertThat(feed.events).extracting(FeedEvent::key).containsExactly(keys.split(" "));
    assertThat(feed.stats().addsUp()).isTrue();
  }

  @Test
  void shouldReportALineBeyondTheBound() throws Exception {
    FeedLimits standard = FeedLimits.standard();
    feed.limits(new FeedLimits(2048, standard.sortBytes(), 10, standard.temporary()))
        .file("a.csv", HEADER + ROW + "x".repeat(1_000_000) + "\n" + ROW)
        .read();

    assertThat(feed.reasons()).containsExactly("the line is longer than 2048 bytes");
    assertThat(feed.faults.get(0).number()).isEqualTo(3);
    assertThat(feed.faults.get(0).raw().length()).isLessThanOrEqualTo(FeedFault.MAX_RAW_CHARS);
    assertThat(feed.events).hasSize(2);
  }

  @Test
  void shouldReportTextThatIsNotUtf8() throws Exception {
    String row = "A,2020-01-01T00:00:00Z,1,2,Z\u00fcrich\n";
    feed.file("a.csv", (HEADER + row).getBytes(StandardCharsets.ISO_8859_1)).read();

    assertThat(feed.reasons()).singleElement().asString().endsWith("is not UTF-8");
  }

  @Test
  void shouldReadUtf8() throws Exception {
    feed.file("a.csv", HEADER + "A,2020-01-01T00:00:00Z,1,2,Zürich ✈\n").read();

    assertThat(feed.field(0, "callsign")).isEqualTo("Zürich ✈");
  }

  @Test
  void shouldSurviveGarbageBehindTheHeader() throws Exception {
    byte[] header = HEADER.getBytes(StandardCharsets.UTF_8);
    byte[] bytes = new byte[200_000];
    new Random(7).nextBytes(bytes);
    System.arraycopy(header, 0, bytes, 0, header.length);
    feed.file("a.csv", bytes).read();

    assertThat(feed.events).isEmpty();
    assertThat(feed.faults).hasSizeGreaterThan(300);
    assertThat(feed.stats().faults()).isEqualTo(feed.faults.size());
  }

  @Test
  void shouldReadOtherDelimitersCommentsAndFilesWithoutHeader() throws Exception {
    FeedFixture other =
        new FeedFixture(folder)
            .mapping(
                """
                mapping: test
                sources:
                  - format: csv
                    csv: {delimiter: ";", quote: none, comment: "#", columns: [id, at, lat, lon], ragged: true}
                    key: "{id}"
                    events:
                      - type: FlightPosition
                        when: {lon: {present: true}}
                        time: at
                        fields: {latitude: lat, longitude: lon}
                """)
            .file("a.txt", "# id at\nA\";2020-01-01T00:00:00Z;1;2\nB;2020-01-01T00:00:00Z\n")
            .read();

    assertThat(other.faults).isEmpty();
    assertThat(other.events).extracting(FeedEvent::key).containsExactly("A\"");
    assertThat(other.stats().excluded()).isEqualTo(1);
  }
}
