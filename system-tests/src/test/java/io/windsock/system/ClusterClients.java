package io.windsock.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.site.testing.RowsClient;
import io.windsock.site.testing.SseStreams;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * SSE clients of a cluster's mirrors, as displays are: whoever loses its mirror, or hears nothing
 * of it for a while, goes on by its token at another. A thread of its own looks after them.
 */
final class ClusterClients implements AutoCloseable {
  private static final List<String> QUERIES =
      List.of("view=all", "view=arrivals&airport=EGLL", "view=departures&airport=EGLL");

  /** More than two of the heartbeats that sites send. */
  private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(12);

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final ObjectMapper JSON = new ObjectMapper();

  /** A client, where it is, and when it last heard of that mirror. */
  private static final class Display {
    private final RowsClient client;
    private int mirror;
    private volatile long heardNanos = System.nanoTime();
    private int moves;

    Display(SseStreams streams, String query, int mirror) {
      client = new RowsClient(streams, query).onEvent(() -> heardNanos = System.nanoTime());
      this.mirror = mirror;
    }

    void connect(Cluster cluster) {
      heardNanos = System.nanoTime();
      client.connect(cluster.node(Cluster.MIRRORS.get(mirror)).url());
    }

    void keep(Cluster cluster) {
      boolean silent = System.nanoTime() - heardNanos > SILENCE_NANOS;
      if (!client.isClosed() && !silent) {
        return;
      }
      client.disconnect();
      mirror =
          (mirror + 1 + ThreadLocalRandom.current().nextInt(Cluster.MIRRORS.size() - 1))
              % Cluster.MIRRORS.size();
      moves++;
      connect(cluster);
    }
  }

  private final Cluster cluster;
  private final SseStreams streams = new SseStreams();
  private final List<Display> displays = new ArrayList<>();
  private final ScheduledExecutorService keeper = Executors.newSingleThreadScheduledExecutor();

  /** Connects {@code count} clients, spread over the mirrors and three views. */
  ClusterClients(Cluster cluster, int count) {
    this.cluster = cluster;
    for (int i = 0; i < count; i++) {
      Display display =
          new Display(streams, QUERIES.get(i % QUERIES.size()), i % Cluster.MIRRORS.size());
      displays.add(display);
      display.connect(cluster);
    }
    var unused =
        keeper.scheduleWithFixedDelay(
            () -> displays.forEach(display -> display.keep(cluster)),
            250,
            250,
            TimeUnit.MILLISECONDS);
  }

  /** How often one of them went to another mirror. */
  int moves() {
    return displays.stream().mapToInt(display -> display.moves).sum();
  }

  /** How often one of them went on where it had been, or had to begin anew. */
  int seen(String event) {
    return displays.stream().mapToInt(display -> display.client.seen(event)).sum();
  }

  /** No client saw anything that the protocol forbids: a gap, a repetition, a step back. */
  void assertFaultless() {
    for (Display display : displays) {
      assertThat(display.client.faults()).isEmpty();
    }
  }

  /** Every client has exactly the rows that the mirrors have, once nothing is sent any more. */
  void assertRows() {
    for (int q = 0; q < QUERIES.size(); q++) {
      int first = q;
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofSeconds(1))
          .ignoreExceptions()
          .untilAsserted(() -> assertRows(first));
    }
  }

  private void assertRows(int query) throws Exception {
    Map<String, JsonNode> rows = rows(QUERIES.get(query));
    assertThat(rows).isNotEmpty();
    for (int i = query; i < displays.size(); i += QUERIES.size()) {
      assertThat(displays.get(i).client.rows()).as("rows of client %d", i).isEqualTo(rows);
    }
  }

  private Map<String, JsonNode> rows(String query) throws Exception {
    String view = query.replace("view=", "/v1/views/").replaceFirst("&", "?");
    Map<String, JsonNode> rows = new TreeMap<>();
    JSON.readTree(cluster.get(Cluster.MIRRORS.get(0), view))
        .path("rows")
        .forEach(item -> rows.put(item.path("key").asText(), item));
    return rows;
  }

  @Override
  public void close() {
    keeper.shutdownNow();
    try {
      keeper.awaitTermination(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    streams.close();
  }
}
