package io.windsock.evaluation.data;

/**
 * The highest rate of a load generator, measured on its own, and how much of it was used. A
 * generator close to its ceiling measures itself.
 *
 * @param generator the generator's name
 * @param against what answered while the ceiling was measured, such as a bare server
 * @param perSecond the ceiling, per second
 * @param highestUsed the highest rate used in the experiment, per second
 */
public record Ceiling(String generator, String against, double perSecond, double highestUsed) {
  /**
   * Returns the used share of the ceiling, 1 for all of it; 1 also if the generator achieved
   * nothing while its ceiling was measured.
   */
  public double share() {
    return perSecond > 0 ? highestUsed / perSecond : 1;
  }
}
