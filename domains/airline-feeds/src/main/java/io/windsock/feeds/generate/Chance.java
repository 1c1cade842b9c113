package io.windsock.feeds.generate;

/**
 * A seeded random number generator (SplitMix64): the same seed gives the same sequence on every
 * machine. Not thread-safe.
 */
final class Chance {
  private static final long STEP = 0x9E3779B97F4A7C15L;
  private static final double PER_LONG = 0x1.0p-53;

  private long state;

  Chance(long seed) {
    state = seed;
  }

  /** Returns a number of which every bit depends on both arguments. */
  static long mix(long seed, long index) {
    return scramble(scramble(seed) + (index + 1) * STEP);
  }

  private static long scramble(long value) {
    long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /**
   * Converts {@code bits}, uniform over all longs, to a fraction from 0 inclusive to 1 exclusive.
   */
  static double share(long bits) {
    return (bits >>> 11) * PER_LONG;
  }

  long bits() {
    state += STEP;
    return scramble(state);
  }

  /** Returns a fraction from 0 inclusive to 1 exclusive. */
  double share() {
    return share(bits());
  }

  /** Returns a number from 0 inclusive to {@code bound} exclusive. */
  int below(int bound) {
    return (int) (share() * bound);
  }

  /** Returns a number from {@code least} inclusive to {@code most} exclusive. */
  long between(long least, long most) {
    return least + (long) (share() * (most - least));
  }

  boolean in(double probability) {
    return share() < probability;
  }

  /** Returns an exponentially distributed number with this mean. */
  double exponential(double mean) {
    return -mean * Math.log(1 - share());
  }

  String letters(int count) {
    char[] text = new char[count];
    for (int i = 0; i < count; i++) {
      text[i] = (char) ('A' + below(26));
    }
    return new String(text);
  }
}
