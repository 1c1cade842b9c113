package io.windsock.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.site.testing.RowsClient;
import io.windsock.site.testing.SseStreams;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
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
 * SSE clients of sites of one role, as displays are: a client that loses its site, or receives
 * nothing from it for a while, continues by its token at another site, or at the same one if there
 * is only one. A thread of its own looks after them.
 */
final class FollowingClients implements AutoCloseable {
  private static final List<String> QUERIES =
      List.of("view=all", "view=arrivals&airport=EGLL", "view=departures&airport=EGLL");

  /** More than two of the heartbeats that sites send. */
  private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(12);

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final ObjectMapper JSON = new ObjectMapper();

  /** A client, the site where it is, and when it last received something from there. */
  private static final class Display {
    private final RowsClient client;
    private final List<String> urls;
    private int site;
    private volatile long heardNanos = System.nanoTime();
    private int moves;

    Display(SseStreams streams, String query, List<String> urls, int site) {
      client = new RowsClient(streams, query).onEvent(() -> heardNanos = System.nanoTime());
      this.urls = urls;
      this.site = site;
    }

    void connect() {
      heardNanos = System.nanoTime();
      client.connect(urls.get(site));
    }

    void keep() {
      boolean silent = System.nanoTime() - heardNanos > SILENCE_NANOS;
      if (!client.isClosed() && !silent) {
        return;
      }
      client.disconnect();
      if (urls.size() > 1) {
        site = (site + 1 + ThreadLocalRandom.current().nextInt(urls.size() - 1)) % urls.size();
      }
      moves++;
      connect();
    }
  }

  private final List<String> urls;
  private final HttpClient http = HttpClient.newHttpClient();
  private final SseStreams streams = new SseStreams();
  private final List<Display> displays = new ArrayList<>();
  private final ScheduledExecutorService keeper = Executors.newSingleThreadScheduledExecutor();

  /**
   * Connects {@code count} clients, spread over the sites and three views.
   *
   * @param urls of sites that have one role, which stay at these URLs
   */
  FollowingClients(List<String> urls, int count) {
    this.urls = List.copyOf(urls);
    for (int i = 0; i < count; i++) {
      String query = QUERIES.get(i % QUERIES.size());
      Display display = new Display(streams, query, this.urls, i % urls.size());
      displays.add(display);
      display.connect();
    }
    var unused =
        keeper.scheduleWithFixedDelay(
            () -> displays.forEach(Display::keep), 250, 250, TimeUnit.MILLISECONDS);
  }

  /** How often one of them connected again, to another site if there is one. */
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

  /** Every client has exactly the rows that the sites have, once nothing is sent any more. */
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
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(urls.get(0) + view))
            .timeout(Duration.ofMinutes(1))
            .build();
    HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(view).isEqualTo(200);
    JSON.readTree(answer.body())
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
