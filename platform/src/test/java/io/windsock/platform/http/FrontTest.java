package io.windsock.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.platform.http.message.Origins;
import io.windsock.platform.telemetry.Metrics;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FrontTest {
  private final Metrics metrics = new Metrics();
  private final AnswerPolicy policy =
      new AnswerPolicy("test", new Origins(() -> "http://here", List::of), List.of(), metrics);

  @AfterEach
  void close() {
    metrics.close();
  }

  private void accept(int requests) {
    for (int i = 0; i < requests; i++) {
      policy.accepted();
    }
  }

  private void answer(int requests) {
    for (int i = 0; i < requests; i++) {
      policy.done();
    }
  }

  @Test
  void shouldTellRequestsThatCameAndWentBetweenTwoLooks() {
    accept(300);
    answer(300);
    assertThat(policy.takeHighestPending()).isEqualTo(300);
    assertThat(policy.takeHighestPending()).isZero();
    assertThat(policy.answered()).isEqualTo(300);
  }

  @Test
  void shouldCountThoseStillPendingAtTheLastLook() {
    accept(5);
    assertThat(policy.takeHighestPending()).isEqualTo(5);
    answer(4);
    assertThat(policy.takeHighestPending()).as("at the last look").isEqualTo(5);
    accept(2);
    assertThat(policy.takeHighestPending()).isEqualTo(3);
  }
}
