package io.windsock.platform.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.platform.http.message.Answer;
import io.windsock.platform.http.message.Origins;
import io.windsock.platform.telemetry.Metrics;
import io.windsock.platform.testing.RawHttp;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server of something that is neither site nor controller. */
class HttpServiceTest {
  private static final ConnectionBounds TWO =
      new ConnectionBounds(
          2,
          8192,
          16_384,
          Duration.ofSeconds(30),
          Duration.ofSeconds(40),
          Duration.ofSeconds(15),
          64 << 10);

  private final Metrics metrics = new Metrics();
  private final HttpService service =
      HttpService.start(new HttpConfig("127.0.0.1", 0, List.of(), TWO), metrics);
  private final AnswerPolicy policy =
      new AnswerPolicy("toaster", new Origins(service::url, List::of), List.of("ETag"), metrics);

  private final Workers workers = new Workers("toaster", "t1", new Workers.Bounds(1, 1, 1, 1));

  HttpServiceTest() {
    service.listen(policy, loop -> this::answer);
  }

  private void answer(Context loop, HttpServerRequest request) {
    Exchange exchange = new Exchange(policy, loop, "toast", request);
    exchange.attempt(
        () -> {
          if (request.uri().equals("/exhausted")) {
            throw new OutOfMemoryError("no bread, on purpose");
          }
          if (request.uri().equals("/exhausted/worker")) {
            exchange.onWorker(
                workers,
                () -> {
                  throw new OutOfMemoryError("no bread, on purpose");
                });
            return;
          }
          if (request.uri().equals("/broken")) {
            throw new IllegalStateException("burnt");
          }
          exchange.answer(new Answer(200, "text/plain", List.of(), Buffer.buffer("toast")));
        });
  }

  @AfterEach
  void stop() {
    service.close();
    workers.close();
    metrics.close();
  }

  @Test
  void shouldHaveTheHandlerAnswer() {
    RawHttp.Answer answer = RawHttp.get(service.port(), "/", "Origin", service.url());
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.text()).isEqualTo("toast");
    assertThat(answer.header("Access-Control-Expose-Headers")).isEqualTo("ETag");
    assertThat(metrics.scrape()).contains("route=\"toast\"");
  }

  @Test
  void shouldSayWhatFailed() {
    RawHttp.Answer answer = RawHttp.get(service.port(), "/broken");
    assertThat(answer.status()).isEqualTo(500);
    assertThat(answer.text()).contains("the toaster failed to answer");
  }

  /** Otherwise the client would wait, and the request be pending for good. */
  @ParameterizedTest
  @ValueSource(strings = {"/exhausted", "/exhausted/worker"})
  void shouldAnswerWhenAnErrorIsThrown(String target) {
    RawHttp.Answer answer = RawHttp.get(service.port(), target);
    assertThat(answer.status()).isEqualTo(500);
    assertThat(answer.text()).contains("the toaster failed to answer");
  }

  @Test
  void shouldAnswerNoNameThatWasMadeToLeadHere() {
    try (RawHttp http = new RawHttp(service.port())) {
      http.send("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n");
      RawHttp.Answer answer = http.answer(false);
      assertThat(answer.status()).isEqualTo(421);
      assertThat(answer.text()).contains("this toaster is not called 'evil.example'");
    }
  }

  /** A name can be made to lead to any address, not to loopback alone (DNS rebinding). */
  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "0.0.0.0"})
  void shouldAnswerOnlyByKnownNamesOnEveryBinding(String address) {
    HttpConfig config = HttpConfig.at(address, 0, List.of("Board.example", "windsock_central_1"));
    try (HttpService any = HttpService.start(config, metrics)) {
      Origins origins = new Origins(any::url, () -> List.of("http://peer.example:8081"));
      any.listen(new AnswerPolicy("toaster", origins, List.of(), metrics), loop -> this::answer);

      for (String host :
          List.of(
              "localhost",
              "127.0.0.1:1",
              "192.0.2.7",
              "[::1]:80",
              "peer.example",
              "peer.example.:8081",
              "BOARD.example:443",
              "windsock_central_1:8080")) {
        assertThat(called(any, host).status()).as(host).isEqualTo(200);
      }
      for (String host :
          List.of(
              "evil.example",
              "peer.example.evil.example",
              "evil",
              "",
              "a:b:c",
              "localhost@evil",
              "1.2.3.4.evil.example")) {
        RawHttp.Answer answer = called(any, host);
        assertThat(answer.status()).as(host).isEqualTo(421);
        assertThat(answer.text()).contains("'" + host + "'").contains("--allow-host");
      }
    }
  }

  private static RawHttp.Answer called(HttpService service, String host) {
    try (RawHttp http = new RawHttp(service.port())) {
      http.send("GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
      return http.answer(false);
    }
  }

  /** Two hops could otherwise take one request for two servers'. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Host: localhost\r\nHost: localhost\r\n",
        "Host: localhost\r\nHost: evil.example\r\n",
        "Host: localhost\r\nhost:\r\n",
        "Accept: */*\r\n",
      })
  void shouldTakeOneHostNeitherMoreNorLess(String headers) {
    try (RawHttp http = new RawHttp(service.port())) {
      http.send("GET / HTTP/1.1\r\n" + headers + "\r\n");
      RawHttp.Answer answer = http.answer(false);
      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.text()).contains("Host").contains("remedy");
      assertThat(http.ended()).isTrue();
    }
  }

  @Test
  void shouldAnswerARequestOfHttp10WithoutHost() {
    try (RawHttp http = new RawHttp(service.port())) {
      http.send("GET / HTTP/1.0\r\n\r\n");
      assertThat(http.answer(false).status()).isEqualTo(200);
    }
  }

  @Test
  void shouldTellWhoComesWhenAllConnectionsAreTaken() {
    try (RawHttp first = new RawHttp(service.port());
        RawHttp second = new RawHttp(service.port())) {
      assertThat(first.ask("GET", "/").status()).isEqualTo(200);
      assertThat(second.ask("GET", "/").status()).isEqualTo(200);
      RawHttp.Answer third = RawHttp.get(service.port(), "/");
      assertThat(third.status()).isEqualTo(503);
      assertThat(third.text())
          .contains("the toaster has all the connections it may have: 2")
          .contains("\"toasters\":[\"" + service.url() + "\"]");
    }
  }

  @Test
  void shouldNameAPortThatIsTaken() {
    HttpService second = HttpService.start(HttpConfig.at("127.0.0.1", service.port()), metrics);
    assertThatThrownBy(() -> second.listen(policy, loop -> this::answer))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("127.0.0.1:" + service.port());
    second.close();
  }

  @Test
  void shouldRefuseWhatIsNoRequest() {
    try (RawHttp http = new RawHttp(service.port())) {
      http.send("GET / HTTP/1.1\r\nNo colon\r\n\r\n");
      assertThat(http.answer(false).status()).isEqualTo(400);
      assertThat(http.ended()).isTrue();
    }
  }
}
