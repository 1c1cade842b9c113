package io.windsock.evaluation.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.evaluation.data.Spread;
import io.windsock.evaluation.report.Finding;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OutcomeTest {
  private static Finding finding(String headline) {
    return new Finding(headline, Spread.of(1), "", "", "", null, "");
  }

  private static Outcome outcome(String... headlines) {
    return new Outcome(
        List.of(headlines).stream().map(OutcomeTest::finding).toList(), Map.of(), List.of());
  }

  @Test
  void shouldRefuseTwoFindingsOfOneHeadline() {
    assertThatThrownBy(() -> outcome("goodput", "recovery", "goodput"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("“goodput”");
  }

  @Test
  void shouldKeepFindingsInTheirOrder() {
    assertThat(outcome("recovery", "goodput").findings())
        .extracting(Finding::headline)
        .containsExactly("recovery", "goodput");
  }
}
