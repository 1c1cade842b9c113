package io.windsock.testbed.calls;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.query.Answer.Status;
import io.windsock.contracts.query.Question;
import io.windsock.testbed.calls.plan.Arrivals;
import io.windsock.testbed.calls.plan.Keys;
import io.windsock.testbed.calls.tally.Counts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How long a load that is stopped waits for the outcomes of its last calls. */
@Timeout(60)
class LoadTest {
  private static final int CALLS = 10;
  private static final int DEADLINE_MS = 100;
  private static final long PAUSE_NS = TimeUnit.MINUTES.toNanos(1);

  private final List<Consumer<Status>> open = new ArrayList<>();

  /** By how much the load's clock is ahead. */
  private final AtomicLong aheadNs = new AtomicLong();

  private int looks;

  /** Has no outcome of its own accord. */
  private final class Silent implements Requester {
    @Override
    public void ask(Question question, long deadlineNs, Consumer<Status> outcome) {
      open.add(outcome);
    }

    @Override
    public long redundant() {
      return 0;
    }

    @Override
    public void close() {}
  }

  private Counts run(BooleanSupplier stopped) {
    CallsOptions options =
        new CallsOptions(
            List.of("http://127.0.0.1:9"),
            false,
            1,
            1,
            true,
            1_000,
            0,
            Duration.ofMinutes(5),
            DEADLINE_MS,
            Keys.ofPattern("FL%03d", 100),
            0,
            null,
            Arrivals.uniform,
            1,
            Duration.ZERO,
            List.of(),
            false);
    Load load =
        new Load(options, System.nanoTime(), false, () -> System.nanoTime() + aheadNs.get());
    load.run(new Silent(), stopped);
    var unused = load.tally().close(System.nanoTime());
    return load.tally().total();
  }

  /** Its client is in the same process: it reports what became of calls once that runs again. */
  @Test
  void shouldNotLoseCallsWhileItsProcessStandsStill() {
    Counts counts =
        run(
            () -> {
              if (open.size() < CALLS) {
                return false;
              }
              looks++;
              if (looks == 3) {
                aheadNs.addAndGet(PAUSE_NS);
              } else if (looks == 5) {
                open.forEach(outcome -> outcome.accept(Status.LATE));
              }
              return true;
            });

    assertThat(counts.due()).isGreaterThanOrEqualTo(CALLS);
    assertThat(counts.lost()).isZero();
    assertThat(counts.missed()).isEqualTo(counts.due());
  }

  @Test
  void shouldNotWaitForEverForCallsWithoutOutcome() {
    Counts counts = run(() -> open.size() >= CALLS);

    assertThat(counts.due()).isGreaterThanOrEqualTo(CALLS);
    assertThat(counts.lost()).isEqualTo(counts.due());
  }
}
