package io.windsock.gateway.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each faulty core is caught by the invariants of the simulation, and its seed replays. */
class MutantsTest {
  private static final int SEEDS = 2_000;

  @ParameterizedTest
  @EnumSource
  void shouldBeCaught(Mutant mutant) {
    Violation caught = null;
    long seed = 0;
    while (caught == null && seed < SEEDS) {
      seed++;
      caught = violation(seed, mutant);
    }
    assertThat(caught).as("what the invariants say of %s", mutant).isNotNull();
    String said = caught == null ? "" : caught.getMessage();
    Violation again = violation(seed, mutant);
    assertThat(again).as("the same seed of %s again", mutant).isNotNull();
    assertThat(again).hasMessage(said);
    System.out.printf("%s: %s%n", mutant, said);
  }

  private static @Nullable Violation violation(long seed, Mutant mutant) {
    try {
      Simulation.run(seed, mutant::into);
      return null;
    } catch (Violation caught) {
      return caught;
    }
  }
}
