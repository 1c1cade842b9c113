package io.windsock.testbed.storm;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.testbed.storm.display.Display;
import io.windsock.testbed.storm.display.DisplayLoops;
import io.windsock.testbed.storm.display.DisplayRequest;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** That latencies count from the intended moment, and that nobody waits for an answer to go on. */
@Timeout(60)
class OpenLoopTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private static StormOptions options(
      URI site, StormPattern pattern, int clients, double rate, Duration patience) {
    return new StormOptions(
        List.of(site), "all", clients, pattern, SECOND, rate, SECOND.dividedBy(2), patience);
  }

  @Test
  void shouldCountTheStallOfAServerForEveryRequestThatFallsIntoIt() throws Exception {
    try (StalledServer server = new StalledServer()) {
      Storm storm =
          Storm.start(options(server.url(), StormPattern.burst, 100, 1, Duration.ofSeconds(30)));
      Awaitility.await().until(() -> storm.progress().due() == 100);
      assertThat(storm.progress().pending()).isEqualTo(100);
      server.answerAfter(1_000);
      Awaitility.await()
          .pollInterval(Duration.ofMillis(5))
          .until(() -> storm.progress().pending() == 0);
      double answeringMs = (System.nanoTime() - server.answersFromNs()) / 1e6;

      StormSummary end = storm.await();

      assertThat(end.answered()).isEqualTo(100);
      assertThat(end.errors()).isEmpty();
      // The first waited for its ramp and the stall, the one in the middle for half the ramp less;
      // the time that a busy machine takes for a hundred answers may be between the two.
      double maxMs = end.initialState().maxMs();
      assertThat(maxMs).isGreaterThan(1_950);
      assertThat(end.initialState().p50Ms()).isBetween(1_400.0, maxMs - 450 + answeringMs);
    }
  }

  @Test
  void shouldCountWhatTheSenderItselfWasLateBy() throws Exception {
    try (StalledServer server = new StalledServer()) {
      server.answerAfter(1);
      try (DisplayLoops loops = new DisplayLoops()) {
        var stats = new StormStats();
        var request = new DisplayRequest(server.url(), "/v1/subscribe?view=all");
        var display = new Display(loops, request, 30_000, stats);
        stats.due();
        display.regain(System.nanoTime() - 3_000_000_000L);
        Awaitility.await().until(() -> stats.pending() == 0);

        StormSummary end =
            stats.summary(options(server.url(), StormPattern.burst, 1, 1, SECOND), false, 1);

        assertThat(end.initialState().p50Ms()).isGreaterThanOrEqualTo(2_990);
        assertThat(end.latestSendMs()).isGreaterThanOrEqualTo(3_000);
      }
    }
  }

  @Test
  void shouldCountARequestWithoutAnswerAsAnErrorWithTheTimeItWasWaitedFor() throws Exception {
    try (StalledServer server = new StalledServer()) {
      StormSummary end =
          Storm.start(options(server.url(), StormPattern.burst, 20, 1, Duration.ofMillis(300)))
              .await();

      assertThat(end.answered()).isZero();
      assertThat(end.errors()).containsOnlyKeys("not answered in time").containsValue(20L);
      assertThat(end.initialState().count()).isEqualTo(20);
      assertThat(end.initialState().p50Ms()).isGreaterThanOrEqualTo(299);
    }
  }

  @Test
  void shouldGoOnSendingWhateverIsStillWaiting() throws Exception {
    try (StalledServer server = new StalledServer()) {
      StormSummary end =
          Storm.start(options(server.url(), StormPattern.sine, 5, 100, Duration.ofSeconds(6)))
              .await();

      assertThat(end.requests()).isEqualTo(50);
      assertThat(end.errors())
          .containsEntry("not answered before the next power failure", 45L)
          .containsEntry("not answered in time", 5L);
    }
  }

  @Test
  void shouldTellWhatIsUnderWayWhenItIsStopped() throws Exception {
    try (StalledServer server = new StalledServer()) {
      Storm storm =
          Storm.start(options(server.url(), StormPattern.burst, 50, 1, Duration.ofSeconds(30)));
      Awaitility.await().until(() -> storm.progress().due() >= 10);
      storm.stop();

      StormSummary end = storm.await();

      assertThat(end.stopped()).isTrue();
      assertThat(end.errors()).isEmpty();
      assertThat(end.unfinished()).isEqualTo(end.requests()).isBetween(10L, 50L);
    }
  }
}
