package io.windsock.evaluation.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.evaluation.link.copier.TracedBatch;
import java.util.Arrays;
import java.util.Collections;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class IntervalTraceTest {
  private static IntervalTrace trace(double... intervalsMs) {
    return new IntervalTrace(
        Arrays.stream(intervalsMs).mapToObj(ms -> new TracedBatch(10, ms, ms, ms)).toList());
  }

  /** Returns a trace of these intervals, then the same one until the batch of a number. */
  private static IntervalTrace then(double ms, int batches, double... first) {
    DoubleStream rest =
        Collections.nCopies(batches - first.length, ms).stream().mapToDouble(it -> it);
    return trace(DoubleStream.concat(Arrays.stream(first), rest).toArray());
  }

  @Test
  void shouldSettleWhereTheIntervalStaysNearWhatItIsLater() {
    IntervalTrace trace = then(9, 60, 30, 20, 15, 9, 15, 8, 9, 10);

    assertThat(trace.values())
        .containsEntry(IntervalTrace.SETTLED, 6.0)
        .containsEntry(IntervalTrace.SETTLED_MS, 9.0);
  }

  @Test
  void shouldSettleAtOnceIfTheIntervalNeverChanges() {
    assertThat(then(5, 30).values()).containsEntry(IntervalTrace.SETTLED, 1.0);
  }

  @Test
  void shouldNotSettleIfTheIntervalMovesOnLater() {
    double[] first = new double[20];
    Arrays.fill(first, 20);

    assertThat(then(9, 60, first).values()).containsEntry(IntervalTrace.SETTLED, 21.0);
  }

  @Test
  void shouldHaveNoValuesForAFewBatches() {
    assertThat(then(9, 29).values()).isEmpty();
    assertThat(trace(30, 20).line()).hasSize(4);
  }
}
