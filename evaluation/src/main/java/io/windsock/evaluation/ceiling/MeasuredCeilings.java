package io.windsock.evaluation.ceiling;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * The ceilings of the load generators, each measured when it is first asked for. One thread owns
 * it.
 */
public final class MeasuredCeilings {
  private final int seconds;
  private final Map<Load, Double> measured = new HashMap<>();

  /**
   * A generator with a size.
   *
   * @param bytes of an event, an update's text or a response
   */
  public record Load(Generator generator, int bytes) {}

  /**
   * Creates it.
   *
   * @param seconds how long a ceiling is measured, and as long again for the warm-up
   */
  public MeasuredCeilings(int seconds) {
    this.seconds = seconds;
  }

  /** Returns the most per second that the generator achieves. */
  public double of(Load load) throws IOException, InterruptedException {
    Double known = measured.get(load);
    if (known == null) {
      known = load.generator().measure(load.bytes(), seconds);
      measured.put(load, known);
    }
    return known;
  }
}
