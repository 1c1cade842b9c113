package io.windsock.control.policy;

import io.windsock.control.monitor.MonitoredValue;
import io.windsock.control.monitor.Observation;
import io.windsock.control.monitor.Reading;
import org.jspecify.annotations.Nullable;

/**
 * A policy that keeps the worst site's update delay within a goal at the least staleness. It moves
 * the level in steps between 0 and 1. It does not come from the paper.
 *
 * <p>It steers by the headroom ({@link Load#headroom}), which falls linearly with the load even
 * where the delay itself explodes, and by the observed effect of its own changes ({@link Search}).
 * While a queue grows the headroom says little, and the policy estimates the overload from the
 * growth of the delay. A long delay is put down to another cause, and ignored, if no queue is seen
 * and the goal was not met lately. The staleness limit takes precedence over the goal. The level is
 * not lowered while a site is silent that missed the goal when it last reported, or an instance of
 * the topology that had a queue. Nothing changes while no site reports a delay, unless the topology
 * and the sites report that nothing waits. Decision 15 gives the reasons.
 */
public final class ObjectivePolicy implements Policy {
  /** The highest headroom to aim for: 80 % of the waiting that the goal allows. */
  private static final double MAX_AIM = 1.25;

  /**
   * Where the level has little effect, noise matters less too: the aim moves closer to the goal, by
   * this factor and the slope.
   */
  private static final double AIM_BY_SLOPE = 0.06;

  /** Smaller steps down are not worth a change. */
  private static final double MIN_DOWN = 0.06;

  private static final double MAX_DOWN = 0.3;
  private static final double MIN_UP = 0.03;
  private static final double MAX_UP = 0.5;

  /** Near the staleness limit, smaller steps up are worth a change. */
  private static final double MIN_UP_NEAR_LIMIT = 0.015;

  /**
   * The factor by which the slope may be wrong; the error goes to the side where it does less harm.
   */
  private static final double DOUBT = 1.5;

  /**
   * A delay that changes faster than this, in seconds per second, indicates a queue that grows or
   * drains.
   */
  private static final double MOVING = 0.02;

  /** The overload that a whole level removes, roughly. */
  private static final double OVERLOAD_PER_LEVEL = 0.4;

  /** How long to wait for a queue to drain, in hold times. */
  private static final double DRAIN_HOLDS = 3;

  /** No step down while the delay exceeds its long average by this factor. */
  private static final double RISING = 1.05;

  /**
   * After enough hold times with this headroom, or with any if no queue is seen, a step down is
   * tried whatever the slope.
   */
  private static final double AMPLE = 2;

  private static final long QUIET_HOLDS = 12;

  /** The share of the allowed withholding to use; the rest is a margin for noise. */
  private static final double STALENESS_SHARE = 0.86;

  /**
   * If the staleness exceeds the limit by this factor, the policy acts without waiting for the long
   * average.
   */
  private static final double STALE = 1.1;

  /** A whole level multiplies the withheld time by 4 at most; as a logarithm. */
  private static final double WITHHELD_GROWTH = Math.log(4);

  private final ObjectiveSettings settings;

  /** Creates a policy for a goal and a limit. */
  public ObjectivePolicy(ObjectiveSettings settings) {
    this.settings = settings;
  }

  @Override
  public Outcome decide(Observation seen, PolicyState before) {
    Load load = Load.after(before.load(), seen, before.level() > 0, settings);
    if (load == null || load.atMs() != seen.atMs()) {
      // Nothing is known of the load now; what was known says nothing about a change's effect.
      return new Outcome(before, null);
    }
    PolicyState state = before.with(load);
    if (!state.mayChange(seen.atMs(), settings.holdMs())) {
      return new Outcome(state, null);
    }
    Silence silence = silence(seen, load);
    if (silence == null) {
      // The search learns nothing while the worst site may be silent: the other sites' calm would
      // suggest headroom.
      Search search = state.search().learn(load.headroom(settings));
      state = state.with(search.with(search.bound().reviewed(load, settings, seen.atMs())));
    }
    LevelChange change = change(state, load, seen.atMs());
    if (change == null) {
      return new Outcome(state, null);
    }
    boolean calmer = !change.raises() && change.value() == MonitoredValue.UPDATE_DELAY;
    return silence != null && calmer
        ? new Outcome(state, null, silence)
        : new Outcome(changed(state, load, change, seen.atMs()), change);
  }

  /**
   * Returns the silent topology if it had a queue when it last reported; otherwise the silent site
   * that missed the goal by most, if it had a queue or the reporting sites met the goal lately.
   */
  private @Nullable Silence silence(Observation seen, Load load) {
    Reading topology = seen.silentTopology();
    if (topology != null && topology.measured() >= Load.QUEUE) {
      return new Silence(topology, Load.QUEUE);
    }
    Reading worst = null;
    for (Reading last : seen.silent()) {
      boolean late =
          last.value() == MonitoredValue.UPDATE_DELAY
              && last.measured() > settings.delayGoalMs()
              && (queued(seen, last.site()) >= Load.QUEUE || load.metGoal(settings));
      if (late && (worst == null || last.measured() > worst.measured())) {
        worst = last;
      }
    }
    return worst == null ? null : new Silence(worst, settings.delayGoalMs());
  }

  private static double queued(Observation seen, String site) {
    Observation last = seen.ofSilent();
    return last.at(site, MonitoredValue.READY) + last.at(site, MonitoredValue.PENDING);
  }

  private PolicyState changed(PolicyState state, Load load, LevelChange change, long atMs) {
    Search search = state.search();
    boolean climbing =
        !search.last().down()
            && !state.mayChange(atMs, Bound.CLIMB_HOLDS * settings.holdMs())
            && search.bound().isKnown();
    Bound bound =
        !change.raises() || climbing
            ? search.bound()
            : Bound.of(change.fromLevel(), settings, atMs);
    double step = change.toLevel() - change.fromLevel();
    return state.with(search.stepped(step, load.headroom(settings), bound)).changed(change, atMs);
  }

  private @Nullable LevelChange change(PolicyState state, Load load, long atMs) {
    double room = room(load);
    if (room < 0) {
      return state.level() == 0 ? null : lessStale(state, room, load);
    }
    if (load.isQueued(settings) && load.delayMs() > settings.delayGoalMs()) {
      return load.longMs() > settings.delayGoalMs() ? up(state, load, room) : null;
    }
    return down(state, load, atMs);
  }

  private @Nullable LevelChange up(PolicyState state, Load load, double room) {
    double growth = load.growth(settings);
    if (growth < -MOVING && drainMs(load, -growth) < DRAIN_HOLDS * settings.holdMs()) {
      return null;
    }
    double wanted = DOUBT * (aim(state) - load.headroom(settings)) / state.search().slope();
    if (growth > MOVING) {
      wanted = Math.max(wanted, growth / OVERLOAD_PER_LEVEL);
    }
    wanted = Math.max(MIN_UP, Math.min(MAX_UP, wanted));
    double to = snapped(state.level() + Math.min(wanted, room));
    if (to - state.level() < MIN_UP_NEAR_LIMIT && to < 1) {
      return null;
    }
    return to == state.level() ? null : raised(state, to, load, room < wanted);
  }

  private static double aim(PolicyState state) {
    return Math.min(MAX_AIM, 1 + AIM_BY_SLOPE * state.search().slope());
  }

  private double drainMs(Load load, double speed) {
    return (load.delayMs() - settings.delayGoalMs()) / speed;
  }

  private @Nullable LevelChange down(PolicyState state, Load load, long atMs) {
    if (state.level() == 0 || load.exceedsAverage(RISING, settings)) {
      return null;
    }
    double headroom = load.isQueued(settings) ? load.lastingHeadroom(settings) : Load.MAX_HEADROOM;
    double wanted = (headroom - aim(state)) / (DOUBT * state.search().slope());
    double step = Math.min(MAX_DOWN, wanted);
    boolean ample = headroom > AMPLE || (headroom > 1 && !load.seesQueue());
    if (ample && state.mayChange(atMs, QUIET_HOLDS * settings.holdMs())) {
      step = Math.max(step, Math.min(MIN_DOWN, state.level()));
    }
    Bound bound = state.search().bound();
    if (bound.isKnown()) {
      step = Math.min(step, (state.level() - bound.level()) / 2);
    }
    if (step < Math.min(MIN_DOWN, state.level())) {
      return null;
    }
    return lowered(state, snapped(state.level() - step), load);
  }

  /**
   * Returns how far the level may rise before the rules withhold too much; negative if it must
   * fall.
   */
  private double room(Load load) {
    double limit = settings.withheldLimitMs();
    double most = Math.max(load.withheldMs(), load.longWithheldMs());
    if (most <= 0) {
      return 1;
    }
    double least = Math.min(load.withheldMs(), load.longWithheldMs());
    boolean over = least > limit || load.withheldMs() > STALE * limit;
    double room = Math.log(STALENESS_SHARE * limit / most) / WITHHELD_GROWTH;
    return over ? Math.min(room, -MIN_UP) : Math.max(room, 0);
  }

  /** Rounds the level and drops a remainder too small for a change of its own. */
  private static double snapped(double level) {
    double rounded = Math.rint(level * 1000) / 1000;
    return rounded < MIN_UP ? 0 : Math.min(1, rounded);
  }

  private LevelChange lessStale(PolicyState state, double room, Load load) {
    return new LevelChange(
        state.level(),
        snapped(Math.max(0, state.level() + room)),
        MonitoredValue.STALENESS_MS,
        load.stalest(),
        load.withheldMs(),
        settings.withheldLimitMs(),
        ("the rules withhold updates at %s for %s, more than the staleness limit of %s ms leaves beside"
                + " an update delay of %s ms: mirroring becomes more exact, whatever the update delay")
            .formatted(
                load.stalest(),
                ms(load.withheldMs()),
                settings.stalenessLimitMs(),
                settings.delayGoalMs()));
  }

  private LevelChange raised(PolicyState state, double to, Load load, boolean limited) {
    String limit =
        limited
            ? ", no further, as the staleness limit is " + settings.stalenessLimitMs() + " ms"
            : "";
    String queue =
        load.seesQueue()
            ? "with %s events and requests waiting".formatted(Math.round(load.queued()))
            : "which was met lately, although nothing waits at the topology or a site";
    return delayChange(
        state,
        to,
        load,
        ", above the goal of %s ms, %s: mirroring becomes cheaper%s"
            .formatted(settings.delayGoalMs(), queue, limit));
  }

  private LevelChange lowered(PolicyState state, double to, Load load) {
    return delayChange(state, to, load, whyLower(load) + ": mirroring becomes more exact");
  }

  private String whyLower(Load load) {
    if (load.isQueued(settings)) {
      return ", with room to the goal of " + settings.delayGoalMs() + " ms";
    }
    return load.delayMs() > settings.delayGoalMs()
        ? ", above the goal, but nothing waits and the goal was not met lately"
        : ", and nothing waits";
  }

  private LevelChange delayChange(PolicyState state, double to, Load load, String why) {
    String words =
        "the update delay at " + load.slowest() + " is about " + ms(load.delayMs()) + why;
    return new LevelChange(
        state.level(),
        to,
        MonitoredValue.UPDATE_DELAY,
        load.slowest(),
        load.delayMs(),
        settings.delayGoalMs(),
        words);
  }

  private static String ms(double ms) {
    return Math.round(ms) + " ms";
  }
}
