package io.windsock.testbed.calls;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.windsock.testbed.calls.tally.GatewayCounts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class GatewayWatchTest {
  private final HttpServer gateway;
  private volatile String status = "";

  GatewayWatchTest() throws IOException {
    gateway = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    gateway.createContext(
        "/v1/status",
        exchange -> {
          byte[] body = status.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    gateway.start();
  }

  @AfterEach
  void stop() {
    gateway.stop(0);
  }

  private String url() {
    return "http://127.0.0.1:" + gateway.getAddress().getPort();
  }

  private void counts(String run, int half, int early, int duplicates, int late) {
    status =
        """
        {"incarnation": "%s", "calls": {"reissued": {"half": %d, "early": %d}, "duplicates": %d,
         "lateAnswers": %d}}
        """
            .formatted(run, half, early, duplicates, late);
  }

  @Test
  void shouldCountWhatWasAddedMeanwhile() throws InterruptedException {
    GatewayWatch watch = new GatewayWatch(List.of(url()));
    counts("run-1", 10, 20, 30, 40);
    watch.begin();
    counts("run-1", 11, 22, 33, 44);

    GatewayCounts counts = watch.end();

    assertThat(counts).isNotNull();
    assertThat(counts.reissued()).containsEntry("half", 1L).containsEntry("early", 2L);
    assertThat(counts.allReissued()).isEqualTo(3);
    assertThat(counts.duplicates()).isEqualTo(3);
    assertThat(counts.lateAnswers()).isEqualTo(4);
    assertThat(counts.silent()).isEmpty();
  }

  @Test
  void shouldCountAGatewayThatWasStartedAgainFromItsStart() throws InterruptedException {
    GatewayWatch watch = new GatewayWatch(List.of(url()));
    counts("run-1", 10, 20, 30, 40);
    watch.begin();
    counts("run-2", 1, 2, 3, 4);

    GatewayCounts counts = watch.end();

    assertThat(counts).isNotNull();
    assertThat(counts.allReissued()).isEqualTo(3);
  }

  @Test
  void shouldNameAGatewayThatDoesNotAnswer() throws InterruptedException {
    GatewayWatch watch = new GatewayWatch(List.of("http://127.0.0.1:9"));
    watch.begin();

    GatewayCounts counts = watch.end();

    assertThat(counts).isNotNull();
    assertThat(counts.silent()).containsExactly("http://127.0.0.1:9");
    assertThat(counts.allReissued()).isZero();
    assertThat(new GatewayWatch(List.of()).end()).isNull();
  }
}
