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

  /** Returns a limit that has seen an answer after 1 ms, which is not of its first window. */
  private static PendingLimit limit(Watermark watermark) {
    var limit = new PendingLimit(watermark, 0);
    limit.answered(0, -MS, MS, 100 * MS);
    return limit;
  }

  /** Ends calls of one site that allow 100 ms, and ticks when the window is over. */
  private static void window(PendingLimit limit, int number, int fast, int slow) {
    ends(limit, number, 0, fast, slow);
    tick(limit, number);
  }

  private static void ends(PendingLimit limit, int number, int site, int fast, int slow) {
    long startNs = number * PendingLimit.WINDOW_MS * MS;
    for (int i = 0; i < fast; i++) {
      limit.answered();
      limit.answered(site, startNs, 20 * MS, 100 * MS);
    }
    for (int i = 0; i < slow; i++) {
      limit.unanswered(site, startNs, 41 * MS, 100 * MS);
    }
  }

  private static void tick(PendingLimit limit, int number) {
    limit.advance((number + 1) * PendingLimit.WINDOW_MS * MS);
  }

  @Test
  void shouldFallByTheShareOfSlowCalls() {
    var watermark = new Watermark(1_000, 800);
    enter(watermark, 300);
    var limit = limit(watermark);
    window(limit, 0, 99, 1);
    assertThat(watermark.limit()).isEqualTo(1_000);
    window(limit, 1, 60, 40);
    assertThat(watermark.limit()).as("a stall, maybe").isEqualTo(1_000);
    window(limit, 2, 60, 40);
    assertThat(watermark.limit()).as("of twice the 300 pending").isEqualTo(360);
    window(limit, 3, 0, 100);
    assertThat(watermark.limit()).isEqualTo(PendingLimit.MIN_LIMIT);
  }

  @Test
  void shouldNotFallForAQueueThatIsGone() {
    var watermark = new Watermark(1_000, 800);
    enter(watermark, 900);
    var limit = limit(watermark);
    window(limit, 0, 1_000, 1_000);
    ends(limit, 1, 0, 1_000, 1_000);
    for (int i = 0; i < 690; i++) {
      watermark.left();
    }
    tick(limit, 1);
    assertThat(watermark.limit()).as("210 are pending").isEqualTo(1_000);
  }

  @Test
  void shouldNotFallBelowWhatIsAnsweredSoon() {
    var watermark = new Watermark(1_000, 800);
    enter(watermark, 300);
    var limit = limit(watermark);
    window(limit, 0, 1_000, 4_000);
    window(limit, 1, 1_000, 4_000);
    assertThat(watermark.limit()).as("21 of 100 ms of 1,000 answers").isEqualTo(210);
  }

  @Test
  void shouldNotFallBelowWhatWasAnsweredLately() {
    var watermark = new Watermark(1_000, 800);
    enter(watermark, 300);
    var limit = limit(watermark);
    for (int number = 0; number < 10; number++) {
      window(limit, number, 1_000, 0);
    }
    window(limit, 10, 0, 1_000);
    window(limit, 11, 0, 1_000);
    assertThat(watermark.limit()).as("21 of 1,200 ms of 10,000 answers").isEqualTo(175);
    tick(limit, 21);
    tick(limit, 31);
    window(limit, 32, 500, 0);
    window(limit, 33, 0, 1_000);
    assertThat(watermark.limit())
        .as("21 of 1,200 ms of 500 answers")
        .isEqualTo(PendingLimit.MIN_LIMIT);
  }

  @Test
  void shouldNotFallWhileAnotherSiteIsFast() {
    var watermark = new Watermark(1_000, 800);
    enter(watermark, 600);
    var limit = limit(watermark);
    for (int number = 0; number < 5; number++) {
      ends(limit, number, 3, 0, 500);
      ends(limit, number, 7, 50, 0);
      tick(limit, number);
    }
    assertThat(watermark.limit()).isEqualTo(1_000);
  }

  @Test
  void shouldFallByTheQuickSitesAlone() {
    var watermark = new Watermark(1_000, 800);
    enter(watermark, 1_000);
    var limit = limit(watermark);
    for (int number = 0; number < 2; number++) {
      ends(limit, number, 3, 0, 500);
      ends(limit, number, 63, 10, 90);
      ends(limit, number, 7, 96, 4);
      ends(limit, number, 5, SlowCalls.MIN_OF_QUICK - 1, 0);
      tick(limit, number);
    }
    assertThat(watermark.limit()).isEqualTo(1_000 - 1_000 * 4 / 124);
  }

  @Test
  void shouldFallByAllSitesIfNoneIsQuick() {
    var watermark = new Watermark(1_000, 800);
    enter(watermark, 1_000);
    var limit = limit(watermark);
    for (int number = 0; number < 2; number++) {
      ends(limit, number, 3, 0, 500);
      ends(limit, number, 7, 60, 40);
      for (int i = 0; i < 100; i++) {
        limit.answered(63, number * 100L * MS, 21 * MS, 100 * MS);
      }
      tick(limit, number);
    }
    assertThat(watermark.limit()).isEqualTo(1_000 - 1_000 * 540 / 700);
  }

  @Test
  void shouldNotCountCallsThatWereAdmittedBeforeItFell() {
    var watermark = new Watermark(1_000, 800);
    enter(watermark, 1_000);
    var limit = limit(watermark);
    window(limit, 0, 50, 50);
    window(limit, 1, 50, 50);
    for (int i = 0; i < 100; i++) {
      limit.unanswered(0, 150 * MS, 100 * MS, 100 * MS);
    }
    limit.advance(1_200 * MS - 1);
    assertThat(watermark.limit()).isEqualTo(500);
  }

  @Test
  void shouldNotCountCallsThatWerePendingInAPause() {
    var watermark = new Watermark(1_000, 800);
    enter(watermark, 1_000);
    var limit = limit(watermark);
    window(limit, 0, 50, 50);
    ends(limit, 1, 0, 0, 100);
    limit.paused(150 * MS);
    ends(limit, 1, 0, 0, 100);
    tick(limit, 1);
    assertThat(watermark.limit()).isEqualTo(1_000);
  }

  @Test
  void shouldNotFallForFewCalls() {
    var watermark = new Watermark(1_000, 800);
    enter(watermark, 100);
    var limit = limit(watermark);
    window(limit, 0, 0, PendingLimit.MIN_CALLS);
    window(limit, 1, 0, PendingLimit.MIN_CALLS - 1);
    assertThat(watermark.limit()).isEqualTo(1_000);
    window(limit, 2, 0, 1);
    assertThat(watermark.limit()).isEqualTo(PendingLimit.MIN_LIMIT);
  }

  @Test
  void shouldForgetFewSlowCallsAfterASecond() {
    var watermark = new Watermark(1_000, 800);
    enter(watermark, 1_000);
    var limit = limit(watermark);
    window(limit, 0, 50, 50);
    window(limit, 1, 50, 50);
    ends(limit, 2, 0, 0, PendingLimit.MIN_CALLS - 1);
    tick(limit, 11);
    window(limit, 12, 0, 1);
    assertThat(watermark.limit()).isEqualTo(500);
  }

  @Test
  void shouldNotFallForDeadlinesThatNoSiteMeets() {
    var watermark = new Watermark(1_000, 800);
    enter(watermark, 100);
    var limit = limit(watermark);
    for (int number = 0; number < 3; number++) {
      for (int i = 0; i < 100; i++) {
        limit.unanswered(0, number * 100L * MS, 5 * MS, 5 * MS);
        limit.answered(0, number * 100L * MS, 5 * MS, 5 * MS);
      }
      tick(limit, number);
    }
    assertThat(watermark.limit()).isEqualTo(1_000);
  }

  @Test
  void shouldRiseToTheHighWatermarkAgain() {
    var watermark = new Watermark(1_000, 800);
    enter(watermark, 100);
    var limit = limit(watermark);
    window(limit, 0, 0, 100);
    window(limit, 1, 0, 100);
    assertThat(watermark.limit()).isEqualTo(PendingLimit.MIN_LIMIT);
    window(limit, 2, 99, 1);
    assertThat(watermark.limit()).isEqualTo(PendingLimit.MIN_LIMIT + 1);
    for (int number = 3; number < 26; number++) {
      window(limit, number, 99, 1);
    }
    assertThat(watermark.limit()).isEqualTo(1_000);
  }

  @Test
  void shouldRiseFasterFromTimeToTime() {
    var watermark = new Watermark(10_000, 8_000);
    enter(watermark, 1_000);
    var limit = limit(watermark);
    window(limit, 0, 50, 50);
    window(limit, 1, 50, 50);
    assertThat(watermark.limit()).isEqualTo(1_000);
    window(limit, 2, 100, 0);
    assertThat(watermark.limit()).isEqualTo(1_020);
    window(limit, 3, 100, 0);
    assertThat(watermark.limit()).isEqualTo(1_020 + 1_020 * 4 / 100);
    window(limit, 4, 90, 10);
    window(limit, 5, 100, 0);
    assertThat(watermark.limit()).isEqualTo((1_060 - 106) * 102 / 100);
  }

  @Test
  void shouldNotRiseBeforeCallsCanBeSlow() {
    var watermark = new Watermark(1_000, 800);
    enter(watermark, 100);
    var limit = limit(watermark);
    window(limit, 0, 0, 100);
    window(limit, 1, 0, 100);
    for (int number = 2; number < 8; number++) {
      for (int i = 0; i < 100; i++) {
        limit.answered(0, number * PendingLimit.WINDOW_MS * MS, MS, 1_000 * MS);
      }
      tick(limit, number);
      int raised = number < 5 ? 0 : 1;
      assertThat(watermark.limit()).isEqualTo(PendingLimit.MIN_LIMIT + raised);
    }
  }

  @Test
  void shouldNotWaitForACallerWithALongDeadline() {
    var watermark = new Watermark(1_000, 800);
    enter(watermark, 300);
    var limit = limit(watermark);
    for (int number = 0; number < 4; number++) {
      limit.answered(0, number * PendingLimit.WINDOW_MS * MS, MS, 60_000 * MS);
      window(limit, number, 0, 500);
    }
    assertThat(watermark.limit()).isEqualTo(PendingLimit.MIN_LIMIT);
  }

  @Test
  void shouldFallWithinSecondsWhateverTheDeadlines() {
    var watermark = new Watermark(1_000, 800);
    enter(watermark, 300);
    var limit = limit(watermark);
    for (int number = 0; number < 20; number++) {
      for (int i = 0; i < 10; i++) {
        limit.unanswered(0, number * PendingLimit.WINDOW_MS * MS, 60_000 * MS, 60_000 * MS);
      }
      tick(limit, number);
    }
    assertThat(watermark.limit()).isEqualTo(PendingLimit.MIN_LIMIT);
  }

  @Test
  void shouldWaitLongerWhereTheQuickestCallsTakeLong() {
    var patience = new Patience(0);
    assertThat(patience.ns(100 * MS)).isEqualTo(40 * MS);
    patience.answered(30 * MS);
    assertThat(patience.ns(100 * MS)).isEqualTo(55 * MS);
    patience.answered(80 * MS);
    assertThat(patience.ns(100 * MS)).isEqualTo(55 * MS);
    patience.advance(Patience.GROWTH_S * 1_000L * MS);
    assertThat(patience.ns(100 * MS)).as("a tenth more").isEqualTo(58 * MS);
    for (int i = 2; i < 20; i++) {
      patience.advance((long) i * Patience.GROWTH_S * 1_000 * MS);
    }
    assertThat(patience.ns(100 * MS)).isEqualTo(75 * MS);
    patience.answered(0);
    assertThat(patience.ns(100 * MS)).isEqualTo(40 * MS);
    assertThat(patience.ns(10 * MS)).isEqualTo(Patience.MIN_MS * MS);
  }

  @Test
  void shouldRiseWithFewCallsToo() {
    var watermark = new Watermark(1_000, 800);
    enter(watermark, 100);
    var limit = limit(watermark);
    window(limit, 0, 0, 100);
    window(limit, 1, 0, 100);
    limit.advance(1_200 * MS);
    assertThat(watermark.limit()).isEqualTo(PendingLimit.MIN_LIMIT + 1);
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
