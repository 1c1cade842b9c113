package io.windsock.evaluation.load;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EndWatchTest {
  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void close() {
    vertx.close().await();
  }

  /** A site that opens every stream and sends nothing. */
  private URI silentSite() {
    HttpServer server =
        vertx
            .createHttpServer()
            .requestHandler(request -> request.response().setChunked(true).write("\n"))
            .listen(0, "127.0.0.1")
            .await();
    return URI.create("http://127.0.0.1:" + server.actualPort());
  }

  @Test
  void shouldNotWaitWhereNothingMoreCanCome() {
    Runnable ended =
        () -> {
          throw new IllegalStateException("the broker has ended");
        };
    try (EndWatch watch = new EndWatch(silentSite(), 2, ended)) {
      assertThatThrownBy(() -> watch.await(1, Duration.ofMinutes(10)))
          .hasMessage("the broker has ended");
    }
  }

  @Test
  void shouldEndItsPatience() {
    try (EndWatch watch = new EndWatch(silentSite(), 2, () -> {})) {
      assertThatThrownBy(() -> watch.await(1, Duration.ofMillis(200)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("has not finished sequence 1");
    }
  }
}
