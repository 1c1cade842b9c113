package io.windsock.evaluation.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.config.Failure;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

class ReasonTest {
  private final IOException full = new IOException("No space left on device");

  @Test
  void shouldBeTheMessageOfAFailure() {
    assertThat(Reason.of(new Failure("there is no httperf: install it", full)))
        .isEqualTo("there is no httperf: install it");
  }

  @Test
  void shouldHaveEachCauseOnce() {
    assertThat(Reason.of(new UncheckedIOException("the node central", full)))
        .isEqualTo(
            "java.io.UncheckedIOException: the node central; caused by java.io.IOException: No"
                + " space left on device");
    assertThat(Reason.of(new UncheckedIOException(full)))
        .isEqualTo("java.io.UncheckedIOException: java.io.IOException: No space left on device");
  }
}
