package io.windsock.control.policy;

import io.windsock.control.monitor.MonitoredValue;
import io.windsock.control.monitor.Observation;
import io.windsock.control.monitor.Reading;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.DoubleStream;

/** A plant, a load, a goal and a limit, all drawn from one seed, and runs of policies on them. */
final class Simulation {
  private static final List<LoadShape> SHAPES = List.of(LoadShape.values());
  private static final int PHASE_SAMPLES = 600;
  private static final long HOLD_MS = 5_000;

  /** The site that has the whole load; the others have less. */
  private static final String LOADED = "mirror-1";

  /** Less than a site's expiry. */
  private static final int MAX_SILENT_SAMPLES = 200;

  /** The policy leaves so much of what may be withheld to the noise. */
  private static final double USABLE_STALENESS = 0.8;

  final long seed;
  final LoadShape shape;
  final ObjectiveSettings settings;
  final Plant.Make make;
  private final double[] load;

  Simulation(long seed) {
    this.seed = seed;
    shape = SHAPES.get((int) Math.floorMod(seed, (long) SHAPES.size()));
    var random = new Random(seed * 7_919 + 13);
    double goalMs = 50 * Math.pow(40, random.nextDouble());
    make = Plant.Make.random(random, goalMs);
    double peak = peak(goalMs, -0.2 + 1.3 * random.nextDouble());
    double cap = 0.3 + random.nextDouble();
    double limitMs = goalMs + 1.15 * make.withheldMs(cap);
    settings = new ObjectiveSettings((long) goalMs, (long) limitMs, HOLD_MS);
    load = shape.samples(new Random(seed + 5), PHASE_SAMPLES, peak);
  }

  /** The load of requests under which that level just holds the goal. */
  private double peak(double goalMs, double level) {
    double services = (goalMs - make.floorMs()) / make.serviceMs();
    double events = make.utilisation(level, 1, 0);
    return Math.max(1.05, (services / (1 + services) - events) / make.requestLoad());
  }

  /** What came of a run: the averages are those after settling, under load. */
  record Run(
      double meanDelayMs,
      double meanLevel,
      int changes,
      long closestMs,
      double mostWithheldMs,
      double lastLevel) {}

  Policy objective() {
    return new ObjectivePolicy(settings);
  }

  /** The paper's, as one would set it for the same goal. */
  Policy thresholds() {
    double goalMs = settings.delayGoalMs();
    return new ThresholdsPolicy(
        List.of(new Threshold(MonitoredValue.UPDATE_DELAY, goalMs, 0.3 * goalMs)), 0);
  }

  Run run(Policy policy) {
    return run(policy, seen -> seen);
  }

  /** A run in which no site reports a queue, however long it is. */
  Run runUnseen(Policy policy) {
    return run(policy, Simulation::withoutQueues);
  }

  private static Observation withoutQueues(Observation seen) {
    return new Observation(
        seen.atMs(), seen.readings().stream().map(Simulation::withoutQueue).toList());
  }

  private static Reading withoutQueue(Reading reading) {
    boolean queue =
        reading.value() == MonitoredValue.READY || reading.value() == MonitoredValue.PENDING;
    return queue ? new Reading(reading.site(), reading.value(), 0) : reading;
  }

  private Run run(Policy policy, UnaryOperator<Observation> view) {
    var plant = new Plant(make, new Random(seed + 9));
    PolicyState state = PolicyState.initial();
    double[] delays = new double[load.length];
    double[] levels = new double[load.length];
    int changes = 0;
    long closest = Long.MAX_VALUE;
    double withheld = 0;
    for (int i = 0; i < load.length; i++) {
      plant.step(state.level(), load[i]);
      delays[i] = plant.delayMs();
      levels[i] = state.level();
      if (state.level() > 0) {
        withheld = Math.max(withheld, plant.withheldMs());
      }
      long atMs = i * Plant.SAMPLE_MS;
      Outcome outcome = policy.decide(view.apply(plant.observe(atMs)), state);
      if (outcome.change() != null) {
        closest = changes == 0 ? closest : Math.min(closest, atMs - state.changedAtMs());
        changes++;
      }
      state = outcome.next();
    }
    return new Run(mean(delays), mean(levels), changes, closest, withheld, state.level());
  }

  /**
   * What came of a run in which the most loaded site falls silent whenever it misses the goal.
   *
   * @param silences how often it fell silent
   * @param lowered how often the level fell meanwhile, other than for the staleness limit
   */
  record SilentRun(int silences, int lowered) {}

  /** Runs a policy; each silence lasts up to {@link #MAX_SILENT_SAMPLES}. */
  SilentRun runSilent(Policy policy) {
    var plant = new Plant(make, new Random(seed + 9));
    var random = new Random(seed + 11);
    PolicyState state = PolicyState.initial();
    List<Reading> last = List.of();
    int silent = 0;
    int silences = 0;
    int lowered = 0;
    for (int i = 0; i < load.length; i++) {
      plant.step(state.level(), load[i]);
      Observation all = plant.observe(i * Plant.SAMPLE_MS);
      Observation seen = silent > 0 ? without(all, last) : all;
      Outcome outcome = policy.decide(seen, state);
      LevelChange change = outcome.change();
      if (silent > 0) {
        silent--;
        boolean stale = change != null && change.value() == MonitoredValue.STALENESS_MS;
        lowered += change != null && !change.raises() && !stale ? 1 : 0;
      } else if (outcome.next().level() > 0 && misses(all)) {
        last = all.readings().stream().filter(r -> r.site().equals(LOADED)).toList();
        silent = 1 + random.nextInt(MAX_SILENT_SAMPLES);
        silences++;
      }
      state = outcome.next();
    }
    return new SilentRun(silences, lowered);
  }

  private boolean misses(Observation all) {
    return all.at(LOADED, MonitoredValue.UPDATE_DELAY) > settings.delayGoalMs()
        && all.at(LOADED, MonitoredValue.READY) >= 1;
  }

  private static Observation without(Observation all, List<Reading> last) {
    List<Reading> others =
        all.readings().stream().filter(reading -> !reading.site().equals(LOADED)).toList();
    return new Observation(all.atMs(), others, last);
  }

  /**
   * The lowest level, in steps of 0.05, that holds the goal by itself and stays well within the
   * staleness limit; above 1 if none does.
   *
   * @param always at every moment after settling, else on average
   */
  double leastLevel(boolean always) {
    for (int i = 0; i <= 20; i++) {
      double level = i / 20.0;
      if (i > 0 && make.withheldMs(level) > USABLE_STALENESS * settings.withheldLimitMs()) {
        return 2;
      }
      double[] delays = fixed(level);
      double reached = always ? settled(delays).max().orElseThrow() : mean(delays);
      if (reached <= settings.delayGoalMs()) {
        return level;
      }
    }
    return 2;
  }

  private double[] fixed(double level) {
    var plant = new Plant(make, new Random(seed + 9));
    double[] delays = new double[load.length];
    for (int i = 0; i < load.length; i++) {
      plant.step(level, load[i]);
      delays[i] = plant.delayMs();
    }
    return delays;
  }

  /** Average over the samples in which the policy must have settled, under load. */
  private double mean(double[] samples) {
    return settled(samples).average().orElseThrow();
  }

  private DoubleStream settled(double[] samples) {
    return Arrays.stream(samples, shape.settledFrom(PHASE_SAMPLES), 2 * PHASE_SAMPLES);
  }

  /** Whether the base load leaves level 0 clearly enough room. */
  boolean isBaseLoadEasy() {
    double room = settings.delayGoalMs() - make.floorMs();
    return make.settledDelayMs(0, 1) < make.floorMs() + 0.5 * room;
  }

  @Override
  public String toString() {
    return "seed " + seed + " (" + shape + ", " + settings + ", " + make + ")";
  }
}
