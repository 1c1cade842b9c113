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
  private final BlockingQueue<HttpServerResponse> unanswered = new ArrayBlockingQueue<>(CALLS + 1);
  private URI url;

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
    url = URI.create("http://127.0.0.1:" + server.actualPort());
  }

  @AfterEach
  void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  private static CompletableFuture<Status> ask(HttpRequester requester, long deadlineMs) {
    CompletableFuture<Status> outcome = new CompletableFuture<>();
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(deadlineMs);
    requester.ask(new Question.OfKey("k"), deadlineNs, outcome::complete);
    return outcome;
  }

  /** Answers what has arrived; returns how many requests. */
  private int answerAll() {
    int answered = 0;
    for (HttpServerResponse next = unanswered.poll(); next != null; next = unanswered.poll()) {
      next.end("{}").toCompletionStage().toCompletableFuture().join();
      answered++;
    }
    return answered;
  }

  /**
   * Usually two requests are under way: a late one whose answer is coming, and the next. While this
   * process is paused there are more. The grace is longer than any pause.
   */
  @Test
  void shouldKeepTheConnectionsOfLateCalls() throws Exception {
    HttpRequester requester = new HttpRequester(List.of(url), TimeUnit.HOURS.toMillis(1));
    try {
      int answered = 0;
      for (int i = 0; i < CALLS; i++) {
        assertThat(ask(requester, 200).get()).isEqualTo(Status.LATE);
        answered += answerAll();
      }
      CompletableFuture<Status> last = ask(requester, 50_000);
      while (!last.isDone()) {
        Thread.onSpinWait();
        answered += answerAll();
      }

      assertThat(last.get()).isEqualTo(Status.FOUND);
      assertThat(connections).hasValueLessThan(CALLS / 2);
      int late = answered - 1;
      assertThat(late).isPositive();
      await().until(() -> requester.redundant() == late);
    } finally {
      requester.close();
    }
  }

  @Test
  void shouldCloseTheConnectionOfACallThatIsNeverAnswered() throws Exception {
    HttpRequester requester = new HttpRequester(List.of(url));
    try {
      assertThat(ask(requester, 2_000).get()).isEqualTo(Status.LATE);

      await().until(() -> closed.get() == 1);
      assertThat(connections).hasValue(1);
    } finally {
      requester.close();
    }
  }
}
