package io.windsock.evaluation.machine;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.TimeUnit;

/**
 * How fast the machine copies memory. A virtual machine shares this with others: it may change
 * several times over within seconds, while its kernel counts no stolen time, and with it changes
 * what an event costs every process. One thread owns it.
 */
public final class MemorySpeed implements Speed {
  /** More than the caches that a processor has for itself. */
  private static final int BYTES = 16 << 20;

  /** So rarely that it takes a few hundredths of one processor. */
  private static final long EVERY_MS = 1_000;

  private static final int WARM_UP = 10;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final byte[] from = new byte[BYTES];
  private final byte[] to = new byte[BYTES];

  /** Creates it, and touches the memory. */
  public MemorySpeed() {
    for (int i = 0; i < WARM_UP; i++) {
      var unused = copyNs();
    }
  }

  /** Processor time, because other threads may take the processor meanwhile. */
  private long copyNs() {
    long startNs = THREADS.getCurrentThreadCpuTime();
    System.arraycopy(from, 0, to, 0, BYTES);
    return THREADS.getCurrentThreadCpuTime() - startNs;
  }

  /** Returns GB/s; bytes per nanosecond are the same. */
  @Override
  public double now() {
    return (double) BYTES / copyNs();
  }

  @Override
  public Sampling begin() {
    return new Samples();
  }

  /** Copies once a second, on a thread of its own. */
  private final class Samples implements Sampling {
    private final Thread thread = new Thread(this::sample, "memory-speed");
    private long copies;
    private long ns;

    Samples() {
      thread.setDaemon(true);
      thread.start();
    }

    private void sample() {
      try {
        while (true) {
          ns += copyNs();
          copies++;
          TimeUnit.MILLISECONDS.sleep(EVERY_MS);
        }
      } catch (InterruptedException e) {
        // The run is over.
      }
    }

    @Override
    public double end() throws InterruptedException {
      thread.interrupt();
      thread.join();
      return (double) copies * BYTES / ns;
    }
  }
}
