package io.windsock.feeds.numbers;

import java.util.Objects;
import java.util.SplittableRandom;

/**
 * The 0800 numbers of a seed, in an order that only the seed determines. No number occurs twice. A
 * generator of calls with the seed of a feed calls the numbers of that feed. Immutable.
 */
public final class ServiceNumbers {
  /** How many numbers there are: seven digits after the prefix. */
  public static final int COUNT = 10_000_000;

  private static final String PREFIX = "0800";

  /** Steps that end in the digit 3 share no factor with {@link #COUNT}: they reach every number. */
  private static final int STEP_FACTOR = 10;

  private static final int STEP_REST = 3;

  private final int first;
  private final long step;

  /** Determines the numbers of {@code seed}. */
  public ServiceNumbers(long seed) {
    SplittableRandom chance = new SplittableRandom(seed);
    first = chance.nextInt(COUNT);
    step = (long) STEP_FACTOR * chance.nextInt(COUNT / STEP_FACTOR) + STEP_REST;
  }

  /**
   * Returns the number at {@code index}: digits only, as a key.
   *
   * @throws IndexOutOfBoundsException unless {@code index} is from 0 to {@link #COUNT} − 1
   */
  public String number(int index) {
    long digits = (first + Objects.checkIndex(index, COUNT) * step) % COUNT;
    return PREFIX + String.valueOf(COUNT + digits).substring(1);
  }
}
