package io.windsock.gateway.http.pass;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.windsock.platform.http.message.Origins;
import io.windsock.platform.net.EventLoops;
import io.windsock.platform.testing.NameServer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A site that was started again may have another address. */
@Timeout(240)
class MovedSiteTest {
  private static final String NAME = "mirror-1.test";
  private static final String FORMER = "127.0.0.2";
  private static final String NOW = "127.0.0.1";

  @Test
  void shouldBeFoundWhileRequestsGoToIt() throws Exception {
    try (NameServer names = new NameServer(FORMER)) {
      Vertx vertx = Vertx.vertx(names.askedBy(EventLoops.options(1)));
      try {
        PassThrough pass = pass(vertx);
        int port = serve(vertx, NOW, 0).actualPort();
        HttpServer former = serve(vertx, FORMER, port);
        assertThat(ask(pass, port)).isEqualTo(FORMER);

        names.set(NOW);
        get(former.close());

        await().ignoreExceptions().until(() -> ask(pass, port).equals(NOW));
      } finally {
        get(vertx.close());
      }
    }
  }

  private static PassThrough pass(Vertx vertx) {
    return new PassThrough(
        vertx.getOrCreateContext(),
        1,
        PassBounds.standard(),
        new SiteStreams(),
        List::of,
        new Origins(() -> "", List::of),
        new SimpleMeterRegistry().counter("refused"),
        new SimpleMeterRegistry().counter("expired"));
  }

  /** Answers with the address. */
  private static HttpServer serve(Vertx vertx, String address, int port) throws Exception {
    HttpServer server =
        vertx.createHttpServer().requestHandler(request -> request.response().end(address));
    return get(server.listen(port, address));
  }

  private static String ask(PassThrough pass, int port) throws Exception {
    return get(
        pass.client()
            .request(HttpMethod.GET, port, NAME, "/")
            .compose(request -> request.send().compose(HttpClientResponse::body))
            .map(Buffer::toString));
  }

  private static <T> T get(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
  }
}
