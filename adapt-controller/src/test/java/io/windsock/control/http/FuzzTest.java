package io.windsock.control.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.control.testing.MemoryController;
import io.windsock.control.testing.MemoryStorms;
import io.windsock.platform.http.endpoint.RequestBody;
import io.windsock.platform.testing.RawHttp;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Requests that nobody should send. Each gets an answer that fits, none of them a 5xx of the
 * program's own making, none changes anything but the calls that are in order, and afterwards the
 * controller is as it was.
 */
class FuzzTest {
  private static final int REQUESTS = Integer.getInteger("windsock.fuzz.requests", 5_000);
  private static final long SEED = Long.getLong("windsock.fuzz.seed", System.nanoTime());
  private static final List<String> PATHS = Arrays.stream(Route.values()).map(Route::path).toList();
  private static final List<String> METHODS =
      List.of("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "get");
  private static final List<String> BODIES =
      List.of(
          "",
          "{}",
          "[]",
          "{\"type\":\"FlightPosition\",\"length\":20}",
          "{\"type\":\"FlightPosition\",\"length\":-1}",
          "{\"function\":\"busy\"}",
          "{\"function\":{\"a\":[1,2,3]}}",
          "{\"clients\":1e400}",
          "{\"clients\":3,\"pattern\":\"sine\"}",
          "{\"a\":".repeat(2_000),
          "\"" + "x".repeat(70_000) + "\"",
          "{\"\\ud800\":\"\u0000\"}",
          "nul",
          "{\"a\":1}{\"b\":2}");
  private static final List<String> HEADERS =
      List.of(
          "Content-Type: application/json",
          "Content-Type: application/json; charset=utf-8",
          "Content-Type: text/plain",
          "Content-Type: ;;;",
          "Origin: http://evil.example",
          "Origin: null",
          "Origin: ::",
          "Expect: 100-continue",
          "Accept: image/png",
          "Accept-Encoding: gzip",
          "If-None-Match: *",
          "If-Match: *",
          "If-Match: \"1\"",
          "If-Match: \"\",");

  private final Random random = new Random(SEED);

  private static <T> T pick(Random random, List<T> from) {
    return from.get(random.nextInt(from.size()));
  }

  private String target() {
    StringBuilder target = new StringBuilder(pick(random, PATHS));
    if (random.nextInt(3) > 0) {
      target = new StringBuilder(target.toString().replaceAll("\\{call}", "set-overwrite"));
    }
    if (random.nextInt(4) == 0) {
      target.append(pick(random, List.of("?limit=3", "?limit=x", "?&", "?a=b=c", "?%zz")));
    }
    while (random.nextInt(3) == 0) {
      int at = random.nextInt(target.length() + 1);
      switch (random.nextInt(4)) {
        case 0 -> target.insert(at, (char) ('!' + random.nextInt('~' - '!' + 1)));
        case 1 -> target.insert(at, "%" + Integer.toHexString(random.nextInt(256)));
        case 2 -> target.insert(at, "../");
        default -> target.setLength(Math.max(1, at));
      }
    }
    return target.toString();
  }

  private String request(String method, boolean chunked) {
    StringBuilder text = new StringBuilder(method + " " + target() + " HTTP/1.1\r\n");
    text.append("Host: localhost\r\nConnection: close\r\n");
    while (random.nextInt(2) == 0) {
      text.append(pick(random, HEADERS)).append("\r\n");
    }
    String body = pick(random, BODIES);
    int length = body.getBytes(StandardCharsets.UTF_8).length;
    if (chunked) {
      text.append("Transfer-Encoding: chunked\r\n\r\n");
      if (length > 0) {
        text.append(Integer.toHexString(length)).append("\r\n").append(body).append("\r\n");
      }
      return text.append("0\r\n\r\n").toString();
    }
    if (length > 0) {
      text.append("Content-Length: ").append(length).append("\r\n");
    }
    return text.append("\r\n").append(body).toString();
  }

  @Test
  @Timeout(600)
  void shouldAnswerWhateverIsSentAndGoOn() {
    System.out.println("fuzz seed " + SEED);
    try (MemoryController controller = MemoryController.start(0, new MemoryStorms())) {
      int port = controller.server().port();
      for (int i = 0; i < REQUESTS; i++) {
        String method = random.nextBoolean() ? "POST" : pick(random, METHODS);
        check(port, method, request(method, random.nextInt(5) == 0));
      }
      assertThat(controller.calls())
          .allMatch(call -> call.matches("(pin|release|set-overwrite) .*HTTP from 127.0.0.1"));
      assertThat(RawHttp.get(port, "/health/ready").status()).isEqualTo(200);
      assertThat(controller.metrics().scrape()).doesNotContain("status=\"500\"");
    }
  }

  private static void check(int port, String method, String text) {
    try (RawHttp http = new RawHttp(port)) {
      http.send(text);
      RawHttp.Answer answer = answer(http, method);
      int status = answer.status();
      boolean ok = (status >= 200 && status < 500) || status == 503;
      if (!ok) {
        throw new AssertionError("seed " + SEED + ": " + status + " to\n" + text);
      }
      if (status >= 400 && !method.equals("HEAD") && !answer.text().startsWith("{\"error\":\"")) {
        throw new AssertionError("seed " + SEED + ": " + answer.text() + " to\n" + text);
      }
    } catch (RuntimeException e) {
      // A refusal of a long body may be lost with the connection; nothing else may.
      if (!(e.getCause() instanceof IOException) || text.length() <= RequestBody.MAX_BYTES) {
        throw new AssertionError("seed " + SEED + ": " + e + " to\n" + text, e);
      }
    }
  }

  private static RawHttp.Answer answer(RawHttp http, String method) {
    RawHttp.Answer answer = http.answer(method.equals("HEAD"));
    return answer.status() == 100 ? http.answer(method.equals("HEAD")) : answer;
  }
}
