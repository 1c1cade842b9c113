package io.windsock.gateway.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.gateway.core.stats.Reissue;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Gateways among faults of all kinds. {@code -Dwindsock.seeds=N} sets how many seeds, {@code
 * -Dwindsock.seed=N} replays one; with both, N is the first of so many.
 */
class GatewaySimulationTest {
  private static final int SEEDS = 2_000;

  /** So many seeds show each kind of event. */
  private static final int ENOUGH_SEEDS = 500;

  @Test
  void shouldHoldItsInvariants() {
    Long one = Long.getLong("windsock.seed");
    long first = one == null ? 1 : one;
    int seeds = Integer.getInteger("windsock.seeds", one == null ? SEEDS : 1);
    Map<Reissue, Long> reissued = new EnumMap<>(Reissue.class);
    long duplicates = 0;
    long earlyAnswers = 0;
    long shed = 0;
    for (long seed = first; seed < first + seeds; seed++) {
      Simulation simulation = Simulation.run(seed);
      simulation.reissued.forEach((reason, count) -> reissued.merge(reason, count, Long::sum));
      duplicates += simulation.duplicates;
      earlyAnswers += simulation.earlyAnswers;
      shed += simulation.shed;
    }
    System.out.printf(
        "%d seeds: reissued %s, duplicates %d, answers before their calls %d, shed %d%n",
        seeds, reissued, duplicates, earlyAnswers, shed);
    if (seeds >= ENOUGH_SEEDS) {
      assertThat(reissued.values()).allMatch(count -> count > 0);
      assertThat(duplicates).isPositive();
      assertThat(earlyAnswers).isPositive();
      assertThat(shed).isPositive();
    }
  }

  @Test
  void shouldRepeatASeed() {
    assertThat(Simulation.run(17).reissued).isEqualTo(Simulation.run(17).reissued);
  }
}
