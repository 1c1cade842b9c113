package io.windsock.gateway.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each faulty core is caught by the invariants of the simulation, and its seed replays. */
class MutantsTest {
  private static final int SEEDS = 2_000;
  private static final Pattern BODY = Pattern.compile("body=\\[B@[0-9a-f]+");

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
    assertThat(said(violation(seed, mutant)))
        .as("the same seed again, of %s", mutant)
        .isEqualTo(said(caught));
    System.out.printf("%s: %s%n", mutant, said(caught));
  }

  /** Returns what a violation says, without the addresses of bodies. */
  private static String said(@Nullable Violation violation) {
    return violation == null ? "nothing" : BODY.matcher(violation.getMessage()).replaceAll("body");
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
