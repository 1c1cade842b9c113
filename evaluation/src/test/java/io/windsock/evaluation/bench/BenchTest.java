package io.windsock.evaluation.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.evaluation.experiment.Notes;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BenchTest {
  private final AtomicInteger closed = new AtomicInteger();

  /** A bench without nodes: nothing is done on them. */
  @SuppressWarnings("NullAway")
  private final Bench bench =
      new Bench(null, new Notes(), Map.of(), lab -> closed.incrementAndGet());

  @Test
  void shouldStayOpenForWhatIsPrepared() throws InterruptedException {
    String prepared = bench.prepare(it -> "prepared");

    assertThat(prepared).isEqualTo("prepared");
    assertThat(closed).hasValue(0);
  }

  @Test
  void shouldBeClosedWhereAnExperimentCannotBePrepared() {
    assertThatThrownBy(
            () ->
                bench.prepare(
                    it -> {
                      throw new IllegalStateException("no ramp counts");
                    }))
        .hasMessage("no ramp counts");
    assertThat(closed).hasValue(1);
  }
}
