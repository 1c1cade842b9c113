package io.windsock.gateway.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClosingTest {
  private final List<String> closed = new ArrayList<>();

  @Test
  void shouldCloseThePartsAfterOneThatFails() {
    Closing.each(
        "g1",
        () -> closed.add("a"),
        () -> {
          throw new IllegalStateException("b can't be closed");
        },
        () -> closed.add("c"));

    assertThat(closed).containsExactly("a", "c");
  }

  @Test
  void shouldCloseThePartsAfterAnInterruptAndPassItOn() {
    Closing.each(
        "g1",
        () -> {
          throw new InterruptedException();
        },
        () -> closed.add("b"));

    assertThat(closed).containsExactly("b");
    assertThat(Thread.interrupted()).isTrue();
  }
}
