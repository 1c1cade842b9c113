package io.windsock.topology.guard;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Repeats a read while a transaction that is ending may still resolve its differences. */
final class Settled {
  /** The maximum time for a transaction's end to reach all partitions, ms. */
  private static final long SETTLED_WITHIN_MS = 5_000;

  private static final long RETRY_MS = 100;

  private Settled() {}

  /**
   * Returns the differences that remain after a while; returns an empty list as soon as there are
   * none.
   */
  static List<String> read(Supplier<List<String>> differences) {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SETTLED_WITHIN_MS);
    while (true) {
      List<String> found = differences.get();
      if (found.isEmpty() || System.nanoTime() > deadline) {
        return found;
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(RETRY_MS));
    }
  }

  /** Returns the first difference, and the number of further ones. */
  static String summary(List<String> differences) {
    int more = differences.size() - 1;
    return differences.get(0) + (more == 0 ? "" : ", and " + more + " more");
  }
}
