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
  void shouldRefuseFromALowerLimitInProportion() {
    var watermark = new Watermark(10, 5);
    enter(watermark, 4);
    watermark.limitTo(4);
    assertThat(watermark.isAbove()).isTrue();
    watermark.left();
    assertThat(watermark.isAbove()).isTrue();
    watermark.left();
    assertThat(watermark.isAbove()).isFalse();
    enter(watermark, 4);
    watermark.limitTo(10);
    assertThat(watermark.isAbove()).isTrue(); // until no more than the low one, of 5, are pending
  }

  @Test
  void shouldRejectALimitBeyondTheHighWatermark() {
    var watermark = new Watermark(10, 5);
    assertThatThrownBy(() -> watermark.limitTo(11)).hasMessage("limit 11 of at most 10");
    assertThatThrownBy(() -> watermark.limitTo(0)).hasMessage("limit 0 of at most 10");
  }

  private static void enter(Watermark watermark, int calls) {
    for (int i = 0; i < calls; i++) {
      watermark.entered();
    }
  }

  /** Ends calls that took so many of 100 ms, and ticks when the window is over. */
  private static void window(PendingLimit limit, int number, int fast, int slow) {
    long startNs = number * PendingLimit.WINDOW_MS * MS;
    for (int i = 0; i < fast; i++) {
      limit.ended(startNs, 75 * MS, 100 * MS);
    }
    for (int i = 0; i < slow; i++) {
      limit.ended(startNs, 76 * MS, 100 * MS);
    }
    limit.advance(startNs + PendingLimit.WINDOW_MS * MS);
  }

  @Test
  void shouldFallByHalfOfTheShareOfSlowCalls() {
    var watermark = new Watermark(1_000, 800);
    enter(watermark, 600);
    var limit = new PendingLimit(watermark, 0);
    window(limit, 0, 99, 1);
    assertThat(watermark.limit()).isEqualTo(1_000);
    window(limit, 1, 60, 40);
    assertThat(watermark.limit()).as("of the 600 pending").isEqualTo(480);
    window(limit, 2, 0, 100);
    assertThat(watermark.limit()).isEqualTo(240);
  }

  @Test
  void shouldNotCountCallsThatWereAdmittedBeforeItFell() {
    var watermark = new Watermark(1_000, 800);
    enter(watermark, 1_000);
    var limit = new PendingLimit(watermark, 0);
    window(limit, 0, 0, 100);
    for (int i = 0; i < 100; i++) {
      limit.ended(50 * MS, 100 * MS, 100 * MS);
    }
    limit.advance(200 * MS);
    assertThat(watermark.limit()).isEqualTo(500);
  }

  @Test
  void shouldChangeNothingForFewCalls() {
    var watermark = new Watermark(1_000, 800);
    enter(watermark, 100);
    var limit = new PendingLimit(watermark, 0);
    window(limit, 0, 0, PendingLimit.MIN_CALLS - 1);
    assertThat(watermark.limit()).isEqualTo(1_000);
    window(limit, 1, 0, 1);
    assertThat(watermark.limit()).isEqualTo(50);
  }

  @Test
  void shouldNotFallForDeadlinesThatNoSiteMeets() {
    var watermark = new Watermark(1_000, 800);
    var limit = new PendingLimit(watermark, 0);
    for (int i = 0; i < 100; i++) {
      limit.ended(0, 5 * MS, 5 * MS);
    }
    limit.advance(100 * MS);
    assertThat(watermark.limit()).isEqualTo(1_000);
  }

  @Test
  void shouldRiseToTheHighWatermarkAgain() {
    var watermark = new Watermark(1_000, 800);
    enter(watermark, 100);
    var limit = new PendingLimit(watermark, 0);
    int number = 0;
    for (; number < 20; number++) {
      window(limit, number, 0, 100);
    }
    assertThat(watermark.limit()).isEqualTo(PendingLimit.MIN_LIMIT);
    for (; number < 90; number++) {
      window(limit, number, 100, 0);
    }
    assertThat(watermark.limit()).isEqualTo(1_000);
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
