package io.windsock.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.EventType;
import io.windsock.contracts.topic.EventHeaders;
import io.windsock.ede.EdeDefinition;
import io.windsock.site.status.SiteDomain;
import io.windsock.site.testing.TestSite;
import java.nio.charset.StandardCharsets;
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

/** The board of {@code domains/number-translation} in a browser. */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class NumberTranslationBoardIT {
  private static final Catalogue CATALOGUE = Catalogue.builtIn("number-translation");
  private static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");
  private static final String ALSTER = "08001234567";
  private static final String BROCKEN = "08007654321";

  private final EventCodec codec = new EventCodec(CATALOGUE);
  private Browser browser;
  private TestSite site;
  private long sent;

  @BeforeEach
  void start() {
    Browser started = Browser.start();
    assumeTrue(started != null, "no chromium and chromedriver on the PATH");
    browser = started;
    site = TestSite.start("m1", new SiteDomain(CATALOGUE, EdeDefinition.builtIn(CATALOGUE)), 1);
    add(ALSTER, "Alster Cruises", Map.of("northDay", "+99911000001"));
    add(BROCKEN, "Brocken Railway", Map.of());
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

  private void add(String number, String subscriber, Map<String, Object> targets) {
    send(number, "ServicePluggedIn", Map.of(), Map.of());
    Map<String, Object> entry =
        Map.of(
            "subscriber",
            subscriber,
            "charging",
            "REVERSE",
            "zone",
            "Europe/Berlin",
            "dayFrom",
            8,
            "eveningFrom",
            18,
            "nightFrom",
            22,
            "defaultTarget",
            "+99910000001");
    send(number, "ServiceAdded", entry, targets);
  }

  private void report(String number, String typeName) {
    send(number, typeName, Map.of(), Map.of());
  }

  private void send(
      String number, String typeName, Map<String, Object> fields, Map<String, Object> more) {
    EventType type = CATALOGUE.type(typeName);
    GenericRecord event = new GenericData.Record(type.current().schema());
    event.put("eventTime", NOON.plusSeconds(sent).toEpochMilli());
    fields.forEach((name, value) -> put(event, name, value));
    more.forEach((name, value) -> put(event, name, value));
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
                number.length(),
                bytes.length,
                number.getBytes(StandardCharsets.UTF_8),
                bytes,
                headers,
                Optional.empty())));
  }

  private static void put(GenericRecord event, String name, Object value) {
    Schema schema = event.getSchema().getField(name).schema();
    boolean symbol = schema.getType() == Schema.Type.ENUM;
    event.put(name, symbol ? new GenericData.EnumSymbol(schema, value) : value);
  }

  private void open(String query) {
    browser.open(site.url() + "/board" + query);
    browser.awaitState("live");
  }

  private Object headings() {
    return browser.ask(
        "return [...document.querySelectorAll('#columns th')].map((th) => th.textContent)");
  }

  @Test
  void shouldShowHowANumberIsModifiedAndCancelled() {
    open("");

    assertThat(browser.text("h1")).isEqualTo("Numbers in service");
    assertThat(headings())
        .isEqualTo(List.of("Since", "Number", "Status", "Subscriber", "Default", "Calls"));
    browser.await("document.querySelectorAll('#rows tr').length === 2");
    assertThat(browser.rows().get(ALSTER))
        .containsEntry("number", ALSTER)
        .containsEntry("status", "Active")
        .containsEntry("subscriber", "Alster Cruises")
        .containsEntry("defaultTarget", "+99910000001");
    assertThat(browser.holds("document.querySelector('.map').offsetHeight > 0")).isFalse();

    report(ALSTER, "RoutesPluggedIn");
    report(ALSTER, "ServiceBusy");
    browser.awaiting("busy", () -> "Busy".equals(browser.rows().get(ALSTER).get("status")));

    report(BROCKEN, "ServiceCancelled");
    browser.await("document.querySelectorAll('#rows tr').length === 1");
    assertThat(browser.text("#count")).isEqualTo("1 number");
    assertThat(browser.errors()).isEmpty();
  }

  @Test
  void shouldShowWhereTheCallsOfASubscriberGo() {
    open("?view=subscriber&subscriber=Alster%20Cruises");

    browser.await("document.querySelectorAll('#rows tr').length === 1");
    assertThat(browser.rows().get(ALSTER))
        .containsEntry("northDay", "+99911000001")
        .containsEntry("westDay", "+99910000001");
    assertThat(browser.errors()).isEmpty();
  }

  @Test
  void shouldShowWhatWasReportedOutOfOrder() {
    report(ALSTER, "ServiceDisconnected");
    open("?view=broken");

    browser.await("document.querySelectorAll('#rows tr').length === 1");
    assertThat(browser.rows().get(ALSTER)).containsEntry("status", "Disconnected");
    assertThat(browser.errors()).isEmpty();
  }
}
