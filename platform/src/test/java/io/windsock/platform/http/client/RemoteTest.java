package io.windsock.platform.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.windsock.contracts.config.ConfigurationException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RemoteTest {
  private static final int MAX_BYTES = 1_000;
  private static final Duration DEADLINE = Duration.ofSeconds(1);

  /** A machine may stand still for longer than {@link #DEADLINE} before an answer is there. */
  private static final RemoteKind PATIENT = kind(Duration.ofSeconds(60));

  /** For what must outlast a deadline once it has begun, which the machine may delay. */
  private static final Duration LONG_DEADLINE = Duration.ofSeconds(4);

  private final HttpServer server;
  private final Remote remote;
  private int status = 200;
  private String body = "";
  private final CompletableFuture<HttpExchange> begun = new CompletableFuture<>();

  RemoteTest() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.createContext("/dribble", exchange -> exchange.sendResponseHeaders(200, 10));
    server.createContext("/silent", exchange -> {});
    server.createContext("/slow", this::begin);
    server.start();
    remote = remote(PATIENT);
  }

  private static RemoteKind kind(Duration deadline) {
    return new RemoteKind("site", "http://127.0.0.1:8080", "start one", deadline, MAX_BYTES);
  }

  private Remote remote(RemoteKind kind) {
    return new Remote(kind, "127.0.0.1:" + server.getAddress().getPort() + "//");
  }

  private void begin(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, 2);
    exchange.getResponseBody().write('a');
    exchange.getResponseBody().flush();
    begun.complete(exchange);
  }

  private void answer(HttpExchange exchange) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    try (exchange) {
      exchange.getResponseBody().write(bytes);
    } catch (IOException e) {
      // The client has had enough.
    }
  }

  @AfterEach
  void close() {
    server.stop(0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "404 | {\"error\": \"no key X\", \"remedy\": \"name another\"} | 404: no key X; name another",
        "503 | {\"error\": \"not ready\"} | 503: not ready",
        "500 | <html> | 500"
      })
  void shouldNameAddressStatusReasonAndRemedyOfARefusal(int refused, String answer, String words)
      throws Exception {
    status = refused;
    body = answer;
    Reply reply = remote.ask("/v1/x");

    assertThat(reply.ok()).isFalse();
    assertThatThrownBy(reply::expected)
        .isInstanceOf(RemoteException.class)
        .hasMessage(remote.url() + "/v1/x answered " + words);
  }

  @Test
  void shouldTakeAnAnswerUpToItsBound() throws Exception {
    body = "\"" + "x".repeat(MAX_BYTES - 2) + "\"";
    assertThat(remote.ask("/").expected().asText()).hasSize(MAX_BYTES - 2);

    body += " ";
    assertThatThrownBy(() -> remote.ask("/"))
        .hasMessage(remote.url() + " answered 200: more than 1000 bytes");
  }

  @Test
  void shouldNotWaitForAnAnswerThatIsNeverComplete() {
    Remote hasty = remote(kind(DEADLINE));
    assertThatThrownBy(() -> hasty.ask("/dribble"))
        .hasMessage(
            "no site answers at " + hasty.url() + " (no complete answer within 1 s): start one");
  }

  /** From Java 26 on, a request's timeout covers the body as well. */
  @Test
  void shouldLeaveTheTimeOfABodyToItsCaller() throws Exception {
    Remote bounded = remote(kind(LONG_DEADLINE));
    assertThat(bounded.request("/slow").build().timeout()).isEmpty();
    var sent = bounded.send(bounded.request("/slow"), BodyHandlers.ofString());
    await().during(LONG_DEADLINE.plusMillis(500)).until(() -> !sent.isDone());
    try (HttpExchange slow = begun.get()) {
      slow.getResponseBody().write('b');
    }
    assertThat(sent.get().body()).isEqualTo("ab");
  }

  @Test
  void shouldNotWaitForAnAnswerThatNeverBegins() {
    Remote hasty = remote(kind(DEADLINE));
    var sent = hasty.send(hasty.request("/silent"), BodyHandlers.ofString());
    assertThat(sent)
        .failsWithin(DEADLINE.multipliedBy(10))
        .withThrowableThat()
        .havingCause()
        .isInstanceOf(HttpTimeoutException.class)
        .withMessage("no answer began within 1000 ms");
  }

  @Test
  void shouldSayThatNobodyAnswers() {
    server.stop(0);

    assertThatThrownBy(() -> remote.ask("/"))
        .isInstanceOfSatisfying(RemoteException.class, e -> assertThat(e.status()).isZero())
        .hasMessage("no site answers at " + remote.url() + " (can't connect): start one");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ftp://a", "http://", "two words", "http://a?b=c", "http://a#b"})
  void shouldRefuseWhatIsNoUrl(String url) {
    assertThatThrownBy(() -> new Remote(PATIENT, url))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(
            "'" + url + "': is not a URL of a site; give one such as http://127.0.0.1:8080");
  }
}
