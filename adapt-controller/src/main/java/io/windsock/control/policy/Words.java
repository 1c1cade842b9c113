package io.windsock.control.policy;

import io.windsock.control.monitor.MonitoredValue;
import io.windsock.control.monitor.Reading;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Formats numbers and readings for the sentences of reasons. */
final class Words {
  private static final MathContext DIGITS = new MathContext(4, RoundingMode.HALF_UP);

  private Words() {}

  /** Formats whole numbers without decimals and others with four digits: 412, 0.5, 1.333. */
  static String number(double value) {
    if (Math.abs(value) < 1e15 && value == Math.rint(value)) {
      return Long.toString((long) value);
    }
    return new BigDecimal(value).round(DIGITS).stripTrailingZeros().toPlainString();
  }

  static String number(double value, MonitoredValue of) {
    return number(value) + " " + of.unit();
  }

  /** Formats a reading, such as {@code the update delay at mirror-2 is 412 ms}. */
  static String reading(Reading reading) {
    return "the %s at %s is %s"
        .formatted(
            reading.value().words(), reading.site(), number(reading.measured(), reading.value()));
  }
}
