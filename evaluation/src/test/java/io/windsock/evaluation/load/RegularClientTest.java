package io.windsock.evaluation.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerResponse;
import java.util.concurrent.CompletableFuture;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RegularClientTest {
  private static final String LIVE = "event: live\ndata: {}\nid: 0\n\n";

  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void stop() {
    vertx.close().await();
  }

  private String server(CompletableFuture<HttpServerResponse> client, int status) {
    int port =
        vertx
            .createHttpServer()
            .requestHandler(
                request -> {
                  assertThat(request.uri()).isEqualTo("/v1/subscribe?view=all");
                  HttpServerResponse response = request.response().setChunked(true);
                  response.setStatusCode(status).write(LIVE);
                  client.complete(response);
                })
            .listen(0, "127.0.0.1")
            .await()
            .actualPort();
    return "http://127.0.0.1:" + port;
  }

  private static String update(long timeMs) {
    return """
    event: update
    data: {"key":"a","version":2,"row":{"key":"a","eventTime":%d,"latitude":1.5}}
    id: 1-2

    """
        .formatted(timeMs);
  }

  @Test
  void shouldMeasureTheDelayOfEachUpdate() {
    CompletableFuture<HttpServerResponse> stream = new CompletableFuture<>();
    try (RegularClient client = new RegularClient(server(stream, 200))) {
      long nowMs = System.currentTimeMillis();
      stream.join().write(update(nowMs - 5000) + update(nowMs - 1000) + update(nowMs + 60_000));
      await().until(() -> client.received() == 3);

      Histogram delaysMs = client.takeDelays();
      assertThat(delaysMs.getTotalCount()).isEqualTo(3);
      assertThat(delaysMs.getMinValue()).isZero();
      assertThat(delaysMs.getMaxValue()).isBetween(5000L, 15_000L);
      assertThat(client.takeDelays().getTotalCount()).isZero();
      assertThat(client.cut()).isFalse();
    }
  }

  @Test
  void shouldReportACut() {
    CompletableFuture<HttpServerResponse> stream = new CompletableFuture<>();
    try (RegularClient client = new RegularClient(server(stream, 200))) {
      stream.join().write("event: cut\ndata: {\"reason\":\"slow\"}\n\n");

      await().until(client::cut);
    }
  }

  @Test
  void shouldReportTheEndOfTheStream() {
    CompletableFuture<HttpServerResponse> stream = new CompletableFuture<>();
    try (RegularClient client = new RegularClient(server(stream, 200))) {
      stream.join().end();

      await().until(client::cut);
    }
  }

  @Test
  void shouldNameTheStatusOfARejection() {
    String url = server(new CompletableFuture<>(), 503);

    assertThatThrownBy(() -> new RegularClient(url))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(url)
        .hasMessageContaining("status 503");
  }
}
