package io.windsock.testbed.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerResponse;
import io.windsock.contracts.query.Answer.Status;
import io.windsock.contracts.query.Question;
import java.net.URI;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests of a server whose answers come when the test lets them. */
@Timeout(60)
class HttpRequesterTest {
  private static final int CALLS = 20;

  private final Vertx vertx = Vertx.vertx();
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger closed = new AtomicInteger();
  private final BlockingQueue<HttpServerResponse> unanswered = new ArrayBlockingQueue<>(CALLS);
  private HttpRequester requester;

  @BeforeEach
  void start() {
    HttpServer server =
        vertx
            .createHttpServer()
            .connectionHandler(
                connection -> {
                  connections.incrementAndGet();
                  connection.closeHandler(v -> closed.incrementAndGet());
                })
            .requestHandler(request -> unanswered.add(request.response()))
            .listen(0, "127.0.0.1")
            .toCompletionStage()
            .toCompletableFuture()
            .join();
    requester = new HttpRequester(List.of(URI.create("http://127.0.0.1:" + server.actualPort())));
  }

  @AfterEach
  void close() {
    requester.close();
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  private CompletableFuture<Status> ask(long deadlineMs) {
    CompletableFuture<Status> outcome = new CompletableFuture<>();
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(deadlineMs);
    requester.ask(new Question.OfKey("k"), deadlineNs, outcome::complete);
    return outcome;
  }

  private void answer(HttpServerResponse response) {
    response.end("{}").toCompletionStage().toCompletableFuture().join();
  }

  /** At most two requests are under way: a late one whose answer is coming, and the next. */
  @Test
  void shouldKeepTheConnectionsOfLateCalls() throws Exception {
    int answeredLate = 0;
    for (int i = 0; i < CALLS; i++) {
      CompletableFuture<Status> outcome = ask(300);
      assertThat(outcome.get()).isEqualTo(Status.LATE);
      HttpServerResponse late = unanswered.poll(); // none if this process had paused
      if (late != null) {
        answer(late);
        answeredLate++;
      }
    }
    CompletableFuture<Status> last = ask(30_000);
    answer(unanswered.take());

    assertThat(last.get()).isEqualTo(Status.FOUND);
    assertThat(connections).hasValueLessThanOrEqualTo(2);
    int late = answeredLate;
    await().until(() -> requester.redundant() == late);
  }

  @Test
  void shouldCloseTheConnectionOfACallThatIsNeverAnswered() throws Exception {
    assertThat(ask(2_000).get()).isEqualTo(Status.LATE);

    await().until(() -> closed.get() == 1);
    assertThat(connections).hasValue(1);
  }
}
