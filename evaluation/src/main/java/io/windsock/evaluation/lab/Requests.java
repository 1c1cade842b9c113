package io.windsock.evaluation.lab;

/**
 * Requests for initial state that are made while a sequence runs.
 *
 * @param perSecond requests per second in total, spread evenly over the active mirrors; 0: none
 * @param count how many in total
 */
public record Requests(double perSecond, long count) {
  /** No requests. */
  public static final Requests NONE = new Requests(0, 0);

  /** Returns requests at a rate for a time. */
  public static Requests during(double seconds, double perSecond) {
    return perSecond == 0 ? NONE : new Requests(perSecond, Math.round(perSecond * seconds));
  }
}
