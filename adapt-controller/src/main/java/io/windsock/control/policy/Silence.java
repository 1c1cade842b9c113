package io.windsock.control.policy;

import io.windsock.control.monitor.Reading;

/**
 * Why the mode is kept although every site that is heard is calm: another site was not when its
 * load was last heard, and silence is no evidence of calm.
 *
 * @param reading what was last heard of that site
 * @param limit what it would have to be below
 */
public record Silence(Reading reading, double limit) {
  /** In words, while it lasts. */
  public String keeps() {
    return reading.site()
        + " is silent or cut off, and "
        + lastHeard()
        + ": the mode is kept until it is heard again or expires";
  }

  /** In words, once the mode has changed after all. */
  public String kept() {
    return "until now the mode was kept because "
        + reading.site()
        + " was silent or cut off, and "
        + lastHeard();
  }

  private String lastHeard() {
    return "its "
        + reading.value().words()
        + " was "
        + Words.number(reading.measured(), reading.value())
        + " when it was last heard, not below "
        + Words.number(limit);
  }
}
