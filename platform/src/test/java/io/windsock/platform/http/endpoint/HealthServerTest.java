package io.windsock.platform.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.platform.http.HttpConfig;
import io.windsock.platform.http.endpoint.HealthServer.Readiness;
import io.windsock.platform.telemetry.Metrics;
import io.windsock.platform.testing.RawHttp;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HealthServerTest {
  private volatile Readiness now = new Readiness(false, "it warms up");
  private final Metrics metrics = new Metrics();
  private final HealthServer server =
      HealthServer.start(HttpConfig.at("127.0.0.1", 0), metrics, "toaster", "toaster-1", () -> now);

  @AfterEach
  void stop() {
    server.close();
    metrics.close();
  }

  @Test
  void shouldLiveBeforeItIsReady() {
    assertThat(RawHttp.get(server.port(), "/health/live").status()).isEqualTo(200);
    RawHttp.Answer early = RawHttp.get(server.port(), "/health/ready");
    assertThat(early.status()).isEqualTo(503);
    assertThat(early.text()).contains("it warms up");

    now = new Readiness(true, "RUNNING");

    RawHttp.Answer later = RawHttp.get(server.port(), "/health/ready");
    assertThat(later.status()).isEqualTo(200);
    assertThat(later.text()).contains("RUNNING");
  }

  @Test
  void shouldTellMetrics() {
    RawHttp.get(server.port(), "/health/live");
    RawHttp.Answer answer = RawHttp.get(server.port(), "/metrics");
    assertThat(answer.header("Content-Type")).startsWith("text/plain; version=0.0.4");
    assertThat(answer.text())
        .contains("windsock_http_requests_total{route=\"/health/live\",status=\"200\"} 1.0")
        .contains("jvm_memory_used_bytes");
  }

  /** What a role measures is nothing for a page whose name was made to lead here. */
  @Test
  void shouldTellNothingToAForeignNameOnAnyBinding() {
    try (HealthServer open =
            HealthServer.start(
                HttpConfig.at("0.0.0.0", 0), metrics, "toaster", "toaster-2", () -> now);
        RawHttp http = new RawHttp(open.port())) {
      http.send("GET /metrics HTTP/1.1\r\nHost: evil.example\r\n\r\n");
      assertThat(http.answer(false).status()).isEqualTo(421);
      assertThat(http.ask("GET", "/metrics").status()).isEqualTo(200);
    }
  }

  @Test
  void shouldRefuseWhatItDoesNotServe() {
    assertThat(RawHttp.get(server.port(), "/board").status()).isEqualTo(404);
    assertThat(RawHttp.get(server.port(), "/metrics?name=x").status()).isEqualTo(400);
    assertThat(RawHttp.get(server.port(), "/%zz").status()).isEqualTo(400);
    assertThat(RawHttp.ask(server.port(), "POST", "/metrics").status()).isEqualTo(405);
    assertThat(RawHttp.ask(server.port(), "GET", "/metrics", "Content-Length", "3").status())
        .isEqualTo(400);
  }
}
