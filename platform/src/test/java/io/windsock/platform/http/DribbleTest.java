package io.windsock.platform.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.windsock.platform.http.message.Answer;
import io.windsock.platform.http.message.Origins;
import io.windsock.platform.http.message.Refusal;
import io.windsock.platform.telemetry.Metrics;
import io.windsock.platform.testing.RawHttp;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Clients that send a request byte by byte, so that their connection is never idle. */
class DribbleTest {
  private static final Duration IDLE = Duration.ofSeconds(30);
  private static final Duration ARRIVAL = Duration.ofMillis(1500);
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final ConnectionBounds BOUNDS =
      new ConnectionBounds(300, 8192, 16_384, IDLE, IDLE, ARRIVAL, 256 << 10);

  /** Longer than what the server sends to a client that does not read. */
  private static final int LONG_BYTES = 32 << 20;

  private static final int CLIENTS = 200;
  private static final long EVERY_MS = 200;
  private static final String HEAD = "POST /%s HTTP/1.1\r\nHost: localhost\r\n";

  /** What a client has sent before it begins to dribble. */
  enum Kind {
    REQUEST_LINE(""),
    HEADER(HEAD.formatted("answer") + "X-Header: "),
    BODY_THAT_IS_READ(HEAD.formatted("read") + "Content-Length: 10000\r\n\r\n"),
    BODY_OF_WHAT_IS_ANSWERED(HEAD.formatted("answer") + "Content-Length: 10000\r\n\r\n"),
    BODY_OF_WHAT_IS_REFUSED(HEAD.formatted("refuse") + "Content-Length: 10000\r\n\r\n"),
    CHUNK_OF_WHAT_IS_REFUSED(
        HEAD.formatted("refuse") + "Transfer-Encoding: chunked\r\n\r\n2710\r\n"),
    SECOND_REQUEST(HEAD.formatted("answer") + "\r\n" + HEAD.formatted("answer") + "X-Header: ");

    private final String start;

    Kind(String start) {
      this.start = start;
    }
  }

  private final Metrics metrics = new Metrics();
  private final HttpService service =
      HttpService.start(new HttpConfig("127.0.0.1", 0, List.of(), BOUNDS), metrics);
  private final AnswerPolicy policy =
      new AnswerPolicy("toaster", new Origins(service::url, List::of), List.of(), metrics);

  DribbleTest() {
    service.listen(policy, loop -> new Toaster());
  }

  private final class Toaster implements RequestHandler {
    @Override
    public boolean serveKnown(HttpServerRequest request) {
      if (!request.uri().equals("/long")) {
        return false;
      }
      LongBody.end(request, Buffer.buffer(new byte[LONG_BYTES]), () -> {});
      return true;
    }

    @Override
    public void handle(Context loop, HttpServerRequest request) {
      answer(loop, request);
    }
  }

  private void answer(Context loop, HttpServerRequest request) {
    Exchange exchange = new Exchange(policy, loop, "toast", request);
    Answer toast = new Answer(200, "text/plain", List.of(), Buffer.buffer("toast"));
    switch (request.uri()) {
      case "/read" -> {
        request.handler(part -> {});
        request.endHandler(v -> exchange.answer(toast));
      }
      case "/late" -> loop.owner().setTimer(2 * ARRIVAL.toMillis(), id -> exchange.answer(toast));
      case "/refuse" -> exchange.refuse(Refusal.last(400, "a body", "none"));
      default -> exchange.answer(toast);
    }
  }

  @AfterEach
  void stop() {
    service.close();
    metrics.close();
  }

  @ParameterizedTest
  @EnumSource
  void shouldCloseConnectionsWhoseRequestDoesNotEnd(Kind kind) {
    List<RawHttp> clients = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      RawHttp client = new RawHttp(service.port());
      clients.add(client);
      client.send(kind.start);
    }
    List<RawHttp> open = new ArrayList<>(clients);

    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(EVERY_MS))
        .untilAsserted(
            () -> {
              open.removeIf(DribbleTest::isClosed);
              assertThat(open).as("clients that were not closed").isEmpty();
              assertThat(connections()).as("open connections").isZero();
            });

    clients.forEach(RawHttp::close);
    assertThat(RawHttp.get(service.port(), "/answer").status()).isEqualTo(200);
  }

  /** The next request waits in the connection while the one before it is being answered. */
  @Test
  void shouldNotCountTheTimeThatARequestWaitsForItsTurn() {
    try (RawHttp client = new RawHttp(service.port())) {
      client.send(HEAD.formatted("late") + "\r\n");
      await().until(() -> policy.takeHighestPending() == 1);
      client.send(HEAD.formatted("answer") + "\r\n");

      assertThat(client.answer(false).status()).isEqualTo(200);
      assertThat(client.answer(false).status()).isEqualTo(200);
    }
  }

  /** An answer that is there already may be long, too. */
  @Test
  void shouldNotCountTheTimeThatARequestWaitsBehindALongAnswer() {
    try (RawHttp client = new RawHttp(service.port())) {
      client.send(HEAD.formatted("long") + "\r\n");
      await().untilAsserted(() -> assertThat(connections()).isEqualTo(1));
      client.send(HEAD.formatted("answer") + "\r\n");
      await()
          .during(ARRIVAL.multipliedBy(3))
          .untilAsserted(() -> assertThat(connections()).isEqualTo(1));

      assertThat(client.answer(false).body()).hasSize(LONG_BYTES);
      assertThat(client.answer(false).text()).isEqualTo("toast");
    }
  }

  /** Dribbles; returns whether the server has closed the connection. */
  private static boolean isClosed(RawHttp client) {
    try {
      client.send("x");
      return false;
    } catch (UncheckedIOException e) {
      return true;
    }
  }

  private double connections() {
    return metrics
        .scrape()
        .lines()
        .filter(line -> line.startsWith("windsock_http_connections "))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(' '))))
        .sum();
  }
}
