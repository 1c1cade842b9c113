package io.windsock.site.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.platform.testing.RawHttp;
import io.windsock.site.testing.FlightLog;
import io.windsock.site.testing.TestConfig;
import io.windsock.site.testing.TestSite;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that read a long answer slowly, or not at all. The idle time-out is short. */
@Execution(ExecutionMode.CONCURRENT)
class SlowReaderTest {
  /** Longer than a reader's thread may stand still on a busy machine. */
  private static final Duration IDLE = Duration.ofSeconds(5);

  private static final int BUFFER_BYTES = 64 << 10;
  private static final int READ_BYTES = 6 << 10;
  private static final long PAUSE_NS = 20_000_000;
  private static final String VIEW = "/v1/views/all";
  private static final String INITIAL = "windsock_initial_state_seconds_count{by=\"view\"}";

  private final FlightLog log =
      new FlightLog(2, 2, 800, List.of("EGLL"), () -> 1000).withReason("late ".repeat(1000));
  private final TestSite site =
      TestSite.start(
          "m1",
          1,
          2,
          new TestConfig().connections(20, 4096, 64, IDLE).sendBufferBytes(BUFFER_BYTES).build());

  SlowReaderTest() {
    site.apply(log.schedule());
  }

  @AfterEach
  void stop() {
    site.close();
  }

  private Socket asking(String target) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(BUFFER_BYTES);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), site.port()));
    String request = "GET " + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  private static byte[] readSlowly(Socket socket) throws IOException {
    return read(socket, PAUSE_NS);
  }

  /** Reads until the body's end or the connection's, with a pause after each few bytes. */
  private static byte[] read(Socket socket, long pauseNs) throws IOException {
    InputStream in = socket.getInputStream();
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    while (!head.toString(StandardCharsets.US_ASCII).endsWith("\r\n\r\n")) {
      head.write(in.read());
    }
    String text = head.toString(StandardCharsets.US_ASCII).toLowerCase(java.util.Locale.ROOT);
    int at = text.indexOf("content-length: ") + "content-length: ".length();
    int length = Integer.parseInt(text.substring(at, text.indexOf('\r', at)));
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    byte[] some = new byte[READ_BYTES];
    while (body.size() < length) {
      int read = in.read(some, 0, Math.min(some.length, length - body.size()));
      if (read < 0) {
        break;
      }
      body.write(some, 0, read);
      LockSupport.parkNanos(pauseNs); // this is what the test is about
    }
    return body.toByteArray();
  }

  @ParameterizedTest(name = "cached before: {0}")
  @ValueSource(booleans = {true, false})
  void shouldNotCutAClientThatReadsALongAnswerSlowly(boolean cached) throws IOException {
    byte[] whole = RawHttp.get(site.port(), VIEW).body();
    assertThat(whole.length).as("several seconds at this pace").isGreaterThan(4_000_000);
    if (!cached) {
      site.apply(List.of(log.position(1)));
    }
    long startNs = System.nanoTime();
    try (Socket slow = asking(VIEW)) {
      byte[] read = readSlowly(slow);
      assertThat(read.length).as("bytes until it ended").isGreaterThan(4_000_000);
      assertThat(Duration.ofNanos(System.nanoTime() - startNs)).isGreaterThan(IDLE.multipliedBy(2));
      assertThat(read).isEqualTo(RawHttp.get(site.port(), VIEW).body());
    }
  }

  @Test
  void shouldCountALongAnswerOnceItIsSent() throws IOException {
    RawHttp.get(site.port(), VIEW);
    await().untilAsserted(() -> assertThat(site.metric(INITIAL)).isEqualTo(1));
    try (Socket slow = asking(VIEW)) {
      assertThat(slow.getInputStream().read()).isPositive();
      assertThat(site.metric(INITIAL)).as("begun").isEqualTo(1);
      assertThat(read(slow, 0)).isNotEmpty();
      await().untilAsserted(() -> assertThat(site.metric(INITIAL)).isEqualTo(2));
    }
  }

  @ParameterizedTest(name = "cached before: {0}")
  @ValueSource(booleans = {true, false})
  void shouldCutAClientThatTakesNothing(boolean cached) throws IOException {
    RawHttp.get(site.port(), VIEW);
    if (!cached) {
      site.apply(List.of(log.position(1)));
    }
    try (Socket stalled = asking(VIEW)) {
      assertThat(stalled.getInputStream().read()).isPositive();
      await().untilAsserted(() -> assertThat(site.metric("windsock_http_connections")).isZero());
    }
  }
}
