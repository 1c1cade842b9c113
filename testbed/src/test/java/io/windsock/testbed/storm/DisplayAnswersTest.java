package io.windsock.testbed.storm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a display says of the answers of a server, byte by byte. */
@Timeout(60)
class DisplayAnswersTest {
  private static final String STREAM =
      "HTTP/1.1 200 OK\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "answered 503                        | HTTP/1.1 503 No\\r\\nContent-Length: 0\\r\\n\\r\\n",
        "answered something other than HTTP   | 220 mail ready\\r\\n\\r\\n",
        "stream ended                        | " + STREAM + "0\\r\\n\\r\\n",
        "connection lost                     | HTTP/1.1 200",
        "while following: stream ended       | "
            + STREAM
            + "d\\r\\nevent: live\\n\\n\\r\\n0\\r\\n\\r\\n",
        "while following: cut by the site    | "
            + STREAM
            + "19\\r\\nevent: live\\n\\nevent: cut\\n\\n\\r\\n",
      })
  void shouldNameWhatWentWrong(String error, String answer) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread serving = new Thread(() -> answer(server, answer));
      serving.start();

      StormSummary end = storm(server.getLocalPort());

      assertThat(end.errors()).containsOnlyKeys(error);
      serving.join();
    }
  }

  @Test
  void shouldSayThatNobodyListens() throws Exception {
    assertThat(storm(9).errors()).containsOnlyKeys("no connection");
  }

  /** The static server sends as much as a site's initial state, without the updates after it. */
  @Test
  void shouldTellInitialStateFromUpdates() throws Exception {
    String state = "d\\r\\nevent: live\\n\\n\\r\\n";
    String updates = "1e\\r\\nevent: update\\n\\nevent: update\\n\\n\\r\\n";
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread serving = new Thread(() -> answer(server, STREAM + state + updates + "0\\r\\n\\r\\n"));
      serving.start();

      StormSummary end = storm(server.getLocalPort());

      assertThat(end.updates()).isEqualTo(2);
      assertThat(end.bytes()).isEqualTo(0xd + 0x1e);
      assertThat(end.stateBytes()).isEqualTo(0xd);
      serving.join();
    }
  }

  private static StormSummary storm(int port) throws InterruptedException {
    URI site = URI.create("http://127.0.0.1:" + port);
    Storm storm =
        Storm.start(
            StormOptions.burst(List.of(site), "all", 1, Duration.ZERO, Duration.ofMinutes(5)));
    Awaitility.await().until(() -> storm.progress().errors() > 0);
    storm.stop();
    return storm.await();
  }

  private static void answer(ServerSocket server, String answer) {
    try (Socket display = server.accept()) {
      var unused = display.getInputStream().read();
      display.getOutputStream().write(bytes(answer));
      display.shutdownOutput();
      display.getInputStream().readAllBytes();
    } catch (IOException e) {
      // the display may have gone
    }
  }

  private static byte[] bytes(String escaped) {
    return escaped.replace("\\r", "\r").replace("\\n", "\n").getBytes(StandardCharsets.US_ASCII);
  }
}
