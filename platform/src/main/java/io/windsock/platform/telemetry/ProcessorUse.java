package io.windsock.platform.telemetry;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** Measures how many processors this process uses. Owned by one thread. */
public final class ProcessorUse {
  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private long lastUsedNs = usedNs();
  private long lastNs = System.nanoTime();

  /** Returns the processor time that all threads of this process have used so far, ns. */
  public static long usedNs() {
    return SYSTEM.getProcessCpuTime();
  }

  /** Returns the average number of processors in use since the last call, or since it was made. */
  public double read() {
    long usedNs = usedNs();
    long nowNs = System.nanoTime();
    double used = (double) (usedNs - lastUsedNs) / Math.max(1, nowNs - lastNs);
    lastUsedNs = usedNs;
    lastNs = nowNs;
    return Math.max(0, used);
  }
}
