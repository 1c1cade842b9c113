package io.windsock.testbed.calls;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.query.Answer.Status;
import io.windsock.contracts.query.Question;
import io.windsock.testbed.calls.plan.Arrivals;
import io.windsock.testbed.calls.plan.CallSchedule;
import io.windsock.testbed.calls.plan.Keys;
import io.windsock.testbed.calls.plan.Questions;
import io.windsock.testbed.calls.tally.Tally;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class PacerTest {
  private static final int RATE = 1_000;
  private static final long DEADLINE_NS = TimeUnit.MILLISECONDS.toNanos(100);

  /** Counts calls, and says nothing of any. */
  private static final class Mute implements Requester {
    private int calls;

    @Override
    public void ask(Question question, long deadlineNs, Consumer<Status> outcome) {
      calls++;
    }

    @Override
    public long redundant() {
      return 0;
    }

    @Override
    public void close() {}
  }

  /** Its calls have been due for a minute, as those of a generator that can't keep its rate. */
  @Test
  void shouldStopWhenAskedAlthoughItIsBehindItsSchedule() {
    long startNs = System.nanoTime() - TimeUnit.MINUTES.toNanos(1);
    Mute requester = new Mute();
    Questions questions = new Questions(Keys.ofPattern("k%d", 10), 0, null, 1);
    Pacer pacer =
        new Pacer(
            new CallSchedule(Arrivals.uniform, RATE, 1),
            questions,
            requester,
            new Tally(startNs, DEADLINE_NS, false),
            DEADLINE_NS);

    pacer.run(startNs, intendedNs -> false, () -> requester.calls >= 10);

    assertThat(requester.calls).isEqualTo(10);
  }
}
