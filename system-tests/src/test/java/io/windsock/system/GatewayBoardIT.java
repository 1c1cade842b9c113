package io.windsock.system;

import static io.windsock.system.GatewayCluster.NUMBER;
import static io.windsock.system.GatewayCluster.update;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.windsock.gateway.run.Gateway;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The board of {@code domains/number-translation} in a browser that knows a gateway's address
 * alone: updates that gateways write show on it.
 */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class GatewayBoardIT {
  private static final String BOARD = "/board?view=subscriber&subscriber=Alster%20Cruises";
  private static final String ENTRY =
      "{\"subscriber\": \"Alster Cruises\", \"zone\": \"Europe/Berlin\","
          + " \"defaultTarget\": \"+99910000001\", \"northDay\": \"%s\"}";

  @TempDir private Path folder;
  private Browser browser;
  private GatewayCluster cluster;
  private Gateway g1;
  private Gateway g2;

  @BeforeEach
  void start() throws InterruptedException {
    Browser started = Browser.start();
    assumeTrue(started != null, "no chromium and chromedriver on the PATH");
    browser = started;
    cluster = GatewayCluster.start(folder);
    cluster.mirrors("m1", "m2").gateways("g1", "g2");
    g1 = cluster.gateway(0);
    g2 = cluster.gateway(1);
  }

  @AfterEach
  void stop() {
    if (browser != null) {
      browser.close();
    }
    if (cluster != null) {
      cluster.close();
    }
  }

  private void awaitCell(String name, String text) {
    browser.awaiting(
        name + " " + text,
        () ->
            browser.rows().containsKey(NUMBER)
                && text.equals(browser.rows().get(NUMBER).get(name)));
  }

  @Test
  void shouldShowARouteThatIsChangedThroughTheGateways() throws Exception {
    browser.open(g1.url() + BOARD);
    browser.awaitState("live");
    assertThat(browser.text("#value")).isEqualTo("Alster Cruises");

    update(g1, "ServicePluggedIn", "{}", "c1:1");
    update(g1, "ServiceAdded", ENTRY.formatted("+99911000001"), "c1:2");
    awaitCell("status", "Active");
    awaitCell("northDay", "+99911000001");
    awaitCell("southDay", "+99910000001");

    update(g2, "ServiceBusy", "{}", "c2:1");
    awaitCell("status", "Busy");
    post(
        g2,
        "{\"id\": \"c2:2\", \"key\": \""
            + NUMBER
            + "\", \"type\": \"ServiceModified\","
            + " \"event\": "
            + ENTRY.formatted("+99911000002")
            + "}");
    awaitCell("northDay", "+99911000002");
    awaitCell("status", "Active");
    assertThat(browser.errors()).isEmpty();

    // All that the page asked for came from the gateway that it was opened at.
    assertThat(
            browser.ask(
                "return [...new Set(performance.getEntriesByType('resource')"
                    + ".map((entry) => new URL(entry.name).origin))]"))
        .isEqualTo(List.of(g1.url()));
  }

  private static void post(Gateway gateway, String update) throws Exception {
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(gateway.url() + "/v1/updates/services"))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(update))
                    .build(),
                HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
  }

  /** The gateway that the board was opened at stops: the page goes on at the other one. */
  @Test
  void shouldContinueAtTheOtherGateway() {
    update(g1, "ServicePluggedIn", "{}", "c1:1");
    update(g1, "ServiceAdded", ENTRY.formatted("+99911000001"), "c1:2");
    browser.open(g1.url() + BOARD);
    browser.awaitState("live");
    awaitCell("northDay", "+99911000001");

    g1.close();
    browser.awaitState("live");
    update(g2, "ServiceModified", ENTRY.formatted("+99911000003"), "c2:1");
    awaitCell("northDay", "+99911000003");
  }
}
