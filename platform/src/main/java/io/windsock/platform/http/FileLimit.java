package io.windsock.platform.http;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * The number of files a process may have open, including connections.
 *
 * @param open the number of open files
 * @param max the maximum number of open files
 */
record FileLimit(long open, long max) {
  /**
   * Files reserved for other uses than client connections: a site's table files (512 at most), its
   * snapshots, Kafka's connections, and served files.
   */
  static final long RESERVE = 700;

  /** Returns the limit of this process; no limit if the system does not report it. */
  static FileLimit now() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean os
        ? new FileLimit(os.getOpenFileDescriptorCount(), os.getMaxFileDescriptorCount())
        : new FileLimit(0, Long.MAX_VALUE);
  }

  /**
   * Returns how many of the available files are reserved: {@link #RESERVE}, or half of them if that
   * is less.
   */
  long kept() {
    return Math.min(RESERVE, free() / 2);
  }

  /** Returns how many files are available for connections. */
  long forConnections() {
    return free() - kept();
  }

  private long free() {
    return Math.max(0, max - open);
  }
}
