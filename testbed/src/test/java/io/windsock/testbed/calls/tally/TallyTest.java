package io.windsock.testbed.calls.tally;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.query.Answer.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class TallyTest {
  private static final long MS = 1_000_000;
  private static final long SECOND = 1_000 * MS;
  private static final long DEADLINE = 100 * MS;

  @Test
  void shouldCountEachOutcomeByTheSecondInWhichItsCallWasDue() {
    Tally tally = new Tally(0, DEADLINE, false);
    tally.sent(999 * MS, 999 * MS);
    tally.sent(SECOND, SECOND + 3 * MS);
    tally.outcome(999 * MS, Status.FOUND, 1_010 * MS);
    assertThat(tally.complete(SECOND + 20 * MS)).hasSize(1);
    assertThat(tally.complete(SECOND + 900 * MS)).isEmpty();
    tally.outcome(SECOND, Status.LATE, SECOND + DEADLINE);
    tally.sent(2 * SECOND, 2 * SECOND);

    List<IntervalResult> rest = tally.complete(2 * SECOND);

    assertThat(rest).hasSize(1);
    assertThat(rest.get(0).fromMs()).isEqualTo(1_000);
    assertThat(rest.get(0).counts().missed()).isEqualTo(1);
    assertThat(rest.get(0).latency().maxMs()).isBetween(99.9, 100.1);
    assertThat(tally.total().inTimeShare()).isEqualTo(0.5);
    assertThat(tally.latestSendMs()).isEqualTo(3);
  }

  @Test
  void shouldCountAnAnswerAfterTheDeadlineAsMissed() {
    Tally tally = new Tally(0, DEADLINE, false);
    tally.sent(0, 0);
    tally.sent(1, 1);
    tally.outcome(0, Status.FOUND, DEADLINE);
    tally.outcome(1, Status.ABSENT, DEADLINE + 2);
    tally.close(SECOND);

    assertThat(tally.total().inTime()).isEqualTo(1);
    assertThat(tally.total().missed()).isEqualTo(1);
  }

  /** A sender that is short of processor time sends the end of a second when that is over. */
  @Test
  void shouldCountWhatIsSentAfterItsSecond() {
    Tally tally = new Tally(0, DEADLINE, false);
    tally.sent(900 * MS, 900 * MS);
    tally.outcome(900 * MS, Status.FOUND, 905 * MS);
    assertThat(tally.complete(SECOND + 100 * MS)).isEmpty();
    tally.sent(950 * MS, SECOND + 200 * MS);
    tally.outcome(950 * MS, Status.FOUND, SECOND + 210 * MS);
    tally.sent(SECOND, SECOND + 220 * MS);

    List<IntervalResult> complete = tally.complete(SECOND + 300 * MS);

    assertThat(complete).hasSize(1);
    assertThat(complete.get(0).counts().due()).isEqualTo(2);
    assertThat(complete.get(0).counts().missed()).isEqualTo(1);
    assertThat(tally.latestSendMs()).isEqualTo(250);
  }

  /** A generator that is many seconds behind has sent them just now. */
  @Test
  void shouldNotGiveUpCallsThatWereSentLate() {
    Tally tally = new Tally(0, DEADLINE, false);
    tally.sent(0, 20 * SECOND);
    tally.sent(900 * MS, 21 * SECOND);
    tally.sent(SECOND, 21 * SECOND + MS);

    assertThat(tally.complete(21 * SECOND + 2 * MS)).isEmpty();
    tally.outcome(0, Status.LATE, 21 * SECOND + 3 * MS);
    tally.outcome(900 * MS, Status.LATE, 21 * SECOND + 3 * MS);

    assertThat(tally.complete(21 * SECOND + 4 * MS)).hasSize(1);
    assertThat(tally.total().missed()).isEqualTo(2);
    assertThat(tally.total().lost()).isZero();
  }

  @Test
  void shouldLeaveOutTheWarmUp() {
    Tally tally = new Tally(10 * SECOND, DEADLINE, false);
    tally.sent(9 * SECOND, 9 * SECOND);
    tally.outcome(9 * SECOND, Status.FAILED, 11 * SECOND);

    assertThat(tally.close(20 * SECOND)).isEmpty();
    assertThat(tally.pending()).isZero();
  }

  @Test
  void shouldGiveUpCallsWithoutOutcome() {
    Tally tally = new Tally(0, DEADLINE, false);
    tally.sent(0, 0);
    tally.duplicate();
    tally.sent(SECOND, SECOND);
    tally.outcome(SECOND, Status.FOUND, SECOND);

    assertThat(tally.complete(SECOND + DEADLINE)).isEmpty();
    assertThat(tally.complete(10 * SECOND)).hasSize(1);
    tally.outcome(0, Status.FOUND, 11 * SECOND);
    assertThat(tally.total().lost()).isEqualTo(1);
    assertThat(tally.total().duplicates()).isEqualTo(1);
    assertThat(tally.pending()).isZero();
  }

  /** The client is in this process, so it could report nothing meanwhile. */
  @Test
  void shouldNotGiveUpCallsForAPauseOfItsProcess() {
    Tally tally = new Tally(0, DEADLINE, false);
    tally.sent(0, 0);
    tally.sent(SECOND, SECOND);

    assertThat(tally.complete(60 * SECOND, 2 * SECOND)).isEmpty();
    tally.outcome(0, Status.LATE, 60 * SECOND);
    assertThat(tally.complete(60 * SECOND, 2 * SECOND)).hasSize(1);

    assertThat(tally.total().lost()).isZero();
    assertThat(tally.total().missed()).isEqualTo(1);
  }

  @Property(tries = 200)
  void shouldAddUp(@ForAll long seed) {
    Random random = new Random(seed);
    Tally tally = new Tally(-3 * SECOND, DEADLINE, false);
    List<IntervalResult> results = new ArrayList<>();
    List<Long> asked = new ArrayList<>();
    int sent = 0;
    long nowNs = -3 * SECOND;
    for (int i = 0; i < 500; i++) {
      nowNs += random.nextInt(30) * MS;
      if (random.nextBoolean()) {
        asked.add(nowNs);
        tally.sent(nowNs, nowNs);
        sent++;
      } else if (!asked.isEmpty() && random.nextInt(20) != 0) {
        long intended = asked.remove(random.nextInt(asked.size()));
        Status[] all = Status.values();
        tally.outcome(intended, all[random.nextInt(all.length)], nowNs);
      }
      results.addAll(tally.complete(nowNs));
    }
    results.addAll(tally.close(nowNs));
    Counts total = tally.total();
    assertThat(total.due()).isEqualTo(sent);
    assertThat(
            total.inTime()
                + total.missed()
                + total.busy()
                + total.behind()
                + total.failed()
                + total.invalid()
                + total.lost())
        .isEqualTo(sent);
    assertThat(results.stream().map(IntervalResult::counts).reduce(Counts.NONE, Counts::plus))
        .isEqualTo(total);
    for (int i = 0; i < results.size(); i++) {
      assertThat(results.get(i).fromMs()).isEqualTo(1_000L * i);
    }
    assertThat(tally.latency().count()).isEqualTo(total.inTime() + total.missed());
    assertThat(ResultFiles.csv(results).lines()).hasSize(results.size() + 1);
  }
}
