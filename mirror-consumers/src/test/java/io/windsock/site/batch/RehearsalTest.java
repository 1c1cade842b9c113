package io.windsock.site.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.platform.link.RehearsalCalls;
import io.windsock.site.testing.FlightLog;
import io.windsock.site.testing.TestSite;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RehearsalTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final FlightLog log = new FlightLog(11, 2, 60, List.of("EGLL", "CYYZ"), () -> 1000);
  private final TestSite site = TestSite.start("m1", 2);

  @AfterEach
  void stop() {
    site.close();
  }

  @Test
  void shouldReadTheStateForAllCallsWhileTheSiteServesNobody() throws InterruptedException {
    site.apply(log.schedule());
    site.apply(log.next(200));
    site.readiness(false, "rehearses calls");
    Set<Thread> before = eventLoops();

    int calls = site.rehearse(PATIENCE);

    assertThat(calls).isGreaterThanOrEqualTo(RehearsalCalls.COUNT);
    assertThat(site.statesRead()).isGreaterThanOrEqualTo(RehearsalCalls.COUNT);
    assertThat(site.metric("windsock_call_batches_total{kind=\"key\"}")).isZero();
    await().untilAsserted(() -> assertThat(eventLoops()).isSubsetOf(before));
  }

  private static Set<Thread> eventLoops() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("vert.x-eventloop"))
        .collect(Collectors.toSet());
  }

  @Test
  void shouldMakeAllCallsWithoutAnyKey() throws InterruptedException {
    assertThat(site.rehearse(PATIENCE)).isGreaterThanOrEqualTo(RehearsalCalls.COUNT);
  }

  @Test
  void shouldEndInTime() throws InterruptedException {
    assertThat(site.rehearse(Duration.ofMillis(1))).isZero();
  }
}
