package io.windsock.evaluation.serving;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.evaluation.bench.Benches;
import io.windsock.evaluation.experiment.Scale;
import io.windsock.evaluation.experiment.Subject;
import org.junit.jupiter.api.Test;

class StormsTest {
  @Test
  void shouldBeLeftOutWhereAProcessMayHaveHardlyAnyDisplay() {
    assertThat(Storms.missing(20_000)).isEmpty();
    assertThat(Storms.missing(500)).isEmpty();
    assertThat(Storms.missing(24)).contains("500 displays").contains("ulimit -n");
    assertThat(Storms.missing(-744)).contains("500 displays");
  }

  @Test
  void shouldCompareNoWaysToMirror() {
    assertThat(new Storms(new Benches()).comparesMirroring()).isFalse();
  }

  @Test
  void shouldMeasureMirrorsAndBareServersWithAsManyDisplays() {
    Scale quick = new Scale(true, 1, 1, Scale.Calls.FOUND, false);

    assertThat(new Storms(new Benches()).subjects(quick))
        .extracting(Subject::x)
        .containsExactly(100.0, 100.0, 500.0, 500.0);
  }
}
