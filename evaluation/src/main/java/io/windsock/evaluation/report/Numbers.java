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

  private Numbers() {}

  static String text(double number) {
    BigDecimal exact = BigDecimal.valueOf(number);
    BigDecimal rounded =
        Math.abs(number) >= WHOLE_FROM
            ? exact.setScale(0, RoundingMode.HALF_UP)
            : exact.round(DIGITS);
    return new DecimalFormat(
            "#,##0.#################", DecimalFormatSymbols.getInstance(Locale.ROOT))
        .format(rounded);
  }

  /** Returns a share of 1 as a percentage. */
  static String percent(double share) {
    return text(100 * share) + " %";
  }
}
