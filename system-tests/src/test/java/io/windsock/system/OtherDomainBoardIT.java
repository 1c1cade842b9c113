package io.windsock.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.EventType;
import io.windsock.contracts.topic.EventHeaders;
import io.windsock.ede.EdeDefinition;
import io.windsock.site.status.SiteDomain;
import io.windsock.site.testing.TestSite;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The board of a domain that is not the airline's, {@code domains/tide-gauges}, in a browser. */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class OtherDomainBoardIT {
  private static final Path FOLDER = Repository.path("domains/tide-gauges");
  private static final Catalogue CATALOGUE = Catalogue.load(FOLDER);
  private static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");

  private final EventCodec codec = new EventCodec(CATALOGUE);
  private Browser browser;
  private TestSite site;
  private long sent;

  @BeforeEach
  void start() {
    Browser started = Browser.start();
    assumeTrue(started != null, "no chromium and chromedriver on the PATH");
    browser = started;
  }

  /** Starts a site of the folder's domain. */
  private void serve(EdeDefinition definition) {
    site = TestSite.start("m1", new SiteDomain(CATALOGUE, definition), 1);
    report("G1", "Steubenhöft", "Cuxhaven", 500);
    report("G2", "Alte Liebe", "Cuxhaven", 500);
    report("G3", "St. Pauli", "Hamburg", 600);
    level("G1", 480);
    level("G3", 650);
  }

  private void serve() {
    serve(EdeDefinition.load(FOLDER, CATALOGUE));
  }

  /**
   * As {@link #serve()}, by a {@code views.yaml} that does not say how the board shows it, and
   * where one of the views has no positions.
   */
  private void serveWithoutBoardSections() throws IOException {
    ObjectMapper yaml = new ObjectMapper(new YAMLFactory());
    ObjectNode views = (ObjectNode) yaml.readTree(FOLDER.resolve("views.yaml").toFile());
    views.remove("board");
    views.get("views").forEach(view -> ((ObjectNode) view).remove("board"));
    ((ObjectNode) views.at("/views/warnings/columns")).remove(List.of("latitude", "longitude"));
    String ede = Files.readString(FOLDER.resolve("ede.yaml"));
    serve(EdeDefinition.parse(ede, yaml.writeValueAsString(views), CATALOGUE));
  }

  @AfterEach
  void stop() {
    if (browser != null) {
      browser.close();
    }
    if (site != null) {
      site.close();
    }
  }

  private void report(String key, String name, String harbour, int warningCm) {
    send(
        key,
        "GaugeReport",
        Map.of("service", "IN_SERVICE", "name", name, "harbour", harbour, "warningCm", warningCm));
  }

  private void level(String key, int cm) {
    send(key, "WaterLevel", Map.of("levelCm", cm));
  }

  private void send(String key, String typeName, Map<String, Object> fields) {
    EventType type = CATALOGUE.type(typeName);
    Schema schema = type.current().schema();
    GenericRecord event = new GenericData.Record(schema);
    event.put("eventTime", NOON.plusSeconds(sent).toEpochMilli());
    fields.forEach(
        (name, value) -> {
          Schema field = schema.getField(name).schema();
          boolean symbol = field.getType() == Schema.Type.ENUM;
          event.put(name, symbol ? new GenericData.EnumSymbol(field, value) : value);
        });
    RecordHeaders headers = new RecordHeaders();
    headers.add(EventHeaders.SEQUENCE, EventHeaders.sequence(sent + 1));
    byte[] bytes = codec.encode(type, event);
    site.apply(
        List.of(
            new ConsumerRecord<>(
                "test.forward",
                0,
                sent++,
                NOON.toEpochMilli(),
                TimestampType.LOG_APPEND_TIME,
                key.length(),
                bytes.length,
                key.getBytes(StandardCharsets.UTF_8),
                bytes,
                headers,
                Optional.empty())));
  }

  private void open(String query) {
    browser.open(site.url() + "/board" + query);
  }

  private void shouldHaveSaidNothingInTheConsole() {
    assertThat(browser.errors()).isEmpty();
  }

  @Test
  void shouldShowAViewAsItsBoardSectionSays() {
    serve();
    open("");
    browser.awaitState("live");

    assertThat(browser.text("h1")).isEqualTo("High water");
    browser.await("document.querySelectorAll('#rows tr').length === 1");
    assertThat(
            browser.ask(
                "return [...document.querySelectorAll('#columns th')].map((th) => th.textContent)"))
        .isEqualTo(List.of("Measured", "Gauge", "Harbour", "Level", "Warns from"));
    assertThat(browser.rows().get("G3"))
        .containsEntry("measured", "12:00")
        .containsEntry("name", "St. Pauli")
        .containsEntry("harbour", "Hamburg")
        .containsEntry("levelCm", "650 cm")
        .containsEntry("warningCm", "600 cm");
    assertThat(browser.text("nav")).contains("Tide gauges").contains("High water");
    assertThat(browser.text("#count")).isEqualTo("1 gauge");
    shouldHaveSaidNothingInTheConsole();
  }

  @Test
  void shouldShowBadgesAndAMapWhereThereArePositions() {
    serve();
    open("?view=harbour&harbour=Cuxhaven");
    browser.awaitState("live");

    browser.await("document.querySelectorAll('#rows tr').length === 2");
    assertThat(browser.rows().get("G1"))
        .containsEntry("state", "In service")
        .containsEntry("surgeCm", "");
    assertThat(browser.text("#map-note")).isEqualTo("no positions yet");

    send("G1", "GaugeReport", Map.of("service", "IN_SERVICE", "latitude", 53.87, "longitude", 8.7));
    level("G1", 510);

    browser.awaiting("a point", () -> browser.aircraft() != null);
    assertThat(browser.text("#map-note")).isEqualTo("1 gauge");
    assertThat(browser.rows().get("G1"))
        .containsEntry("state", "High water")
        .containsEntry("levelCm", "510 cm");
    assertThat(
            browser.ask("return document.querySelector('tr[data-key=G1] td.state').dataset.tone"))
        .isEqualTo("bad");
    shouldHaveSaidNothingInTheConsole();
  }

  @Test
  void shouldShowAViewWithoutASectionByItsOwnColumns() throws IOException {
    serveWithoutBoardSections();
    open("");
    browser.awaitState("live");

    assertThat(browser.text("h1")).isEqualTo("Warnings");
    browser.await("document.querySelectorAll('#rows tr').length === 1");
    assertThat(browser.text("#columns")).contains("Harbour").contains("Level cm");
    assertThat(browser.rows().get("G3"))
        .containsEntry("harbour", "Hamburg")
        .containsEntry("name", "St. Pauli")
        .containsEntry("levelCm", "650")
        .containsEntry("measured", "12:00:04");
    assertThat(browser.text("nav")).contains("Harbour").contains("Warnings");
    assertThat(browser.text("#count")).isEqualTo("1 row");
    assertThat(browser.holds("document.querySelector('.map').offsetHeight > 0")).isFalse();
    shouldHaveSaidNothingInTheConsole();
  }

  @Test
  void shouldShowTheRowsOfAParameter() throws IOException {
    serveWithoutBoardSections();
    open("?view=harbour&harbour=Cuxhaven");
    browser.awaitState("live");

    browser.await("document.querySelectorAll('#rows tr').length === 2");
    assertThat(browser.text("#value")).isEqualTo("Cuxhaven");
    assertThat(browser.rows().get("G1"))
        .containsEntry("name", "Steubenhöft")
        .containsEntry("levelCm", "480")
        .containsEntry("highWater", "no");
    assertThat(browser.holds("document.querySelector('.map').offsetHeight > 0")).isTrue();

    level("G1", 510);

    browser.awaiting("level", () -> "510".equals(browser.rows().get("G1").get("levelCm")));
    assertThat(browser.rows().get("G1")).containsEntry("highWater", "yes");
    assertThat(browser.rows().get("G2")).containsEntry("levelCm", "");
    shouldHaveSaidNothingInTheConsole();
  }

  @Test
  void shouldAskForAParameterThatAViewNeeds() {
    serve();
    open("?view=harbour");

    browser.await("document.getElementById('empty').innerText.includes('harbour')");
    assertThat(browser.text("#choose label")).contains("Harbour");
    browser.ask(
        """
        document.getElementById('value-input').value = 'Hamburg';
        document.getElementById('choose').requestSubmit();
        """);
    browser.await("document.querySelectorAll('#rows tr[data-key=G3]').length === 1");
    shouldHaveSaidNothingInTheConsole();
  }

  @Test
  void shouldNameTheViewsThatThereAre() {
    serve();
    open("?view=arrivals");

    browser.awaitState("refused");
    assertThat(browser.text("[role=alert]")).contains("arrivals").contains("harbour, warnings");
    assertThat(
            browser.holds(
                "performance.getEntriesByType('resource').some(({ name }) => name.includes('subscribe'))"))
        .isFalse();
    shouldHaveSaidNothingInTheConsole();
  }
}
