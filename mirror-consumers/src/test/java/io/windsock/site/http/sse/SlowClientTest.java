package io.windsock.site.http.sse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.site.subscribe.ChangeReads;
import io.windsock.site.testing.FlightLog;
import io.windsock.site.testing.RowsClient;
import io.windsock.site.testing.SseStreams;
import io.windsock.site.testing.TestConfig;
import io.windsock.site.testing.TestSite;
import io.windsock.site.testing.Views;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SlowClientTest {
  private static final int SMALL_BUFFER = 4 << 10;
  private static final int EACH = 20;
  private static final Duration LONG = Duration.ofMinutes(5);

  private final SseStreams streams = new SseStreams();
  private @Nullable TestSite started;

  @AfterEach
  void stop() {
    streams.close();
    if (started != null) {
      started.close();
    }
  }

  private TestSite start(FlightLog log, Duration stall, int softBytes, int hardBytes) {
    return start(
        log,
        new TestConfig()
            .sendBufferBytes(SMALL_BUFFER)
            .times(Duration.ofMillis(200), Duration.ofSeconds(1), stall)
            .streams(100, softBytes, hardBytes));
  }

  private TestSite start(FlightLog log, TestConfig config) {
    TestSite site = TestSite.start("m1", 1, 2, config.build());
    started = site;
    site.apply(log.schedule());
    return site;
  }

  private static FlightLog log(int flights) {
    return new FlightLog(3, 2, flights, List.of("EGLL", "CYYZ"), () -> 1000);
  }

  private RowsClient live(TestSite site, String query) {
    RowsClient client = new RowsClient(streams, query);
    client.connect(site.url(), SMALL_BUFFER);
    await().until(client::isLive);
    return client;
  }

  @Test
  void shouldSendASlowClientTheLatestOfEachKey() {
    FlightLog log = log(30);
    TestSite site = start(log, LONG, 8 << 10, 4 << 20);
    RowsClient slow = live(site, "view=all");
    RowsClient fast = live(site, "view=all");
    slow.reading(false);
    for (int i = 0; i < 400; i++) {
      site.apply(log.next(EACH));
    }
    Map<String, JsonNode> expected = Views.items(site.url(), "view=all");
    await().untilAsserted(() -> assertThat(fast.rows()).isEqualTo(expected));
    String positionWhileSlow = slow.token();

    slow.reading(true);

    await().untilAsserted(() -> assertThat(slow.rows()).isEqualTo(expected));
    await().untilAsserted(() -> assertThat(slow.token()).isNotEqualTo(positionWhileSlow));
    assertThat(slow.faults()).isEmpty();
    assertThat(fast.faults()).isEmpty();
    assertThat(slow.seen("update")).isLessThan(400 * EACH / 2);
    assertThat(site.metric("windsock_sse_conflated_updates_total")).isPositive();
    await().untilAsserted(() -> assertThat(site.metric("windsock_sse_unsent_bytes")).isZero());
  }

  @Test
  void shouldTellASlowClientItsPositionSoThatAResumeMissesNothing() {
    FlightLog log = log(30);
    TestSite site = start(log, LONG, 8 << 10, 4 << 20);
    RowsClient slow = live(site, "view=all");
    for (int round = 0; round < 5; round++) {
      slow.reading(false);
      int before = slow.seen("update"); // of what follows, more than 20 are left for it in any case
      for (int i = 0; i < 150; i++) {
        site.apply(log.next(20));
      }
      slow.reading(true);
      // Breaks off somewhere in what it has been sent without ids.
      await().until(() -> slow.seen("update") > before + 20);
      slow.disconnect();
      site.apply(log.next(20));
      slow.connect(site.url(), SMALL_BUFFER);
      await().until(slow::isLive);
    }
    Map<String, JsonNode> expected = Views.items(site.url(), "view=all");
    await().untilAsserted(() -> assertThat(slow.rows()).isEqualTo(expected));
    assertThat(slow.faults()).isEmpty();
  }

  @Test
  void shouldCutAClientThatTakesNothing() {
    FlightLog log = log(30);
    // Longer than a busy machine may stand still: it must not cut the other client, too.
    TestSite site = start(log, Duration.ofSeconds(5), 8 << 10, 4 << 20);
    RowsClient stalled = live(site, "view=all");
    RowsClient other = live(site, "view=arrivals&airport=EGLL");
    stalled.reading(false);

    for (int i = 0; i < 200; i++) {
      site.apply(log.next(20));
    }

    await()
        .untilAsserted(
            () ->
                assertThat(site.metric("windsock_sse_cut_clients_total{reason=\"stalled\"}"))
                    .isEqualTo(1));
    await().untilAsserted(() -> assertThat(site.metric("windsock_sse_clients")).isEqualTo(1));
    await().untilAsserted(() -> assertThat(site.metric("windsock_http_connections")).isEqualTo(1));
    await().untilAsserted(() -> assertThat(site.metric("windsock_sse_unsent_bytes")).isZero());
    assertThat(other.isLive()).isTrue();
    assertThat(other.faults()).isEmpty();
  }

  @Test
  void shouldServeOthersWhileManyThatAskedForMuchTakeNothing() {
    FlightLog log = log(8000);
    TestSite site = start(log, LONG, 64 << 10, 4 << 20);
    RowsClient away = live(site, "view=all");
    String token = away.token();
    away.disconnect();
    for (int i = 0; i < 30; i++) {
      site.apply(log.next(100));
    }
    List<RowsClient> stalled = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      RowsClient client = new RowsClient(streams, "view=all").from("{\"rows\":[]}", token);
      // Not at a "wait", which a client that still waits for its state hears now and then.
      client.onEvent(() -> client.reading(client.seen("resume") == 0));
      client.connect(site.url(), SMALL_BUFFER);
      stalled.add(client);
    }
    await().until(() -> stalled.stream().allMatch(client -> client.seen("resume") == 1));
    await().untilAsserted(() -> assertThat(site.metric("windsock_sse_clients")).isEqualTo(40));

    away.connect(site.url());

    await().until(away::isLive);
    assertThat(away.rows()).isEqualTo(Views.items(site.url(), "view=all"));
    assertThat(away.faults()).isEmpty();
    assertThat(stalled).noneMatch(RowsClient::isLive);
  }

  @Test
  void shouldReadNoMoreForResumingClientsThanFits() {
    FlightLog log = log(8000);
    TestSite site =
        start(
            log,
            new TestConfig()
                .sendBufferBytes(SMALL_BUFFER)
                .times(Duration.ofMillis(200), Duration.ofSeconds(1), LONG)
                .partBytes(2 * ChangeReads.PART_BYTES + ChangeReads.PART_BYTES / 4));
    RowsClient away = live(site, "view=all");
    String token = away.token();
    away.disconnect();
    for (int i = 0; i < 30; i++) {
      site.apply(log.next(100));
    }
    List<RowsClient> stalled = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      RowsClient client = new RowsClient(streams, "view=all").from("{\"rows\":[]}", token);
      client.onEvent(() -> client.reading(client.seen("resume") == 0));
      client.connect(site.url(), SMALL_BUFFER);
      stalled.add(client);
      if (i < 2) { // one by one: none shares a read
        await().until(() -> client.seen("resume") > 0);
      }
    }
    away.connect(site.url());
    List<RowsClient> waiting = new ArrayList<>(stalled.subList(2, stalled.size()));
    waiting.add(away);
    // A read for all of these, while both parts are unsent, would be told before the second "wait".
    await()
        .until(
            () -> waiting.stream().allMatch(client -> client.seen("wait") > 1 || resumed(client)));

    List<RowsClient> early = waiting.stream().filter(SlowClientTest::resumed).toList();
    // Others wait, so after some seconds, which a busy machine may take, a client that takes
    // nothing is cut. That makes room; nothing else may have made it.
    double cut = site.metric("windsock_sse_cut_clients_total{reason=\"stalled\"}");
    assertThat(early.isEmpty() || cut > 0).as("cut: %s, early: %s", cut, early).isTrue();

    stalled.get(0).disconnect();
    stalled.get(1).disconnect();

    // Those that waited share the next read.
    await().until(away::isLive);
    assertThat(away.rows()).isEqualTo(Views.items(site.url(), "view=all"));
    assertThat(away.faults()).isEmpty();
  }

  private static boolean resumed(RowsClient client) {
    return client.seen("resume") > 0;
  }

  @Test
  void shouldMissNothingThatChangesWhileAClientCatchesUpPartByPart() {
    FlightLog log = log(12_000);
    TestSite site = start(log, LONG, 64 << 10, 4 << 20);
    RowsClient client = live(site, "view=all");
    client.disconnect();
    for (int i = 0; i < 60; i++) {
      site.apply(log.next(100));
    }
    int before = client.seen("update");

    // It reads on once some batches have been applied, however late this thread gets to that.
    AtomicInteger batches = new AtomicInteger();
    client.onEvent(() -> client.reading(client.seen("resume") == 0 || batches.get() >= EACH));
    client.connect(site.url(), SMALL_BUFFER);
    await().until(() -> client.seen("resume") > 0);
    while (!client.isLive() && batches.get() < 2_000) {
      site.apply(log.next(5));
      if (batches.incrementAndGet() >= EACH) {
        client.reading(true); // again and again: the last event may just have stopped it
      }
    }

    await().until(client::isLive);
    assertThat(client.seen("resume")).isEqualTo(1);
    Map<String, JsonNode> expected = Views.items(site.url(), "view=all");
    await().untilAsserted(() -> assertThat(client.rows()).isEqualTo(expected));
    assertThat(client.faults()).isEmpty();
    assertThat(batches).as("batches while it caught up").hasValueGreaterThan(10);
    assertThat(client.seen("update") - before).as("updates: several parts").isGreaterThan(4_000);
  }

  @Test
  void shouldCutAClientWhoseLatestRowsAreTooMuch() {
    FlightLog log = log(2000);
    TestSite site = start(log, LONG, 8 << 10, 64 << 10);
    RowsClient slow = live(site, "view=all");
    slow.reading(false);

    for (int i = 0; i < 100; i++) {
      site.apply(log.next(100));
    }

    await()
        .untilAsserted(
            () ->
                assertThat(site.metric("windsock_sse_cut_clients_total{reason=\"too slow\"}"))
                    .isEqualTo(1));
    await().untilAsserted(() -> assertThat(site.metric("windsock_sse_unsent_bytes")).isZero());

    slow.reading(true);
    await().until(slow::isClosed);
    slow.connect(site.url());
    Map<String, JsonNode> expected = Views.items(site.url(), "view=all");
    await().untilAsserted(() -> assertThat(slow.rows()).isEqualTo(expected));
    assertThat(slow.faults()).isEmpty();
  }
}
