package io.windsock.control.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Both policies on random plants and loads. {@code -Dwindsock.simulation.seeds=N} sets how many
 * seeds, {@code -Dwindsock.seed=N} which one comes first; with both, one seed is repeated.
 */
@Execution(ExecutionMode.CONCURRENT)
class PolicySimulationTest {
  private static final int SEEDS = Integer.getInteger("windsock.simulation.seeds", 2_500);
  private static final long FIRST = Long.getLong("windsock.seed", 1);

  private static final double GOAL_TOLERANCE = 1.10;
  private static final double LEVEL_TOLERANCE = 0.35;

  /** Of seeds with noisy loads in which the goal may be missed. */
  private static final int NOISY_PERCENT = 2;

  private static final double NOISY_LEVEL_TOLERANCE = 0.30;

  /** Of the level above the least one, in 95 % of the seeds with queues that nobody sees. */
  private static final double UNSEEN_LEVEL_TOLERANCE = 0.2;

  /** What the noisy loads gave; single seeds may miss there, by so few. */
  private static final class Noisy {
    private final List<Double> excess = new ArrayList<>();
    private int late;
    private int restless;
    private long changes;
    private long thresholdChanges;

    void add(Simulation simulation, Simulation.Run run, double least) {
      excess.add(run.meanLevel() - least);
      if (run.meanDelayMs() > GOAL_TOLERANCE * simulation.settings.delayGoalMs()) {
        late++;
      }
      int thresholds = simulation.run(simulation.thresholds()).changes();
      if (run.changes() >= thresholds && run.changes() > 0) {
        restless++;
      }
      changes += run.changes();
      thresholdChanges += thresholds;
    }

    void check() {
      Collections.sort(excess);
      int seeds = excess.size();
      System.out.printf(
          "noisy loads: %d feasible seeds, goal missed in %d, not fewer changes than thresholds in"
              + " %d, changes a run %.1f (thresholds %.1f), level above the least one: median %.2f,"
              + " 95 %% %.2f%n",
          seeds,
          late,
          restless,
          (double) changes / seeds,
          (double) thresholdChanges / seeds,
          excess.get(seeds / 2),
          excess.get(seeds * 95 / 100));
      assertThat(late)
          .as("seeds in which the goal was missed")
          .isLessThan(seeds * NOISY_PERCENT / 100 + 1);
      assertThat(restless).as("seeds without fewer changes").isLessThan(seeds / 100 + 1);
      assertThat(changes * 4).as("changes").isLessThan(thresholdChanges);
      assertThat(excess.get(seeds * 95 / 100)).isLessThan(NOISY_LEVEL_TOLERANCE);
    }
  }

  @Test
  void shouldHoldTheGoalWithLittleStalenessAndFewChanges() {
    var noisy = new Noisy();
    for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
      var simulation = new Simulation(seed);
      Simulation.Run run = simulation.run(simulation.objective());
      checkAlways(simulation, run);
      boolean isNoisy = simulation.shape == LoadShape.NOISY;
      double least = simulation.leastLevel(!isNoisy);
      if (least > 1) {
        continue;
      }
      if (isNoisy) {
        noisy.add(simulation, run, least);
      } else {
        checkSteady(simulation, run, least);
      }
    }
    if (SEEDS >= 1_000) {
      noisy.check();
    }
  }

  @Test
  void shouldHoldTheGoalThoughNoQueueIsSeen() {
    List<Simulation> late = new ArrayList<>();
    List<Double> excess = new ArrayList<>();
    for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
      var simulation = new Simulation(seed);
      double least = simulation.shape == LoadShape.NOISY ? 2 : simulation.leastLevel(true);
      if (least > 1 || least == 0) {
        continue; // no level holds the goal, or the exact one does
      }
      Simulation.Run run = simulation.runUnseen(simulation.objective());
      checkAlways(simulation, run);
      excess.add(run.meanLevel() - least);
      if (run.meanDelayMs() > GOAL_TOLERANCE * simulation.settings.delayGoalMs()) {
        late.add(simulation);
      }
    }
    if (SEEDS >= 1_000) {
      checkUnseen(late, excess);
    }
  }

  private static void checkUnseen(List<Simulation> late, List<Double> excess) {
    Collections.sort(excess);
    int seeds = excess.size();
    System.out.printf(
        "queues unseen: %d seeds, goal missed in %d, level above the least one: median %.2f,"
            + " 95 %% %.2f%n",
        seeds, late.size(), excess.get(seeds / 2), excess.get(seeds * 95 / 100));
    assertThat(late.size()).as("goal missed: %s", late).isLessThanOrEqualTo(seeds / 50);
    assertThat(excess.get(seeds * 95 / 100)).isLessThan(UNSEEN_LEVEL_TOLERANCE);
  }

  @Test
  void shouldNeverTakeTheSilenceOfAnOverloadedSiteForCalm() {
    int silences = 0;
    for (long seed = FIRST; seed < FIRST + Math.max(1, SEEDS / 10); seed++) {
      var simulation = new Simulation(seed);
      if (simulation.make.sites() == 1) {
        continue; // nobody is heard then
      }
      for (Policy policy : List.of(simulation.objective(), simulation.thresholds())) {
        Simulation.SilentRun run = simulation.runSilent(policy);
        silences += run.silences();
        assertThat(run.lowered()).as("%s, %s", policy, simulation).isZero();
      }
    }
    assertThat(SEEDS < 1_000 || silences > 100).as("%d silences", silences).isTrue();
  }

  private static void checkAlways(Simulation simulation, Simulation.Run run) {
    long holdMs = simulation.settings.holdMs();
    assertThat(run.closestMs())
        .as("time between changes, %s", simulation)
        .isGreaterThanOrEqualTo(holdMs);
    assertThat(run.mostWithheldMs())
        .as("withheld by the rules, %s", simulation)
        .isLessThanOrEqualTo((double) simulation.settings.withheldLimitMs());
  }

  private static void checkSteady(Simulation simulation, Simulation.Run run, double least) {
    assertThat(run.meanDelayMs())
        .as("update delay, %s", simulation)
        .isLessThanOrEqualTo(GOAL_TOLERANCE * simulation.settings.delayGoalMs());
    assertThat(run.meanLevel())
        .as("level, %s", simulation)
        .isLessThanOrEqualTo(least + LEVEL_TOLERANCE);
    if (simulation.isBaseLoadEasy()) {
      assertThat(run.lastLevel()).as("level after the load, %s", simulation).isZero();
    }
  }
}
