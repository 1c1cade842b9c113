package io.windsock.evaluation.machine;

/**
 * A fixed piece of work for one processor and its caches. How long it takes shows how fast the
 * machine is at the moment: a virtual machine whose host is busy becomes slower, and its kernel
 * need not count any time as stolen. One thread owns it.
 */
public final class Yardstick {
  private static final int WORDS = 1 << 18;
  private static final int STEPS = 4_000_000;
  private static final int WARM_UP = 10;
  private static final int PIECES = 3;
  private static final long MULTIPLIER = 6_364_136_223_846_793_005L;
  private static final int HIGH_BITS = 40;
  private static final double NS_PER_MS = 1e6;

  private final long[] words = new long[WORDS];
  private long state = 1;

  /** Creates a yardstick and does the work until it is compiled. */
  public Yardstick() {
    for (int i = 0; i < WARM_UP; i++) {
      work();
    }
  }

  /**
   * Does the work three times and returns the shortest time, in ms: another program may take the
   * processor for a moment.
   */
  public double measure() {
    long shortestNs = Long.MAX_VALUE;
    for (int piece = 0; piece < PIECES; piece++) {
      long startNs = System.nanoTime();
      work();
      shortestNs = Math.min(shortestNs, System.nanoTime() - startNs);
    }
    return shortestNs / NS_PER_MS;
  }

  /** Each step depends on the one before, so that nothing can be left out. */
  private void work() {
    long value = state;
    for (int i = 0; i < STEPS; i++) {
      int at = (int) (value >>> HIGH_BITS) & (WORDS - 1);
      words[at] += value;
      value = value * MULTIPLIER + words[at] + 1;
    }
    state = value;
  }
}
