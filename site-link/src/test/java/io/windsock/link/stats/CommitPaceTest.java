package io.windsock.link.stats;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.link.stats.CommitPace.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommitPaceTest {
  private static final long MS = 1_000_000;

  private final CommitPace pace = new CommitPace();
  private final List<Change> changes = new ArrayList<>();
  private long nowMs = 1_000_000;

  private void commit(long tookMs) {
    Change change = pace.committed(nowMs * MS, tookMs * MS);
    if (change != Change.NONE) {
      changes.add(change);
    }
  }

  /** Commits as {@code PAUSE:TIME*COUNT}, one after the other; ms. */
  private void commits(String all) {
    for (String each : all.split(" ", -1)) {
      String[] numbers = each.split("[:*]", -1);
      long tookMs = Long.parseLong(numbers[1]);
      for (int i = 0; i < Integer.parseInt(numbers[2]); i++) {
        nowMs += Long.parseLong(numbers[0]) + tookMs;
        commit(tookMs);
      }
    }
  }

  @ParameterizedTest(name = "{2}: {0}")
  @CsvSource({
    "10:10*1000, '', fast",
    "0:249*100, '', busy with commits none of which is slow",
    "100:400*10, '', not for long enough",
    "100:400*11, SLOW, most of the time",
    "100:400*100, SLOW, said once however long it lasts",
    "0:6000*1, SLOW, one that stood still",
    "10:10*250 0:2000*1 10:10*500, '', paused once",
    "700:300*50, '', less than half of the time",
    "100:400*11 700:300*50, SLOW, better and not good",
    "100:400*11 10:10*1000, SLOW OVER, well again",
    "100:400*11 10:10*1000 100:400*30, SLOW OVER SLOW, slow again",
    "100:400*11 3600000:10*1, SLOW OVER, nothing to commit for an hour",
    "10:10*1 3600000:400*1, '', one slow commit after an hour",
  })
  void shouldSayWhenItBecomesSlowAndWhenThatIsOver(String all, String expected, String why) {
    commits(all);

    assertThat(changes.stream().map(Change::name).collect(Collectors.joining(" ")))
        .as(why)
        .isEqualTo(expected);
    assertThat(pace.reason(nowMs * MS) != null).isEqualTo(expected.endsWith("SLOW"));
  }

  @Test
  void shouldNameTheTimesAndTheRemedy() {
    commits("100:400*10 100:812*1");

    assertThat(pace.reason(nowMs * MS))
        .isEqualTo(
            "the target is slow to commit: commits of 250 ms or more took 4.8 of the last 5.8 s,"
                + " the longest 812 ms; look at its brokers' disks and load");
  }

  /** It would be slow until its next batch, which may come hours later. */
  @Test
  void shouldNotSayThatATargetIsSlowWhichHasNothingToCommit() {
    commits("100:400*11");
    assertThat(pace.reason(nowMs * MS + CommitPace.IDLE_NS)).isNotNull();
    assertThat(pace.reason(nowMs * MS + CommitPace.IDLE_NS + 1)).isNull();

    commits("3600000:400*1 100:400*11");
    assertThat(pace.reason(nowMs * MS)).isNotNull();
  }

  /** Each batch of a transaction reports the time until that was committed. */
  @Test
  void shouldCountTheTimeOfASharedTransactionOnce() {
    for (int i = 0; i < 20; i++) {
      nowMs += 1_000;
      for (long tookMs = 400; tookMs > 300; tookMs -= 20) {
        commit(tookMs);
      }
    }

    assertThat(changes).isEmpty();
  }
}
