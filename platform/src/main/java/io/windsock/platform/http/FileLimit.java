package io.windsock.platform.http;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * How many files a process may have open, connections among them.
 *
 * @param open how many it has open
 * @param max how many it may have open
 */
record FileLimit(long open, long max) {
  /**
   * What is kept for anything but connections of clients: a site's table files (512 at most), its
   * snapshots, Kafka's connections, and files that are served.
   */
  static final long RESERVE = 700;

  /** Of this process, as of now; no limit where the system does not tell it. */
  static FileLimit now() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean os
        ? new FileLimit(os.getOpenFileDescriptorCount(), os.getMaxFileDescriptorCount())
        : new FileLimit(0, Long.MAX_VALUE);
  }

  /** How many of those not open yet are kept: {@link #RESERVE}, or half of them if that is less. */
  long kept() {
    return Math.min(RESERVE, free() / 2);
  }

  /** How many may become connections. */
  long forConnections() {
    return free() - kept();
  }

  private long free() {
    return Math.max(0, max - open);
  }
}
