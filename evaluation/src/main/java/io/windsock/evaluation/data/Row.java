package io.windsock.evaluation.data;

/**
 * One measured value.
 *
 * @param setting the compared configuration, such as {@code adaptive}
 * @param x the varied quantity, such as the number of mirrors, or the time in a time line
 * @param round from 1; values of one round were measured in succession and may be paired
 * @param measure what was measured, with its unit, such as {@code delay_p99_ms}
 */
public record Row(String setting, double x, int round, String measure, double value) {
  /**
   * Creates a row.
   *
   * @throws IllegalArgumentException if a name is blank or holds a control character, a number is
   *     not finite or the round is below 1
   */
  public Row {
    checkName("setting", setting);
    checkName("measure", measure);
    checkFinite("x", x);
    checkFinite("value", value);
    if (round < 1) {
      throw new IllegalArgumentException("round is " + round + "; rounds count from 1");
    }
    x += 0.0; // turns -0.0 into 0.0, which record equality would tell apart
  }

  private static void checkName(String what, String name) {
    if (name.isBlank() || name.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          what + " is “" + name + "”; a name has text and no control characters");
    }
  }

  private static void checkFinite(String what, double number) {
    if (!Double.isFinite(number)) {
      throw new IllegalArgumentException(what + " is " + number + "; it must be finite");
    }
  }
}
