package io.windsock.link.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CopyProgressTest {
  private static final TopicPartition A = new TopicPartition("t", 0);
  private static final TopicPartition B = new TopicPartition("t", 1);
  private static final long NOW_MS = 100_000;

  private final CopyProgress progress = new CopyProgress();

  /** A session begins, and the target has something of each partition. */
  private void began(Map<TopicPartition, Long> positions) {
    progress.began(positions, positions.keySet());
  }

  @Test
  void shouldKnowNothingBeforeTheFirstSession() {
    progress.ends(Map.of(A, 5L), NOW_MS);

    assertThat(progress.lag(NOW_MS)).isEqualTo(CopyProgress.UNKNOWN);
    assertThat(progress.rpoMs(NOW_MS)).isEqualTo(CopyProgress.UNKNOWN);
  }

  @Test
  void shouldCountTheOffsetsThatAreNotAcknowledged() {
    began(Map.of(A, 10L, B, 20L));
    progress.ends(Map.of(A, 15L, B, 20L), NOW_MS);
    assertThat(progress.lag(NOW_MS)).isEqualTo(5);

    progress.sent();
    progress.acknowledged(Map.of(A, 13L), NOW_MS);
    assertThat(progress.lag(NOW_MS)).isEqualTo(2);
  }

  @Test
  void shouldNotBeBehindEndsThatWerePassed() {
    began(Map.of(A, 10L));
    progress.ends(Map.of(A, 12L), NOW_MS);
    progress.acknowledged(Map.of(A, 30L), NOW_MS);

    assertThat(progress.lag(NOW_MS)).isZero();
  }

  @Test
  void shouldHaveTheAgeOfTheOldestRecordOnItsWay() {
    began(Map.of(A, 0L));
    progress.gathered(NOW_MS - 700);
    progress.gathered(NOW_MS - 900);
    progress.sent();
    progress.gathered(NOW_MS - 100);
    assertThat(progress.rpoMs(NOW_MS)).isEqualTo(900);
    assertThat(progress.unacknowledged()).isOne();

    progress.acknowledged(Map.of(A, 2L), NOW_MS);
    assertThat(progress.rpoMs(NOW_MS)).isEqualTo(100);
    assertThat(progress.unacknowledged()).isZero();
  }

  @Test
  void shouldAgeFromTheLastTimeAllWasAcknowledgedWhileThereIsNoSession() {
    began(Map.of(A, 0L));
    progress.ends(Map.of(A, 5L), NOW_MS);
    progress.acknowledged(Map.of(A, 5L), NOW_MS + 50);
    progress.ended();
    assertThat(progress.rpoMs(NOW_MS + 300)).isZero();

    progress.ends(Map.of(A, 8L), NOW_MS + 1_000);
    assertThat(progress.lag(NOW_MS + 1_000)).isEqualTo(3);
    assertThat(progress.rpoMs(NOW_MS + 1_000)).isEqualTo(1_000);
  }

  /** Under a steady flow the target never has what the source ends with now. */
  @Test
  void shouldRememberThatEarlierEndsWereReached() {
    began(Map.of(A, 0L));
    progress.ends(Map.of(A, 5L), NOW_MS);
    progress.ends(Map.of(A, 10L), NOW_MS + 500);
    progress.acknowledged(Map.of(A, 6L), NOW_MS + 600);
    progress.ended();
    assertThat(progress.rpoMs(NOW_MS + 600)).isEqualTo(600);

    progress.acknowledged(Map.of(A, 10L), NOW_MS + 700);
    progress.ends(Map.of(A, 15L), NOW_MS + 1_000);
    assertThat(progress.rpoMs(NOW_MS + 1_000)).isEqualTo(500);
  }

  /** The source does not answer any more, and may have more records or not. */
  @Test
  void shouldNotClaimThatTheTargetHasEverythingOnceTheEndsAreOld() {
    long oldMs = NOW_MS + CopyProgress.FRESH_MS + 1;
    began(Map.of(A, 5L));
    progress.ends(Map.of(A, 5L), NOW_MS);
    assertThat(progress.lag(oldMs - 1)).isZero();
    assertThat(progress.rpoMs(oldMs - 1)).isZero();

    assertThat(progress.lag(oldMs)).isEqualTo(CopyProgress.UNKNOWN);
    assertThat(progress.rpoMs(oldMs)).isEqualTo(oldMs - NOW_MS);
    assertThat(progress.rpoMs(NOW_MS + 60_000)).isEqualTo(60_000);

    progress.ends(Map.of(A, 5L), NOW_MS + 60_000);
    assertThat(progress.lag(NOW_MS + 60_000)).isZero();
    assertThat(progress.rpoMs(NOW_MS + 60_000)).isZero();
  }

  @Test
  void shouldNotKnowTheLagWhileOnePartitionDoesNotAnswer() {
    long laterMs = NOW_MS + CopyProgress.FRESH_MS + 1_000;
    began(Map.of(A, 5L, B, 5L));
    progress.ends(Map.of(A, 5L, B, 5L), NOW_MS);
    progress.ends(Map.of(A, 9L), laterMs);
    progress.acknowledged(Map.of(A, 9L), laterMs);
    assertThat(progress.lag(laterMs)).isEqualTo(CopyProgress.UNKNOWN);
    assertThat(progress.rpoMs(laterMs)).isEqualTo(laterMs - NOW_MS);

    progress.ends(Map.of(B, 7L), laterMs);
    assertThat(progress.lag(laterMs)).isEqualTo(2);
  }

  @Test
  void shouldForgetWhatWasOnItsWayWhenTheSessionIsLost() {
    began(Map.of(A, 0L));
    progress.gathered(NOW_MS - 5_000);
    progress.sent();
    progress.ended();
    assertThat(progress.unacknowledged()).isZero();

    began(Map.of(A, 0L));
    progress.gathered(NOW_MS - 10);
    assertThat(progress.rpoMs(NOW_MS)).isEqualTo(10);
  }

  /** As when it is copied anew from where a trimmed source begins, or has an earlier state. */
  @ParameterizedTest
  @CsvSource({"9, false", "0, false", "4, true"})
  void shouldNotRememberWhatATargetHadThatHasLostIt(long next, boolean had) {
    began(Map.of(A, 0L));
    progress.ends(Map.of(A, 5L), NOW_MS);
    progress.acknowledged(Map.of(A, 5L), NOW_MS);
    progress.ends(Map.of(A, 9L), NOW_MS + 10);
    progress.began(Map.of(A, next), had ? Set.of(A) : Set.of());
    progress.ended();
    progress.ends(Map.of(A, 20L), NOW_MS + 20);

    assertThat(progress.lag(NOW_MS + 20)).isEqualTo(20 - next);
    assertThat(progress.rpoMs(NOW_MS + 20)).isEqualTo(CopyProgress.UNKNOWN);
  }

  @Test
  void shouldReportTheDelayOfEachBatchThatHasRecords() {
    List<Long> delaysNs = new ArrayList<>();
    progress.onDelay(delaysNs::add);
    began(Map.of(A, 0L));
    progress.gathered(NOW_MS - 20);
    progress.sent();
    progress.sent(); // markers of transactions alone
    progress.acknowledged(Map.of(A, 1L), NOW_MS);
    progress.acknowledged(Map.of(A, 2L), NOW_MS);

    assertThat(delaysNs).containsExactly(20_000_000L);
  }
}
