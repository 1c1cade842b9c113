package io.windsock.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.vertx.core.Context;
import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.Call;
import io.windsock.gateway.Calls;
import io.windsock.gateway.http.GatewayHttp;
import io.windsock.gateway.http.GatewayHttpConfig;
import io.windsock.gateway.http.GatewayParts;
import io.windsock.gateway.http.pass.PassBounds;
import io.windsock.gateway.http.pass.SiteAddress;
import io.windsock.platform.http.HttpConfig;
import io.windsock.platform.telemetry.Metrics;
import io.windsock.site.serve.ServerConfig;
import io.windsock.site.testing.FlightLog;
import io.windsock.site.testing.RowsClient;
import io.windsock.site.testing.SseStreams;
import io.windsock.site.testing.TestSite;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Displays follow two sites by one address, while the sites die and return: each ends with exactly
 * the sites' rows, and none sees what the protocol forbids.
 */
@Timeout(600)
class GatewayStreamsTest {
  private static final int CLIENTS = 60;
  private static final int PARTITIONS = 2;
  private static final int BATCHES = 120;
  private static final int BATCH = 4;

  /** Enough rows that a resume costs less than they do. */
  private static final int FLIGHTS = 600;

  private static final List<String> QUERIES =
      List.of("view=all", "view=arrivals&airport=EGLL", "view=departures&airport=EGLL");
  private static final ObjectMapper JSON = new ObjectMapper();

  /** A gateway's calls, none of which are made here. */
  private static final class NoCalls implements Calls {
    @Override
    public void ask(String caller, Call call, Context loop, Consumer<Answer> outcome) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void left(String caller) {}

    @Override
    public void drain(String site, boolean drain, Context loop, Consumer<Boolean> done) {
      throw new UnsupportedOperationException();
    }
  }

  private final FlightLog log =
      new FlightLog(11, PARTITIONS, FLIGHTS, List.of("EGLL", "CYYZ"), System::currentTimeMillis);
  private final List<ConsumerRecord<byte[], byte[]>> applied = new ArrayList<>();
  private final Map<String, TestSite> sites = new HashMap<>();
  private final CopyOnWriteArrayList<SiteAddress> known = new CopyOnWriteArrayList<>();
  private final Metrics metrics = new Metrics();
  private final SseStreams streams = new SseStreams();
  private final List<RowsClient> clients = new ArrayList<>();
  private final GatewayHttp gateway =
      GatewayHttp.start(
          new GatewayHttpConfig(HttpConfig.at("127.0.0.1", 0), "", 100, PassBounds.standard()),
          new GatewayParts(
              "g1",
              new NoCalls(),
              () -> known,
              () -> {
                throw new UnsupportedOperationException();
              },
              List::of,
              null),
          metrics);

  @AfterEach
  void stop() {
    streams.close();
    gateway.close();
    sites.values().forEach(TestSite::close);
    metrics.close();
  }

  /** Starts a site, which knows all that has been applied. */
  private void start(String name) {
    TestSite site = TestSite.start(name, 1, PARTITIONS, ServerConfig.at("127.0.0.1", 0));
    if (!applied.isEmpty()) {
      site.apply(applied);
    }
    sites.put(name, site);
    known.removeIf(address -> address.name().equals(name));
    known.add(new SiteAddress(name, site.url()));
  }

  /** Stops a site; the gateway still lists it, as it does until a dead site is found to be dead. */
  private void kill(String name) {
    sites.remove(name).close();
  }

  private void apply(List<ConsumerRecord<byte[], byte[]>> records) {
    applied.addAll(records);
    sites.values().forEach(site -> site.apply(records));
  }

  private void reconnect() {
    for (RowsClient client : clients) {
      if (client.isClosed()) {
        client.connect(gateway.url());
      }
    }
  }

  @Test
  void shouldFollowWithoutAGapWhileSitesDieAndReturn() throws Exception {
    start("m1");
    start("m2");
    apply(log.schedule());
    for (int i = 0; i < CLIENTS; i++) {
      clients.add(new RowsClient(streams, QUERIES.get(i % QUERIES.size())));
    }
    clients.forEach(client -> client.connect(gateway.url()));
    await().until(() -> clients.stream().allMatch(RowsClient::isLive));

    for (int batch = 0; batch < BATCHES; batch++) {
      apply(log.next(BATCH));
      disturb(batch);
      reconnect();
      Thread.sleep(10);
    }
    await()
        .until(
            () -> {
              reconnect();
              return clients.stream().allMatch(RowsClient::isLive);
            });

    for (int q = 0; q < QUERIES.size(); q++) {
      int query = q;
      await().untilAsserted(() -> assertRows(query));
    }
    for (RowsClient client : clients) {
      assertThat(client.faults()).isEmpty();
    }
    assertThat(clients.stream().mapToInt(client -> client.seen("resume")).sum())
        .as("clients that continued elsewhere")
        .isGreaterThan(CLIENTS / 2);
  }

  private void disturb(int batch) {
    switch (batch) {
      case 20 -> kill("m1");
      case 50 -> start("m1");
      case 70 -> kill("m2");
      case 100 -> start("m2");
      default -> {}
    }
  }

  private void assertRows(int query) throws Exception {
    Map<String, JsonNode> rows = rows(QUERIES.get(query));
    assertThat(rows).isNotEmpty();
    for (int i = query; i < CLIENTS; i += QUERIES.size()) {
      assertThat(clients.get(i).rows()).as("rows of client %d", i).isEqualTo(rows);
    }
  }

  /** The rows as a site gives them, asked through the gateway. */
  private Map<String, JsonNode> rows(String query) throws Exception {
    String view = query.replace("view=", "/v1/views/").replaceFirst("&", "?");
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(gateway.url() + view)).build(),
                HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).isEqualTo(200);
    Map<String, JsonNode> rows = new TreeMap<>();
    JSON.readTree(answer.body())
        .path("rows")
        .forEach(item -> rows.put(item.path("key").asText(), item));
    return rows;
  }
}
