package io.windsock.platform.telemetry;

import java.util.List;

/**
 * One series of a gauge at one time.
 *
 * @param value how much
 * @param labels the values of its labels, in their order
 */
public record Level(double value, List<String> labels) {
  /** Copies the labels. */
  public Level {
    labels = List.copyOf(labels);
  }

  /** A level with these values of its labels. */
  public static Level of(double value, String... labels) {
    return new Level(value, List.of(labels));
  }
}
