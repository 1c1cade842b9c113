package io.windsock.evaluation.gateway.load;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds the highest rates at which given shares of calls are in time, by trials: first in coarse
 * steps until a trial keeps the lowest share and another one does not, then by halving the interval
 * for each share. A trial that fails is repeated once, because a short disturbance can fail it and
 * nothing makes it pass. One thread owns it.
 */
public final class RateSearch {
  /** Two rates this close are taken for one. */
  public static final double RESOLUTION = 1.08;

  private static final int MAX_STEPS = 16;

  /** How many further steps down look for a rate with a share that none of those tried kept. */
  private static final int MAX_STEPS_DOWN = 6;

  private static final int ATTEMPTS = 2;

  /** How often a rate that is not confirmed is lowered. */
  private static final int MAX_LOWERED = 5;

  private final double step;
  private final double resolution;
  private final Trial trial;

  private final TreeMap<Double, Tried> tried = new TreeMap<>();

  /** The best share of the attempts at a rate. */
  private record Tried(double share, int attempts) {
    static final Tried NOT = new Tried(0, 0);

    Tried with(double another) {
      return new Tried(Math.max(share, another), attempts + 1);
    }
  }

  /** A load at a constant rate. */
  public interface Trial {
    /** Returns the share of the calls that were in time, 0 to 1. */
    double inTime(double perSecond) throws InterruptedException;
  }

  private RateSearch(double step, double resolution, Trial trial) {
    this.step = step;
    this.resolution = resolution;
    this.trial = trial;
  }

  /**
   * Returns a search that knows little.
   *
   * @param quick whether a few coarse trials are enough
   */
  public static RateSearch wide(boolean quick, Trial trial) {
    return new RateSearch(2, quick ? 2 : RESOLUTION, trial);
  }

  /** Returns a search around a rate that was found before. */
  public static RateSearch near(boolean quick, Trial trial) {
    return new RateSearch(quick ? 2 : 1.25, quick ? 2 : RESOLUTION, trial);
  }

  /**
   * Returns the highest rates that kept the shares, in their order; 0 where none did.
   *
   * @param first where to begin
   * @param levels shares of calls in time, above 0 to 1
   */
  public List<Double> from(double first, List<Double> levels) throws InterruptedException {
    double lowest = levels.stream().min(Double::compare).orElseThrow();
    boolean up = keeps(first, lowest);
    double rate = first;
    for (int i = 0; i < MAX_STEPS && keeps(rate, lowest) == up; i++) {
      rate = up ? rate * step : rate / step;
    }
    List<Double> found = new ArrayList<>();
    for (double level : levels) {
      found.add(highest(level));
    }
    return found;
  }

  /**
   * Returns the highest rates that kept the shares, in their order, among {@code first} and those
   * that are lower by factors of this search's resolution; 0 where none of these did.
   *
   * @param levels shares of calls in time, above 0 to 1
   */
  public List<Double> downFrom(double first, List<Double> levels) throws InterruptedException {
    Map<Double, Double> found = new HashMap<>();
    double rate = first;
    for (double level : levels.stream().sorted().toList()) {
      for (int i = 0; i < MAX_STEPS && !keeps(rate, level); i++) {
        rate /= resolution;
      }
      found.put(level, keeps(rate, level) ? rate : 0);
    }
    return levels.stream().map(found::get).toList();
  }

  /**
   * Returns {@code first}, or the highest rate that is lower by factors of this search's
   * resolution, at most five, at which a further trial kept the share; 0 where none did. What was
   * tried before does not count, and no trial is repeated: a rate that a search found may owe its
   * share to the second attempt.
   *
   * @param level a share of calls in time, above 0 to 1
   */
  public double confirmed(double first, double level) throws InterruptedException {
    double rate = first;
    for (int lowered = 0; lowered <= MAX_LOWERED; lowered++) {
      if (trial.inTime(rate) >= level) {
        return rate;
      }
      rate /= resolution;
    }
    return 0;
  }

  private double highest(double level) throws InterruptedException {
    for (int i = 0; i < MAX_STEPS_DOWN && kept(level) == 0; i++) {
      if (keeps(tried.firstKey() / step, level)) {
        break;
      }
    }
    double kept = kept(level);
    while (kept > 0) {
      Double above = tried.higherKey(kept);
      if (above == null || above / kept <= resolution) {
        break;
      }
      if (keeps(keeps(above, level) ? above : Math.sqrt(kept * above), level)) {
        kept = kept(level);
      }
    }
    return kept;
  }

  /** Returns the highest rate tried that kept the share; 0 if none did. */
  private double kept(double level) {
    return tried.descendingMap().entrySet().stream()
        .filter(entry -> entry.getValue().share() >= level)
        .mapToDouble(entry -> entry.getKey())
        .findFirst()
        .orElse(0);
  }

  /** Returns whether a rate keeps the share, by the attempts made or by further ones. */
  private boolean keeps(double rate, double level) throws InterruptedException {
    Tried so = tried.getOrDefault(rate, Tried.NOT);
    while (so.share() < level && so.attempts() < ATTEMPTS) {
      so = so.with(trial.inTime(rate));
      tried.put(rate, so);
    }
    return so.share() >= level;
  }
}
