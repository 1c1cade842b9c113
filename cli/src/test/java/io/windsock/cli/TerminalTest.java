package io.windsock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a controller says may have been made up by anybody: it must not command the terminal. */
class TerminalTest {
  private static final String BAD = "x\\u001b[2J\\u0007y";

  private HttpServer server;

  @BeforeEach
  void startServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    answer("/v1/mode", 200, "{\"mode\":\"BAD\",\"reason\":\"BAD\",\"detail\":\"BAD\"}");
    answer("/v1/decisions", 200, "{\"decisions\":[{\"toMode\":\"BAD\",\"reason\":\"BAD\"}]}");
    answer(
        "/v1/checkpoints",
        200,
        "{\"commitPoints\":[{\"topic\":\"BAD\",\"snapshot\":\"BAD\",\"waitsFor\":\"BAD\","
            + "\"expired\":[\"BAD\"]}],\"sites\":[{\"site\":\"BAD\",\"phase\":\"BAD\"}]}");
    answer(
        "/v1/params",
        200,
        "{\"detail\":\"BAD\",\"parameters\":{\"reason\":\"BAD\",\"writer\":\"BAD\","
            + "\"inForce\":{\"name\":\"BAD\",\"rules\":\"BAD\\nBAD\"}}}");
    answer("/v1/params/mirror", 409, "{\"error\":\"BAD\",\"remedy\":\"BAD\"}");
    server.start();
  }

  @AfterEach
  void stopServer() {
    server.stop(0);
  }

  private void answer(String path, int status, String json) {
    byte[] body = json.replace("BAD", BAD).getBytes(StandardCharsets.UTF_8);
    server.createContext(
        path,
        exchange -> {
          exchange.sendResponseHeaders(status, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
  }

  @ParameterizedTest
  @CsvSource({
    "mode, status",
    "mode, history",
    "params, show",
    "params, mirror",
    "checkpoint, status"
  })
  void shouldShowControlCharactersAsText(String command, String call) {
    Run run = Run.of(command, call, "-c", "http://127.0.0.1:" + server.getAddress().getPort());

    String told = run.out() + run.err();
    assertThat(told).contains("\\u001b[2J");
    assertThat(told.chars().filter(c -> Character.isISOControl(c) && c != '\n')).isEmpty();
  }
}
