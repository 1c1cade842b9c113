package io.windsock.evaluation.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;

/** Numbers as the report shows them: integers from 1000 on, three significant digits below. */
final class Numbers {
  private static final int WHOLE_FROM = 1000;
  private static final MathContext DIGITS = new MathContext(3, RoundingMode.HALF_UP);
  private static final double ALMOST_ALL = 99;
  private static final double ALL = 100;
  private static final int ALMOST_ALL_SCALE = 3;

  private Numbers() {}

  static String text(double number) {
    BigDecimal exact = BigDecimal.valueOf(number);
    return format(
        Math.abs(number) >= WHOLE_FROM
            ? exact.setScale(0, RoundingMode.HALF_UP)
            : exact.round(DIGITS));
  }

  /**
   * Returns a percentage. Three digits would round 99.96 to all, so from 99 to 100 there are three
   * decimals, rounded down.
   */
  static String percentage(double percent) {
    return percent >= ALMOST_ALL && percent < ALL
        ? format(BigDecimal.valueOf(percent).setScale(ALMOST_ALL_SCALE, RoundingMode.DOWN))
        : text(percent);
  }

  private static String format(BigDecimal rounded) {
    return new DecimalFormat(
            "#,##0.#################", DecimalFormatSymbols.getInstance(Locale.ROOT))
        .format(rounded);
  }

  /** Returns a share of 1 as a percentage. */
  static String percent(double share) {
    return text(ALL * share) + " %";
  }
}
