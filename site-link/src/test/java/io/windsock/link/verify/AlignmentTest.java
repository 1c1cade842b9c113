package io.windsock.link.verify;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AlignmentTest {
  @ParameterizedTest
  @CsvSource({
    // at the source, trimmed; at the target, trimmed; what is skipped at each
    "90, true, 100, false, 0, 10",
    "100, false, 90, true, 10, 0",
    "90, true, 80, true, 10, 0",
    "90, true, 90, true, 0, 0",
    "90, true, 80, false, 0, 0", // the target has never had ten of them
    "80, false, 90, true, 0, 0" // the target has ten that are no copies
  })
  void shouldSkipOnlyWhatTheOtherSideMayHaveTrimmed(
      long source,
      boolean sourceTrimmed,
      long target,
      boolean targetTrimmed,
      long atSource,
      long atTarget) {
    assertThat(Alignment.atEnd(source, sourceTrimmed, target, targetTrimmed))
        .isEqualTo(new Alignment(atSource, atTarget));
  }
}
