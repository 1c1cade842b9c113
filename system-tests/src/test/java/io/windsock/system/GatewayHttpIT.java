package io.windsock.system;

import static io.windsock.system.GatewayCluster.NUMBER;
import static io.windsock.system.GatewayCluster.command;
import static io.windsock.system.GatewayCluster.update;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.gateway.run.Gateway;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two gateways before two mirrors, over HTTP and by the command: updates, queries, pages, drains.
 */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class GatewayHttpIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String ENTRY =
      """
      {"subscriber": "Alster Cruises", "zone": "Europe/Berlin", "defaultTarget": "%s"}
      """;

  private final HttpClient http = HttpClient.newHttpClient();

  @TempDir private Path folder;
  private GatewayCluster cluster;
  private Gateway g1;
  private Gateway g2;

  @BeforeEach
  void start() throws InterruptedException {
    cluster = GatewayCluster.start(folder);
    cluster.mirrors("m1", "m2").gateways("g1", "g2");
    g1 = cluster.gateway(0);
    g2 = cluster.gateway(1);
  }

  @AfterEach
  void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  private HttpResponse<String> get(Gateway gateway, String path, String... headers)
      throws IOException, InterruptedException {
    return cluster.get(gateway, path, headers);
  }

  @Test
  void shouldServeANumberFromItsFirstUpdateToItsLast() throws Exception {
    assertThat(get(g1, "/v1/query/state/" + NUMBER, "Deadline-Ms", "30000").statusCode())
        .isEqualTo(404);

    update(g1, "ServicePluggedIn", "{}", "c1:1");
    update(g1, "ServiceAdded", ENTRY.formatted("+9991"), "c1:2");
    cluster.awaitStatus("ACTIVE");
    update(g2, "RoutesPluggedIn", "{}", "c2:1");
    update(g2, "ServiceBusy", "{}", "c2:2");
    cluster.awaitStatus("BUSY");
    update(g2, "ServiceModified", ENTRY.formatted("+9992"), "c2:3");
    cluster.awaitStatus("ACTIVE");

    // The first entry again, by the id of its update, through the other gateway: it is not taken.
    update(g2, "ServiceAdded", ENTRY.formatted("+9991"), "c1:2");
    update(g1, "ServiceCancelled", "{}", "c3:1");
    cluster.awaitStatus("CANCELLED");
    JsonNode last = cluster.state(g1, "Deadline-Ms", "30000");
    assertThat(last.path("defaultTarget").asText()).isEqualTo("+9992");
    assertThat(last.path("orderBroken").asBoolean()).isFalse();
  }

  @Test
  void shouldAnswerQueriesNoOlderThanSeen() throws Exception {
    update(g1, "ServicePluggedIn", "{}", "c1:1");
    cluster.awaitStatus("PLUGGED_IN");
    HttpResponse<String> seen =
        get(g1, "/v1/query/state/" + NUMBER, "Deadline-Ms", "30000", "Request-Id", "q-1");
    assertThat(seen.headers().firstValue("Request-Id")).contains("q-1");
    assertThat(seen.headers().firstValue("Windsock-Site").orElseThrow()).isIn("m1", "m2");
    String token = seen.headers().firstValue("Windsock-Token").orElseThrow();
    for (int i = 0; i < 20; i++) {
      HttpResponse<String> answer =
          get(
              i % 2 == 0 ? g1 : g2,
              "/v1/query/state/" + NUMBER,
              "Deadline-Ms",
              "30000",
              "Windsock-Token",
              token);
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
      assertThat(answer.body()).isEqualTo(seen.body());
    }
    HttpResponse<String> view =
        get(g2, "/v1/query/views/subscriber?subscriber=none", "Deadline-Ms", "30000");
    assertThat(view.statusCode()).as(view.body()).isEqualTo(200);
    assertThat(JSON.readTree(view.body()).path("rows").isArray()).isTrue();
  }

  @Test
  void shouldPassPagesAndStreamsThrough() throws Exception {
    assertThat(get(g1, "/board").body()).contains("<html");
    assertThat(get(g1, "/v1/views").body()).contains("number-translation");
    assertThat(get(g1, "/v1/sites").body()).contains(g1.url()).contains(g2.url());
    HttpResponse<java.util.stream.Stream<String>> stream =
        http.send(
            HttpRequest.newBuilder(URI.create(g1.url() + "/v1/subscribe?key=" + NUMBER)).build(),
            HttpResponse.BodyHandlers.ofLines());
    assertThat(stream.statusCode()).isEqualTo(200);
    try (var lines = stream.body()) {
      assertThat(lines.filter(line -> line.equals("event: live")).findFirst()).isPresent();
    }
  }

  @Test
  void shouldDrainASiteAtBothGateways() throws Exception {
    String both = g1.url() + "," + g2.url();
    assertThat(command("gateway", "drain", "m1", "-g", both)).contains("m1 gets no new calls");
    for (int i = 0; i < 40; i++) {
      HttpResponse<String> answer =
          get(i % 2 == 0 ? g1 : g2, "/v1/query/state/x" + i, "Deadline-Ms", "30000");
      assertThat(answer.statusCode()).isEqualTo(404);
      assertThat(answer.headers().firstValue("Windsock-Site")).contains("m2");
    }
    assertThat(get(g1, "/v1/status").body()).contains("\"drained\":true");
    assertThat(command("gateway", "drain", "m1", "--undo", "-g", both)).contains("calls again");
    await()
        .atMost(GatewayCluster.PATIENCE)
        .until(
            () ->
                get(g1, "/v1/query/state/y" + System.nanoTime(), "Deadline-Ms", "30000")
                    .headers()
                    .firstValue("Windsock-Site")
                    .orElse("")
                    .equals("m1"));
  }
}
