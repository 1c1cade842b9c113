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
    return "%s is silent or cut off, and %s: the mode is kept until it reports again or expires"
        .formatted(reading.site(), lastReport());
  }

  /** Describes a silence that kept the mode until the mode changed. */
  public String kept() {
    return "until now the mode was kept because %s was silent or cut off, and %s"
        .formatted(reading.site(), lastReport());
  }

  private String lastReport() {
    return "its %s was %s in its last report, not below %s"
        .formatted(
            reading.value().words(),
            Words.number(reading.measured(), reading.value()),
            Words.number(limit));
  }
}
