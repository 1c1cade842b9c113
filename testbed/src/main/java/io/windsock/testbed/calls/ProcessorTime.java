package io.windsock.testbed.calls;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** The processor time of this process. */
final class ProcessorTime {
  private static final OperatingSystemMXBean OS =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private ProcessorTime() {}

  /** Returns the processor time used by all threads so far, ns. */
  static long usedNs() {
    return OS.getProcessCpuTime();
  }
}
