package io.windsock.platform.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.platform.link.TestLinks.RecordingListener;
import io.windsock.platform.testing.RawHttp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections at a server of links on which no stream is opened. */
@Timeout(240)
class IdleConnectionTest {
  /** Longer than a busy machine may stand still, which would end a link that has a stream, too. */
  private static final Duration SILENCE = Duration.ofSeconds(4);

  private static final int MOST = 3_000;

  /** The preface of HTTP/2, and an empty SETTINGS frame. */
  private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0";

  private static final String PING = "\0\0\10\6\0\0\0\0\0" + "12345678";

  private final TestLinks links = new TestLinks(TestLinks.bounds(SILENCE, 1 << 20, 1 << 20));
  private final int port = links.serve(0);

  @AfterEach
  void stop() {
    links.close();
  }

  @Test
  void shouldCloseAConnectionThatOnlyPings() throws IOException {
    shouldBeClosed(PREFACE, PING);
  }

  @Test
  void shouldCloseAConnectionThatNeverEndsARequest() throws IOException {
    shouldBeClosed("GET / HTTP/1.1\r\nX: ", "x");
  }

  /** Sends more, again and again, until the connection is closed. */
  private void shouldBeClosed(String first, String more) throws IOException {
    RecordingListener heard = new RecordingListener();
    links.link(port, heard);
    // On a busy machine the first attempt may take longer than the silence that ends it.
    await().until(() -> heard.event().equals("up"));
    try (RawHttp http = new RawHttp(port)) {
      http.send(first.getBytes(StandardCharsets.US_ASCII));
      assertThat(sentUntilRefused(http, more)).isLessThan(MOST);
    }
    assertThat(heard.events).as("of a link with a stream").isEmpty();
  }

  private static int sentUntilRefused(RawHttp http, String more) {
    for (int i = 0; i < MOST; i++) {
      try {
        http.send(more.getBytes(StandardCharsets.US_ASCII));
      } catch (UncheckedIOException e) {
        return i;
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
    return MOST;
  }
}
