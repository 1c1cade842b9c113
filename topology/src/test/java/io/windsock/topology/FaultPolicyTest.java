package io.windsock.topology;

import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.REPLACE_THREAD;
import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FaultPolicyTest {
  private long nowMs = 1_000_000;
  private final FaultPolicy policy = new FaultPolicy(() -> nowMs);

  @Test
  void shouldReplaceThreadsUntilTooManyDieInAShortTime() {
    for (int i = 0; i < FaultPolicy.MAX_REPLACEMENTS; i++) {
      nowMs += 100;
      assertThat(policy.handle(new IllegalStateException("fault " + i))).isEqualTo(REPLACE_THREAD);
    }
    assertThat(policy.reason()).isNull();

    RuntimeException last = new IllegalStateException("no\nmore", new RuntimeException("disk"));
    assertThat(policy.handle(last)).isEqualTo(SHUTDOWN_CLIENT);
    assertThat(policy.reason())
        .isEqualTo(
            "java.lang.IllegalStateException: no more; because java.lang.RuntimeException: disk");
  }

  @Test
  void shouldGoOnForeverWhenThreadsDieSeldom() {
    for (int i = 0; i < 2 * FaultPolicy.MAX_REPLACEMENTS; i++) {
      nowMs += FaultPolicy.WINDOW_MS / FaultPolicy.MAX_REPLACEMENTS + 1;
      assertThat(policy.handle(new IllegalStateException("now and then")))
          .isEqualTo(REPLACE_THREAD);
    }
  }
}
