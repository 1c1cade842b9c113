package io.windsock.site.sample;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** Measures the number of processors this process uses. Owned by one thread. */
final class ProcessCpu {
  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private long lastCpuNs = system.getProcessCpuTime();
  private long lastNs = System.nanoTime();

  /** The processors used since the last reading; 1.0 is one of them for the whole time. */
  double read() {
    long cpuNs = system.getProcessCpuTime();
    long nowNs = System.nanoTime();
    double used = nowNs == lastNs ? 0 : (double) (cpuNs - lastCpuNs) / (nowNs - lastNs);
    lastCpuNs = cpuNs;
    lastNs = nowNs;
    return Math.max(0, used);
  }
}
