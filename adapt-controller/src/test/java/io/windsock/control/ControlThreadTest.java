package io.windsock.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.Test;

/** What the control thread does when its loop throws. */
class ControlThreadTest {
  private final Queue<String> events = new ConcurrentLinkedQueue<>();
  private final AtomicInteger rounds = new AtomicInteger();

  /** A loop whose first round throws. */
  private final class Failing implements ControlThread.Loop {
    private final Throwable thrown;

    Failing(Throwable thrown) {
      this.thrown = thrown;
    }

    @Override
    public void doWork() {
      if (rounds.getAndIncrement() > 0) {
        Thread.onSpinWait();
      } else if (thrown instanceof Error error) {
        throw error;
      } else {
        throw (RuntimeException) thrown;
      }
    }

    @Override
    public void stepDown(String reason) {
      events.add("steps down, " + reason);
    }

    @Override
    public void close() {
      events.add("closed");
    }
  }

  private void run(Throwable thrown) {
    try (ControlThread thread = new ControlThread("one", new Failing(thrown), events::add)) {
      thread.start();
      await().until(() -> rounds.get() > 1 || events.contains("closed"));
    }
  }

  @Test
  void shouldStepDownAndContinueAfterADefect() {
    run(new IllegalStateException("a bad record"));

    assertThat(events)
        .containsExactly(
            "steps down, failed: java.lang.IllegalStateException: a bad record; trying again",
            "closed");
    assertThat(rounds).hasValueGreaterThan(1);
  }

  @Test
  void shouldContinueWithoutSteppingDownWhereTheClusterDoesNotAnswer() {
    run(new KafkaException("no answer"));

    assertThat(events).containsExactly("closed");
    assertThat(rounds).hasValueGreaterThan(1);
  }

  @Test
  void shouldEndAndReportWhatItCanNotRecoverFrom() {
    run(new NoClassDefFoundError("io/windsock/Gone"));

    assertThat(List.copyOf(events))
        .containsExactly("closed", "stopped: java.lang.NoClassDefFoundError: io/windsock/Gone");
    assertThat(rounds).hasValue(1);
  }
}
