package io.windsock.platform.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LinkBoundsTest {
  private static final long MS = 1_000_000;
  private static final LinkBounds BOUNDS = LinkBounds.standard();

  @Test
  void shouldSendACallersHeartbeatsOftenEnoughForItsStreamToStay() {
    long mostNs = BOUNDS.callersQuietNs() + BOUNDS.tickMs() * MS;

    assertThat(BOUNDS.callersQuietNs()).isGreaterThan(5 * BOUNDS.heartbeat().toNanos());
    assertThat(4 * mostNs).isLessThan(BOUNDS.silence().toNanos());
  }

  /** Ticks begin with the link, batches come when they come. */
  @Test
  void shouldSendAHeartbeatInTimeWheneverTheLastBatchWasSent() {
    long tickNs = BOUNDS.tickMs() * MS;
    long heartbeatNs = BOUNDS.heartbeat().toNanos();
    for (long sentNs = 0; sentNs < tickNs; sentNs += MS / 10) {
      long nowNs = 0;
      while (nowNs - sentNs < BOUNDS.quietNs()) {
        nowNs += tickNs;
      }
      assertThat(nowNs - sentNs).isBetween(heartbeatNs / 2, heartbeatNs);
    }
  }
}
