package io.windsock.site.http.sse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.site.testing.FlightLog;
import io.windsock.site.testing.RowsClient;
import io.windsock.site.testing.SseStreams;
import io.windsock.site.testing.TestConfig;
import io.windsock.site.testing.TestSite;
import io.windsock.site.testing.Views;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a client hears while others get their state before it. */
class WaitTest {
  private static final int SMALL_BUFFER = 4 << 10;
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final String VIEW = "view=all";

  @Test
  void shouldTellAClientThatItsStateIsStillToCome() {
    TestConfig oneBigViewAtOnce =
        new TestConfig()
            .sendBufferBytes(SMALL_BUFFER)
            .times(Duration.ofMillis(50), Duration.ofSeconds(1), LONG)
            .cache(1 << 20, 1, LONG)
            .bigViews(1);
    FlightLog log = new FlightLog(1, 2, 5_000, List.of("EGLL"), () -> 1000);
    try (TestSite site = TestSite.start("m1", 1, 2, oneBigViewAtOnce.build());
        SseStreams streams = new SseStreams()) {
      site.apply(log.schedule());
      RowsClient slow = new RowsClient(streams, VIEW);
      slow.onEvent(() -> slow.reading(slow.seen("rows") == 0));
      slow.connect(site.url(), SMALL_BUFFER);
      await().until(() -> slow.seen("rows") > 0);

      RowsClient next = new RowsClient(streams, VIEW);
      next.connect(site.url());

      await().until(() -> next.seen("wait") > 2);
      assertThat(next.isLive()).isFalse();
      slow.onEvent(() -> {});
      slow.reading(true);
      await().until(() -> slow.isLive() && next.isLive());
      int waits = next.seen("wait");
      await().until(() -> next.seen("heartbeat") > 2);
      assertThat(next.seen("wait")).isEqualTo(waits);
      assertThat(next.rows()).isEqualTo(Views.items(site.url(), VIEW));
      assertThat(slow.faults()).isEmpty();
      assertThat(next.faults()).isEmpty();
    }
  }
}
