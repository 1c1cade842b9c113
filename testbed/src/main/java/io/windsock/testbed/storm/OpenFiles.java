package io.windsock.testbed.storm;

import com.sun.management.UnixOperatingSystemMXBean;
import io.windsock.contracts.config.Failure;
import java.lang.management.ManagementFactory;

/** Checks this process's limit on open files, and so on connections. */
final class OpenFiles {
  /** Files that the process opens in addition to connections. */
  private static final long SPARE = 200;

  private OpenFiles() {}

  /**
   * Checks that the limit allows a storm.
   *
   * @param each connections per display in this process: 2 if the sites are in it too
   * @throws Failure with a remedy, if it does not
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
          ("%d displays need %d open files, and this process may have %d: run 'ulimit -n %d' first, or"
                  + " give --clients %d at the most")
              .formatted(clients, needed, limit, needed, room));
    }
  }
}
