package io.windsock.gateway.core.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class LoadTest {
  private static final long MS = 1_000_000;

  @Test
  void shouldRefuseFromHighUntilLow() {
    var watermark = new Watermark(3, 1);
    watermark.entered();
    watermark.entered();
    assertThat(watermark.isAbove()).isFalse();
    watermark.entered();
    assertThat(watermark.isAbove()).isTrue();
    watermark.left();
    assertThat(watermark.isAbove()).isTrue();
    watermark.left();
    assertThat(watermark.isAbove()).isFalse();
    watermark.entered();
    assertThat(watermark.isAbove()).isFalse();
    assertThat(watermark.pending()).isEqualTo(2);
  }

  @Test
  void shouldRejectWatermarksWithoutAGap() {
    assertThatThrownBy(() -> new Watermark(3, 3)).hasMessageContaining("high 3, low 3");
    assertThatThrownBy(() -> new Watermark(3, -1)).hasMessageContaining("low -1");
  }

  @Test
  void shouldAllowTheShareOfEarlyReissues() {
    var budget = new ReissueBudget(10);
    int taken = 0;
    for (int i = 0; i < 1_000; i++) {
      budget.earn();
      taken += budget.take() ? 1 : 0;
    }
    assertThat(taken).isEqualTo(100);
  }

  @Test
  void shouldSaveABoundedNumberOfTokens() {
    var budget = new ReissueBudget(10);
    for (int i = 0; i < 10_000; i++) {
      budget.earn();
    }
    int taken = 0;
    while (budget.take()) {
      taken++;
    }
    assertThat(taken).isEqualTo(ReissueBudget.MAX_TOKENS);
  }

  @Test
  void shouldPayBackWhatWasSpentWithoutTokens() {
    var budget = new ReissueBudget(100);
    for (int i = 0; i < 1_000; i++) {
      budget.spend();
    }
    int calls = 0;
    while (!budget.take()) {
      budget.earn();
      calls++;
    }
    assertThat(calls).isEqualTo(ReissueBudget.MAX_TOKENS + 1);
  }

  @Test
  void shouldEstimateTheQuantile() {
    var times = new AnswerTimes(0.95, 0);
    for (int ms = 1; ms <= 100; ms++) {
      times.add(ms * MS);
    }
    assertThat(times.estimateNs()).isEqualTo(Long.MAX_VALUE);
    times.advance(15 * MS);
    assertThat(times.estimateNs()).isBetween(95 * MS, 107 * MS);
  }

  @Test
  void shouldNotEstimateFromFewAnswers() {
    var times = new AnswerTimes(0.95, 0);
    for (int i = 1; i < AnswerTimes.MIN_ANSWERS; i++) {
      times.add(MS);
    }
    times.advance(15 * MS);
    assertThat(times.estimateNs()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void shouldForgetOldAnswers() {
    var times = new AnswerTimes(0.95, 0);
    addHundred(times, 50 * MS);
    times.advance(AnswerTimes.WINDOW_MS * MS);
    addHundred(times, MS);
    times.advance(AnswerTimes.WINDOW_MS * MS * 3 / 2);
    assertThat(times.estimateNs()).isGreaterThanOrEqualTo(50 * MS);
    times.advance(AnswerTimes.WINDOW_MS * MS * 2);
    assertThat(times.estimateNs()).isLessThan(2 * MS);
    times.advance(AnswerTimes.WINDOW_MS * MS * 10);
    assertThat(times.estimateNs()).isEqualTo(Long.MAX_VALUE);
  }

  private static void addHundred(AnswerTimes times, long ns) {
    for (int i = 0; i < AnswerTimes.MIN_ANSWERS; i++) {
      times.add(ns);
    }
  }

  @Property
  void shouldBoundTheErrorOfABucket(@ForAll @LongRange(min = 0, max = 1L << 40) long ns) {
    int bucket = AnswerTimes.bucket(ns);
    long upperNs = AnswerTimes.upperNs(bucket);
    assertThat(upperNs).isGreaterThan(ns);
    assertThat(upperNs - 1024).isLessThanOrEqualTo(ns + ns / 8);
    assertThat(AnswerTimes.bucket(upperNs)).isEqualTo(bucket + 1);
  }
}
