package io.windsock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ModeHistoryTest {
  private static final byte[] DECISIONS =
      """
      {"decisions": [
        {"toEpoch": 2, "kind": "ADAPT", "fromMode": "normal–busy 25 %",
         "toMode": "normal–busy 50 %", "reason": "BECAUSE"},
        {"toEpoch": 1, "kind": "SET", "fromMode": "normal", "toMode": "normal",
         "reason": "BECAUSE"}]}
      """
          .getBytes(StandardCharsets.UTF_8);

  @Test
  void shouldAlignTheReasonsBehindModesOfAnyLength() throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/v1/decisions",
        exchange -> {
          exchange.sendResponseHeaders(200, DECISIONS.length);
          exchange.getResponseBody().write(DECISIONS);
          exchange.close();
        });
    server.start();
    try {
      Run run = Run.of("mode", "history", "-c", "127.0.0.1:" + server.getAddress().getPort());

      List<String> lines = run.out().lines().toList();
      assertThat(lines).as(run.err()).hasSize(2);
      assertThat(lines.get(0).indexOf("BECAUSE")).isEqualTo(lines.get(1).indexOf("BECAUSE"));
    } finally {
      server.stop(0);
    }
  }
}
