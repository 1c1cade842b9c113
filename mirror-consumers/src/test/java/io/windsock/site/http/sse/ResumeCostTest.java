package io.windsock.site.http.sse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.site.serve.ServerConfig;
import io.windsock.site.testing.FlightLog;
import io.windsock.site.testing.RowsClient;
import io.windsock.site.testing.SseStreams;
import io.windsock.site.testing.TestConfig;
import io.windsock.site.testing.TestSite;
import io.windsock.site.testing.Views;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A resume costs at most what the view's initial state costs, whatever changed at the site. */
class ResumeCostTest {
  private static final int FLIGHTS = 12_000;
  private static final int AIRPORTS = 600;
  private static final int CLIENTS = 50;
  private static final String QUERY = "view=arrivals&airport=A0";
  private static final String BYTES = "windsock_sse_written_bytes_total";
  private static final String STARTED = "windsock_sse_started_streams_total{with=\"%s\"}";
  private static final String INITIAL = "windsock_initial_state_seconds_count{by=\"%s\"}";

  private final FlightLog log = new FlightLog(5, 3, FLIGHTS, airports(), () -> 1000);
  private TestSite site;
  private SseStreams streams;

  private static List<String> airports() {
    List<String> airports = new ArrayList<>();
    for (int i = 0; i < AIRPORTS; i++) {
      airports.add("A" + i);
    }
    return airports;
  }

  @BeforeEach
  void start() {
    // No heartbeats: they are no cost of a resume, and there are more the longer it takes.
    ServerConfig.Streams shipped = ServerConfig.Streams.standard();
    site =
        TestSite.start(
            "m1",
            1,
            3,
            new TestConfig()
                .times(Duration.ofHours(1), shipped.patience(), shipped.stall())
                .build());
    site.apply(log.schedule());
    streams = new SseStreams();
  }

  @AfterEach
  void stop() {
    streams.close();
    site.close();
  }

  private RowsClient live() {
    RowsClient client = new RowsClient(streams, QUERY);
    client.connect(site.url());
    await().until(client::isLive);
    return client;
  }

  /** Every flight moves, hardly any of them to or from the airport. */
  private void changeAll() {
    List<ConsumerRecord<byte[], byte[]>> positions = new ArrayList<>();
    for (int flight = 0; flight < FLIGHTS; flight++) {
      positions.add(log.position(flight));
    }
    site.apply(positions);
  }

  /** A site counts a stream just after it has sent that it is live. */
  private void shouldCount(String metric, int count) {
    await().untilAsserted(() -> assertThat(site.metric(metric)).as(metric).isEqualTo(count));
  }

  private void reconnect(List<RowsClient> clients) {
    clients.forEach(client -> client.connect(site.url()));
    await()
        .atMost(Duration.ofMinutes(3))
        .until(() -> clients.stream().allMatch(RowsClient::isLive));
  }

  @Test
  void shouldCostNoMoreThanInitialStateWhenMuchChangedOutsideTheView() {
    List<RowsClient> away = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      away.add(live());
    }
    away.forEach(RowsClient::disconnect);
    changeAll();
    double bytesBefore = site.metric(BYTES);
    int rows = live().rows().size();
    double initialBytes = site.metric(BYTES) - bytesBefore;
    long readBefore = site.statesRead();
    double sentBefore = site.metric(BYTES);

    reconnect(away);

    assertThat(rows).isBetween(5, 60);
    assertThat(site.statesRead() - readBefore).as("states read").isLessThanOrEqualTo(rows);
    assertThat((site.metric(BYTES) - sentBefore) / CLIENTS)
        .as("bytes sent to each")
        .isLessThanOrEqualTo(initialBytes + 100); // a reset that says another reason
    for (RowsClient client : away) {
      assertThat(client.rows()).isEqualTo(Views.items(site.url(), QUERY));
      assertThat(client.faults()).isEmpty();
    }
    shouldCount(STARTED.formatted("rows"), CLIENTS);
    shouldCount(INITIAL.formatted("resume"), CLIENTS);
    shouldCount(INITIAL.formatted("stream"), CLIENTS + 1);
  }

  @Test
  void shouldFindOutOnceWhatCostsLess() {
    RowsClient first = live();
    RowsClient later = live();
    first.disconnect();
    later.disconnect();
    changeAll();
    reconnect(List.of(first));
    long before = site.snapshotsTaken();

    reconnect(List.of(later));

    assertThat(site.snapshotsTaken()).isEqualTo(before);
    shouldCount(STARTED.formatted("rows"), 2);
    assertThat(later.rows()).isEqualTo(Views.items(site.url(), QUERY));
  }

  @Test
  void shouldSendWhatChangedSinceANewerPosition() {
    RowsClient client = live();
    client.disconnect();
    changeAll();
    reconnect(List.of(client));
    client.disconnect();

    site.apply(List.of(log.position(1)));
    reconnect(List.of(client));

    shouldCount(STARTED.formatted("rows"), 1);
    assertThat(client.seen("resume")).isEqualTo(1);
    assertThat(client.rows()).isEqualTo(Views.items(site.url(), QUERY));
  }

  @Test
  void shouldSendWhatChangedWhereThatIsLess() {
    RowsClient client = live();
    client.disconnect();
    site.apply(List.of(log.position(1), log.position(2)));
    long readBefore = site.statesRead();

    reconnect(List.of(client));

    assertThat(client.seen("resume")).isEqualTo(1);
    assertThat(client.seen("reset")).isEqualTo(1); // its first connection's
    assertThat(site.statesRead() - readBefore).isEqualTo(2);
    assertThat(client.rows()).isEqualTo(Views.items(site.url(), QUERY));
    shouldCount(STARTED.formatted("resume"), 1);
    shouldCount(INITIAL.formatted("resume"), 1);
  }
}
