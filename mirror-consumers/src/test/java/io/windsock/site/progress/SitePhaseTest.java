package io.windsock.site.progress;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.platform.telemetry.MemberPhase;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SitePhaseTest {
  @Test
  void shouldBeReadByWhoeverReadsSamples() {
    assertThat(Arrays.stream(SitePhase.values()).map(phase -> MemberPhase.parse(phase.name())))
        .doesNotContain(MemberPhase.UNKNOWN)
        .hasSize(MemberPhase.values().length - 1);
  }
}
