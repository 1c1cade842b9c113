package io.windsock.control.policy;

import io.windsock.control.monitor.Reading;

/**
 * The reason to keep the mode although every reporting site is calm: a silent site was not calm
 * when it last reported, and silence is no evidence of calm.
 *
 * @param reading the site's last reading
 * @param limit the value that the reading would have to be below
 */
public record Silence(Reading reading, double limit) {
  /** Describes a silence that still keeps the mode. */
  public String keeps() {
    return reading.site()
        + " is silent or cut off, and "
        + lastReport()
        + ": the mode is kept until it reports again or expires";
  }

  /** Describes a silence that kept the mode until the mode changed. */
  public String kept() {
    return "until now the mode was kept because "
        + reading.site()
        + " was silent or cut off, and "
        + lastReport();
  }

  private String lastReport() {
    return "its "
        + reading.value().words()
        + " was "
        + Words.number(reading.measured(), reading.value())
        + " in its last report, not below "
        + Words.number(limit);
  }
}
