package io.windsock.evaluation.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.evaluation.link.copier.TracedBatch;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class IntervalTraceTest {
  private static IntervalTrace trace(double... intervalsMs) {
    return new IntervalTrace(
        Arrays.stream(intervalsMs).mapToObj(ms -> new TracedBatch(10, ms, ms, ms)).toList());
  }

  @Test
  void shouldSettleWhereTheIntervalStaysNearItsEnd() {
    IntervalTrace trace = trace(30, 20, 15, 9, 15, 8, 9, 10, 9, 8, 9);

    assertThat(trace.values())
        .containsEntry(IntervalTrace.SETTLED, 6.0)
        .containsEntry(IntervalTrace.SETTLED_MS, 9.0);
  }

  @Test
  void shouldSettleAtOnceIfTheIntervalNeverChanges() {
    assertThat(trace(5, 5, 5, 5, 5))
        .extracting(it -> it.values().get(IntervalTrace.SETTLED))
        .isEqualTo(1.0);
  }

  @Test
  void shouldNotSettleWhileTheIntervalStillMoves() {
    IntervalTrace trace = trace(30, 20, 15, 9, 15, 8, 9, 10, 9, 8, 9, 20);

    assertThat(trace.values()).containsEntry(IntervalTrace.SETTLED, 21.0);
  }

  @Test
  void shouldHaveNoValuesForAFewBatches() {
    assertThat(trace(30, 20, 15, 9).values()).isEmpty();
    assertThat(trace(30, 20).line()).hasSize(4);
  }
}
