package io.windsock.cli.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.link.interval.BatchPlan;
import io.windsock.link.interval.BatchPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class BatchOptionsTest {
  private static final long MS = 1_000_000;

  /** A command with these options. */
  @Command
  private static final class Sending {
    @Mixin private BatchOptions batches = new BatchOptions();
  }

  private static BatchPolicy policy(String args) {
    Sending sending = new Sending();
    new CommandLine(sending).parseArgs(args.split(" ", -1));
    return sending.batches.policy().get();
  }

  @ParameterizedTest
  @CsvSource({
    "--records-per-second 0, 'it must be at least 1.00, one record in the longest interval'",
    "--records-per-second -5, 'is -5.0'",
    "--records-per-second 3 --max-interval 100ms, 'it must be at least 10.0'",
    "--records-per-second 5 --batching fixed, 'goes with --batching adaptive'",
    "--rpo 1s --batching none, 'goes with --batching adaptive'",
    "--alpha 0.1 --batching fixed, '--alpha: goes with --batching adaptive, not with'",
    "--beta 0.1 --batching none, '--beta: goes with'",
    "--min-interval 5ms --batching fixed, '--min-interval: goes with'",
    "--max-interval 5ms --batching fixed, '--max-interval: goes with'",
    "--interval 5ms --batching none, '--interval: goes with another policy than'",
    "--alpha 1.5, 'alpha'",
    "--rpo 60ms, 'interval.rpo: is 60 ms; it must be at least 65 ms'",
    "--min-interval 2s, 'interval.max: is 1000 ms; it must be at least min, 2000 ms'",
    "--min-interval 0s, 'interval.min: is 0 ms; it must be at least 1 ms'",
    "--interval 50ms --max-interval 20ms, 'is 50 ms; it must be from min, 1 ms, to max, 20 ms'",
  })
  void shouldRefuseWhatItCannotKeepTo(String args, String fault) {
    assertThatThrownBy(() -> policy(args))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(fault);
  }

  @Test
  void shouldBoundTheIntervalByWhatMayBeLost() {
    assertThat(policy("--rpo 650ms").plan().intervalNs()).isEqualTo(10 * MS);
    assertThat(policy("--rpo 1h").plan().intervalNs()).isEqualTo(30 * MS);
  }

  @ParameterizedTest
  @CsvSource({
    "--max-interval 20ms, 20",
    "--min-interval 50ms, 50",
    "--min-interval 10ms, 30",
    "--batching fixed, 30",
    "--batching fixed --interval 7ms, 7",
  })
  void shouldBeginWithinTheBounds(String args, long ms) {
    assertThat(policy(args).plan().intervalNs()).isEqualTo(ms * MS);
  }

  @Test
  void shouldTakeNoMoreThanARate() {
    assertThat(policy("--records-per-second 10").plan()).isEqualTo(new BatchPlan(100 * MS, 1));
  }
}
