package io.windsock.topology.guard;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Reads again what the end of a transaction, on its way to all partitions, may still settle. */
final class Settled {
  /** How long the end of a transaction may take to reach all partitions. */
  private static final long SETTLED_WITHIN_MS = 5_000;

  private static final long RETRY_MS = 100;

  private Settled() {}

  /** Differences that are left after a while; empty as soon as there are none. */
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

  /** The first of them, and how many more there are. */
  static String summary(List<String> differences) {
    int more = differences.size() - 1;
    return differences.get(0) + (more == 0 ? "" : ", and " + more + " more");
  }
}
