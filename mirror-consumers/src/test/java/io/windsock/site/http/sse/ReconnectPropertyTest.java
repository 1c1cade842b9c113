package io.windsock.site.http.sse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.contracts.position.Token;
import io.windsock.site.serve.ServerConfig;
import io.windsock.site.state.SiteSnapshot;
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
import java.util.Random;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two sites apply the same log in batches of their own, while clients connect, break off and go on
 * at either of them, at random. Whatever happens, each client ends with exactly the rows of its
 * subscription, and sees nothing that the protocol forbids.
 */
@Execution(ExecutionMode.CONCURRENT)
class ReconnectPropertyTest {
  private static final int CASES = Integer.getInteger("windsock.reconnect.cases", 20);
  private static final int RECORDS = 3000;
  private static final int CLIENTS = 14;
  private static final List<String> AIRPORTS = List.of("EGLL", "CYYZ", "KATL");
  private static final List<String> QUERIES =
      List.of(
          "view=arrivals&airport=EGLL",
          "view=departures&airport=CYYZ",
          "view=arrivals&airport=KATL",
          "view=all",
          "key=FL7");

  private static final DoubleAdder RESUMED = new DoubleAdder();
  private static final DoubleAdder ANSWERED_BY_ROWS = new DoubleAdder();

  /** Both ways of going on were taken, or the property says nothing of one of them. */
  @AfterAll
  static void shouldHaveGoneOnBothWays() {
    assertThat(RESUMED.sum()).as("resumes with what changed").isPositive();
    assertThat(ANSWERED_BY_ROWS.sum()).as("resumes with the rows").isPositive();
  }

  static List<Long> seeds() {
    Long fixed = Long.getLong("windsock.reconnect.seed");
    if (fixed != null) {
      return List.of(fixed);
    }
    return new Random().longs(CASES).boxed().toList();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void shouldEndWithTheRowsOfTheSite(long seed) throws InterruptedException {
    Random random = new Random(seed);
    int partitions = 1 + random.nextInt(4);
    FlightLog log = new FlightLog(seed, partitions, 30, AIRPORTS, System::currentTimeMillis);
    List<ConsumerRecord<byte[], byte[]>> records = log.next(RECORDS);
    // Small queues at times, so that clients are conflated and catch up in several rounds.
    int soft = random.nextBoolean() ? 256 << 10 : 2000;
    ServerConfig config =
        new TestConfig()
            .times(Duration.ofMillis(50), Duration.ofSeconds(60), Duration.ofSeconds(60))
            .streams(1000, soft, 4 << 20)
            .cache(64 << 20, random.nextBoolean() ? 8 << 20 : 1, Duration.ofMillis(300))
            .build();
    try (TestSite first = TestSite.start("m1", 1, partitions, config);
        TestSite second = TestSite.start("m2", 1, partitions, config);
        SseStreams streams = new SseStreams()) {
      List<TestSite> sites = List.of(first, second);
      List<Thread> feeders = new ArrayList<>();
      for (TestSite site : sites) {
        long ownSeed = random.nextLong();
        Thread feeder = new Thread(() -> channel(site, records, new Random(ownSeed)));
        feeder.start();
        feeders.add(feeder);
      }
      List<RowsClient> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        clients.add(new RowsClient(streams, QUERIES.get(i % QUERIES.size())));
      }
      while (feeders.stream().anyMatch(Thread::isAlive)) {
        breakOffOrConnect(clients.get(random.nextInt(CLIENTS)), sites, random);
        LockSupport.parkNanos(random.nextInt(3_000_000)); // between one event and the next
      }
      for (Thread feeder : feeders) {
        feeder.join();
      }
      for (int i = 0; i < CLIENTS; i++) {
        RowsClient client = clients.get(i);
        if (client.isClosed()) {
          client.connect(sites.get(random.nextInt(2)).url());
        }
        assertEnded(seed, client, QUERIES.get(i % QUERIES.size()), sites);
      }
      for (TestSite site : sites) {
        RESUMED.add(site.metric("windsock_sse_started_streams_total{with=\"resume\"}"));
        ANSWERED_BY_ROWS.add(site.metric("windsock_sse_started_streams_total{with=\"rows\"}"));
      }
    }
  }

  private static void channel(
      TestSite site, List<ConsumerRecord<byte[], byte[]>> records, Random random) {
    int from = 0;
    while (from < records.size()) {
      int to = Math.min(records.size(), from + 1 + random.nextInt(60));
      site.apply(records.subList(from, to));
      from = to;
      LockSupport.parkNanos(random.nextInt(8_000_000)); // the log comes in its own time
    }
  }

  private static void breakOffOrConnect(RowsClient client, List<TestSite> sites, Random random) {
    if (client.isClosed()) {
      client.connect(sites.get(random.nextInt(2)).url());
    } else if (random.nextInt(3) == 0) {
      client.disconnect();
    }
  }

  private static void assertEnded(
      long seed, RowsClient client, String query, List<TestSite> sites) {
    TestSite site = sites.get(0);
    Token end;
    try (SiteSnapshot snapshot = site.snapshot()) {
      end = snapshot.token();
    }
    Map<String, JsonNode> expected;
    if (query.startsWith("key=")) {
      String key = query.substring("key=".length());
      expected = Views.items(site.url(), "view=all");
      expected.keySet().retainAll(List.of(key));
    } else {
      expected = Views.items(site.url(), query);
    }
    await("seed " + seed)
        .untilAsserted(
            () -> {
              assertThat(client.faults()).isEmpty();
              assertThat(client.token()).as(client.cut() + client.refused()).isNotEmpty();
              assertThat(Token.parse(client.token()).covers(end)).isTrue();
              assertThat(client.rows()).isEqualTo(expected);
            });
  }
}
