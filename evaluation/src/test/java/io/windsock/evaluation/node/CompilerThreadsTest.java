package io.windsock.evaluation.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompilerThreadsTest {
  private static final String COUNTS = " S 1 2 3 0 -1 64 5 6 7 8 40 2 0 0 20 0 35 0 99";

  @ParameterizedTest
  @CsvSource({"C2 CompilerThre", "odd) name (x"})
  void shouldAddUserAndSystemTimeWhateverTheName(String name) {
    assertThat(CompilerThreads.ticks("77 (" + name + ")" + COUNTS)).isEqualTo(42);
  }

  @Test
  void shouldCountNothingForAThreadThatHasEnded() {
    assertThat(CompilerThreads.ticks("")).isZero();
  }

  @Test
  void shouldFindThoseOfThisJvm() throws IOException {
    long self = ProcessHandle.current().pid();

    assertThat(CompilerThreads.of(self)).isNotEmpty().doesNotContain(self);
    assertThat(CompilerThreads.cpuUs(self)).isPositive();
  }

  @Test
  void shouldFindNoneOfAProcessThatDoesNotRun() throws IOException {
    long none = Long.MAX_VALUE;

    assertThat(CompilerThreads.of(none)).isEmpty();
    assertThat(CompilerThreads.cpuUs(none)).isZero();
  }
}
