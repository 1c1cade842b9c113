package io.windsock.feeds;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.feeds.input.Input;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** JSON in its shapes, sound and hostile, through a mapping. */
class JsonFeedTest {
  private static final String A =
      "{\"id\":\"A\",\"t\":10,\"p\":{\"lat\":1,\"lon\":\"2.5\"},\"n\":null}";
  private static final String B = "{\"id\":\"B\",\"t\":20.25,\"p\":{\"lat\":3,\"lon\":4}}";

  private final Path folder;

  JsonFeedTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private FeedFixture feed(String records) {
    return new FeedFixture(folder)
        .mapping(
            """
            mapping: test
            sources:
              - format: json
                %s
                match: [id]
                order: time
                key: "{id}"
                events:
                  - type: FlightPosition
                    time: {field: t, as: epoch-s}
                    fields: {latitude: p.lat, longitude: p.lon, callsign: n}
            """
                .formatted(records.isEmpty() ? "" : "records: \"" + records + "\""));
  }

  private static void shouldBeAAndB(FeedFixture feed) {
    assertThat(feed.faults).isEmpty();
    assertThat(feed.events).extracting(FeedEvent::key).containsExactly("A", "B");
    assertThat(feed.events).extracting(FeedEvent::eventTimeMs).containsExactly(10_000L, 20_250L);
    assertThat(feed.field(0, "longitude")).isEqualTo(2.5);
    assertThat(feed.field(0, "callsign")).isNull();
  }

  @Test
  void shouldReadDocumentsOneALine() throws Exception {
    shouldBeAAndB(feed("").file("a.json", A + "\n\n" + B + "\r\n").read());
  }

  /** A snapshot of some hundred aircraft is a line of more than is looked at otherwise. */
  @Test
  void shouldLoseOnlyACorruptLineAmongLongOnes() throws Exception {
    String pad = "{\"pad\":\"" + "x".repeat(2 * Input.SAMPLE_BYTES) + "\",";
    String a = pad + A.substring(1);
    String b = pad + B.substring(1);

    FeedFixture feed = feed("").file("a.json", a + "\n" + pad + "\n" + b + "\n").read();

    assertThat(feed.faults).hasSize(1);
    assertThat(feed.events).extracting(FeedEvent::key).containsExactly("A", "B");
  }

  @Test
  void shouldReadDocumentsOneAfterTheOther() throws Exception {
    shouldBeAAndB(feed("").file("a.json", "\ufeff " + A + B).read());
  }

  @Test
  void shouldReadAnArray() throws Exception {
    shouldBeAAndB(feed("[]").file("a.json", "[" + A + ",\n" + B + "]").read());
  }

  @Test
  void shouldReadANestedArrayAmongOtherThings() throws Exception {
    String other =
        "{\"x\":[1,{\"flights\":[9]}],\"data\":{\"y\":{},\"flights\":[%s,%s],\"z\":[[]]}}";
    shouldBeAAndB(feed("data.flights[]").file("a.json", other.formatted(A, B)).read());
  }

  @Test
  void shouldReadEachArrayOfEachDocument() throws Exception {
    String text = "{\"list\":[[" + A + "],[]]}\n{\"list\":[[" + B + "]]}\n";
    shouldBeAAndB(feed("list[][]").file("a.json", text).read());
  }

  @Test
  void shouldLoseOneLineToBrokenJson() throws Exception {
    FeedFixture feed = feed("").file("a.json", A + "\n{\"id\":\n" + B + "\n[}\n" + A).read();

    assertThat(feed.events).extracting(FeedEvent::key).containsExactly("A", "B", "A");
    assertThat(feed.faults).extracting(FeedFault::number).containsExactly(2L, 4L);
    assertThat(feed.faults.get(0).raw()).isEqualTo("{\"id\":");
    assertThat(feed.reasons()).allMatch(reason -> reason.startsWith("malformed JSON: "));
  }

  /** As after a power cut. To the parser they look like UTF-16 or UTF-32. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 100})
  void shouldLoseOneLineToNuls(int nuls) throws Exception {
    String zeros = "\0".repeat(nuls);
    String text = String.join("\n", A, B, zeros + A, zeros, A);
    FeedFixture feed = feed("").file("a.json", text).read();

    assertThat(feed.events).extracting(FeedEvent::key).containsExactly("A", "B", "A");
    assertThat(feed.faults).extracting(FeedFault::number).containsExactly(3L, 4L);
    assertThat(feed.reasons()).allMatch(reason -> reason.startsWith("malformed JSON: "));
  }

  @ParameterizedTest
  @ValueSource(strings = {"[%s,{\"id\":", "[%s,}", "[%s", "[%s]]", "[%s] garbage"})
  void shouldReportWhereADocumentBreaks(String text) throws Exception {
    FeedFixture feed = feed("[]").file("a.json", text.formatted(A)).read();

    assertThat(feed.events).extracting(FeedEvent::key).containsExactly("A");
    assertThat(feed.reasons())
        .singleElement()
        .asString()
        .startsWith("malformed JSON: ")
        .contains("line 1")
        .endsWith("what follows can't be read");
  }

  @Test
  void shouldReportADocumentWithoutRecords() throws Exception {
    String text =
        "{\"list\":[" + A + "]}{\"other\":1}{\"list\":5}[1]{\"list\":[" + B + "]}{\"list\":[]}";
    FeedFixture feed = feed("list[]").file("a.json", text).read();

    assertThat(feed.events).hasSize(2);
    assertThat(feed.reasons()).hasSize(3).containsOnly("the document has no 'list[]'");
  }

  @Test
  void shouldReportARecordThatIsNoObject() throws Exception {
    FeedFixture feed = feed("[]").file("a.json", "[" + A + ",7,null,[],\"x\"]").read();

    assertThat(feed.reasons()).hasSize(4).containsOnly("id is absent");
    assertThat(feed.faults).extracting(FeedFault::number).containsExactly(2L, 3L, 4L, 5L);
    assertThat(feed.faults.get(0).unit()).isEqualTo(FeedFault.Unit.RECORD);
    assertThat(feed.faults.get(0).raw()).isEqualTo("7");
  }

  @Test
  void shouldReportAStructureWhereAValueShouldBe() throws Exception {
    String text = "{\"id\":{\"x\":1},\"t\":1,\"p\":{\"lat\":1,\"lon\":1}}";
    FeedFixture feed = feed("").file("a.json", text).read();

    assertThat(feed.reasons()).containsExactly("id: '{\"x\":1}' is not a single value");
  }

  @Test
  void shouldRefuseDeepNesting() throws Exception {
    String deep = "[".repeat(100_000);
    FeedFixture feed = feed("").file("a.json", A + "\n{\"id\":" + deep + "\n" + B + "\n").read();

    assertThat(feed.events).hasSize(2);
    assertThat(feed.reasons()).singleElement().asString().contains("nesting depth");
  }

  @Test
  void shouldBoundARecord() throws Exception {
    FeedLimits standard = FeedLimits.standard();
    String huge = "{\"id\":\"H\",\"x\":[" + "1,".repeat(50_000) + "1]}";
    FeedFixture feed =
        feed("[]")
            .limits(new FeedLimits(4096, standard.sortBytes(), 10, standard.temporary()))
            .file("a.json", "[" + A + "," + huge + "," + B + "]")
            .read();

    assertThat(feed.events).extracting(FeedEvent::key).containsExactly("A", "B");
    assertThat(feed.reasons()).containsExactly("the record is larger than 4096 characters");
  }

  @Test
  void shouldReadMembersOfTheRootThatStandBeforeTheRecords() throws Exception {
    FeedFixture feed =
        new FeedFixture(folder)
            .mapping(
                """
                mapping: test
                sources:
                  - format: json
                    records: "list[]"
                    match: [id]
                    key: "{/station.name}/{id}"
                    events:
                      - type: FlightPosition
                        time: {field: /now, as: epoch-s}
                        fields: {latitude: p.lat, longitude: p.lon}
                """)
            .file(
                "a.json",
                """
                {"now": 5, "station": {"name": "S"}, "list": [%s]}
                {"list": [%s], "now": 6, "station": {"name": "T"}}
                """
                    .formatted(A, B))
            .read();

    assertThat(feed.events).extracting(FeedEvent::key).containsExactly("S/A");
    assertThat(feed.events.get(0).eventTimeMs()).isEqualTo(5_000);
    assertThat(feed.reasons()).containsExactly("/station.name is absent");
  }
}
