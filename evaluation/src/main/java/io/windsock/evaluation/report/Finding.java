package io.windsock.evaluation.report;

import io.windsock.evaluation.data.Spread;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One result of an experiment, beside the paper's and the aim.
 *
 * @param headline what was measured, such as {@code delay with 8 mirrors}
 * @param ours the result over the rounds
 * @param unit of {@code ours}; empty for a ratio
 * @param paper the paper's result in words, or empty
 * @param aim the aim in words, or empty
 * @param met whether the aim is met; null without an aim
 * @param remark a reservation or explanation, or empty
 */
public record Finding(
    String headline,
    Spread ours,
    String unit,
    String paper,
    String aim,
    @Nullable Boolean met,
    String remark) {

  /** Returns the median with its unit, range and number of rounds. */
  String oursText() {
    String median = number(ours.median()) + (unit.isEmpty() ? "" : " " + unit);
    return ours.rounds() == 1
        ? median + " (1 round)"
        : String.format(
            "%s (%s to %s, %d rounds)",
            median, number(ours.low()), number(ours.high()), ours.rounds());
  }

  private String number(double value) {
    return unit.equals("%") ? Numbers.percentage(value) : Numbers.text(value);
  }

  String verdict() {
    if (met == null) {
      return "";
    }
    return met ? "met" : "not met";
  }

  /** Returns the cells under the headline, the paper's result, the aim and the verdict. */
  List<String> cells() {
    return List.of(headline, oursText(), paper, aim, verdict());
  }
}
