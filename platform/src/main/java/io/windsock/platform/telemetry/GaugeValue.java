package io.windsock.platform.telemetry;

import java.util.List;

/**
 * The value of one series of a gauge at one time.
 *
 * @param value the value
 * @param labels the label values, in order
 */
public record GaugeValue(double value, List<String> labels) {
  /** Copies the labels. */
  public GaugeValue {
    labels = List.copyOf(labels);
  }

  /** Returns a level with these label values. */
  public static GaugeValue of(double value, String... labels) {
    return new GaugeValue(value, List.of(labels));
  }
}
