package io.windsock.gateway.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.gateway.GatewayConfig;
import io.windsock.gateway.GatewayConfigBuilder;
import io.windsock.platform.link.RehearsalCalls;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RehearsalTest {
  private static GatewayConfigBuilder config() {
    return GatewayConfig.builder("g1", "unused:9092", Catalogue.builtIn("airline"));
  }

  @Test
  void shouldMakeAllCallsAndLeaveNoThread() throws InterruptedException {
    Set<Thread> before = threads();

    int calls = Rehearsal.of(config().rehearsal(Duration.ofSeconds(60)).build());

    assertThat(calls).isGreaterThanOrEqualTo(RehearsalCalls.COUNT);
    await().untilAsserted(() -> assertThat(threads()).isSubsetOf(before));
  }

  private static Set<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("vert.x-eventloop"))
        .collect(Collectors.toSet());
  }

  @Test
  void shouldEndInTimeWhateverIsMissing() throws InterruptedException {
    assertThat(Rehearsal.of(config().rehearsal(Duration.ofMillis(1)).build())).isZero();
  }

  @Test
  void shouldDoNothingIfThereIsNoTime() throws InterruptedException {
    assertThat(Rehearsal.of(config().rehearsal(Duration.ZERO).build())).isZero();
  }
}
