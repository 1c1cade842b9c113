package io.windsock.topology;

import java.lang.management.ManagementFactory;

/** Measures how many processors this process uses. One thread owns it. */
final class ProcessorTime {
  private long usedNs = usedNs();
  private long askedNs = System.nanoTime();

  private static long usedNs() {
    var system = ManagementFactory.getOperatingSystemMXBean();
    return system instanceof com.sun.management.OperatingSystemMXBean process
        ? process.getProcessCpuTime()
        : 0;
  }

  /** Returns the average number of processors in use since the last call. */
  double used() {
    long nowNs = System.nanoTime();
    long nowUsedNs = usedNs();
    double used = (double) (nowUsedNs - usedNs) / Math.max(1, nowNs - askedNs);
    usedNs = nowUsedNs;
    askedNs = nowNs;
    return used;
  }
}
