package io.windsock.evaluation.lab;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LabPlanTest {
  private static final LabPlan PLAN = LabPlan.standard(4);

  @Test
  void shouldLetAsManyMirrorsWorkAsASettingAsksFor() {
    assertThat(PLAN.working(0, false)).isZero();
    assertThat(PLAN.working(2, false)).isEqualTo(2);
  }

  /** Otherwise the settings of Figures 5 and 6 would differ in the check, too. */
  @Test
  void shouldLetAllMirrorsWorkWithoutEffect() {
    assertThat(PLAN.working(0, true)).isEqualTo(4);
    assertThat(PLAN.working(2, true)).isEqualTo(4);
  }
}
