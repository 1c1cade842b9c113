package io.windsock.evaluation.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LineDirectionTest {
  private static final int MTU = 1_500;
  private static final long NOW = Long.MAX_VALUE - 1_000; // System.nanoTime may overflow

  /** 12 Mbit/s: a full packet takes 1 ms. */
  private static final LineCondition LINE = new LineCondition(100, 12_000, 0);

  private static long ms(long count) {
    return TimeUnit.MILLISECONDS.toNanos(count);
  }

  @Test
  void shouldLetPacketsWaitForEachOther() {
    LineDirection line = new LineDirection(LINE, 1);
    assertThat(line.arrivalNs(MTU, NOW) - NOW).isEqualTo(ms(51));
    assertThat(line.arrivalNs(MTU, NOW) - NOW).isEqualTo(ms(52));
    assertThat(line.arrivalNs(MTU, NOW + ms(10)) - NOW).isEqualTo(ms(61));
  }

  @Test
  void shouldDropWhatComesWhileTooMuchWaits() {
    LineDirection line = new LineDirection(LINE, 1);
    long passed =
        IntStream.range(0, 1_000)
            .filter(i -> line.arrivalNs(MTU, NOW) != LineDirection.NEVER)
            .count();
    assertThat(passed).isEqualTo(1 + LineDirection.MAX_WAITING_BYTES / MTU);
    assertThat(line.counts()).isEqualTo(new LineCounts(passed, 0, 1_000 - passed));
    assertThat(line.arrivalNs(MTU, NOW + ms(1_000))).isNotEqualTo(LineDirection.NEVER);
  }

  @Test
  void shouldLoseTheShareOfPackets() {
    LineDirection line = new LineDirection(new LineCondition(0, 1_000_000, 10), 1);
    for (int i = 0; i < 100_000; i++) {
      line.arrivalNs(MTU, NOW + ms(i));
    }
    assertThat(line.counts().lost()).isCloseTo(1_000, within(100L));
    assertThat(line.counts().passed()).isEqualTo(100_000 - line.counts().lost());
  }

  @Test
  void shouldKeepTheOrderWhenTheDelayShrinks() {
    LineDirection line = new LineDirection(LINE, 1);
    long first = line.arrivalNs(MTU, NOW);
    line.become(new LineCondition(0, 12_000, 0));
    assertThat(line.arrivalNs(MTU, NOW)).isEqualTo(first);
    assertThat(line.arrivalNs(MTU, NOW + ms(100)) - NOW).isEqualTo(ms(101));
  }
}
