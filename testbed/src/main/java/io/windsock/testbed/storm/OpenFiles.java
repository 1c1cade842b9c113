package io.windsock.testbed.storm;

import com.sun.management.UnixOperatingSystemMXBean;
import io.windsock.contracts.config.Failure;
import java.lang.management.ManagementFactory;

/** How many files, and so connections, this process may have open. */
final class OpenFiles {
  /** What the process opens beside connections. */
  private static final long SPARE = 200;

  private OpenFiles() {}

  /**
   * Checks that there is room for a storm.
   *
   * @param each connections that this process holds of each display: 2 where the sites are in it
   *     too
   * @throws Failure with what to do, if there is not
   */
  static void check(int clients, int each) {
    if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean os) {
      check(clients, each, os.getOpenFileDescriptorCount(), os.getMaxFileDescriptorCount());
    }
  }

  static void check(int clients, int each, long open, long limit) {
    long needed = open + (long) clients * each + SPARE;
    if (needed > limit) {
      long room = Math.max(0, limit - open - SPARE) / each;
      throw new Failure(
          clients
              + " displays need "
              + needed
              + " open files, and this process may have "
              + limit
              + ": run 'ulimit -n "
              + needed
              + "' first, or give --clients "
              + room
              + " at the most");
    }
  }
}
