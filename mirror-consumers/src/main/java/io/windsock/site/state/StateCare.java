package io.windsock.site.state;

import io.windsock.platform.time.Clocks;
import io.windsock.site.disk.DiskFault;
import io.windsock.site.disk.DiskProbe;
import io.windsock.site.disk.StoreException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Background scrubber of a state's files. It reads all table files in turn at a low rate, verifies
 * their checksums, and probes whether the directory is writable. It works on its own thread and
 * reports what it finds as the state's {@link SiteState#fault}.
 */
public final class StateCare implements AutoCloseable {
  /** The default rate. */
  public static final Rate STANDARD = new Rate(4L << 20, 60_000, 2_000);

  private static final Logger LOG = LoggerFactory.getLogger(StateCare.class);
  private static final double MS_PER_SECOND = 1000;
  private static final long CLOSE_MS = 10_000;

  private final Path dataDir;
  private final DiskProbe probe;
  private final SiteState state;
  private final Rate rate;
  private final Thread thread;
  private final Clocks clock = Clocks.system();
  private final Deque<String> left = new ArrayDeque<>();
  private long nextProbeMs;
  private long nextTableMs;
  private long nextPassMs;
  private long passBytes;
  private long probes;
  private volatile long probing;
  private volatile boolean closing;

  /**
   * The scrubber's I/O budget.
   *
   * @param bytesPerSecond table file bytes read; a file is read at once, followed by a pause
   * @param passMs the least time between the beginnings of two passes over all files
   * @param probeMs the time between two probes of the directory
   */
  public record Rate(long bytesPerSecond, long passMs, long probeMs) {}

  /**
   * Creates the scrubber of the state in {@code dataDir}.
   *
   * @param probe the probe to use; closed with this object
   */
  public StateCare(String site, Path dataDir, SiteState state, DiskProbe probe, Rate rate) {
    this.dataDir = dataDir;
    this.probe = probe;
    this.state = state;
    this.rate = rate;
    thread = new Thread(this::run, "care-" + site);
    thread.setDaemon(true);
  }

  /** Starts scrubbing, on a thread of its own. Close it before the state. */
  public void start() {
    thread.start();
  }

  private void run() {
    try (probe) {
      while (!closing && state.fault() == null) {
        Thread.sleep(doWork(clock.monotonicMs()));
      }
    } catch (InterruptedException e) {
      LOG.debug("{}: its care ends", dataDir);
    } catch (IllegalStateException e) {
      LOG.debug("{}: its care ends", dataDir, e); // the state is closed
    }
  }

  /** Does the work that is due. Returns the time until the next work, ms. */
  private long doWork(long nowMs) {
    if (nowMs >= nextProbeMs) {
      nextProbeMs = nowMs + rate.probeMs();
      probeDisk();
    }
    if (nowMs >= nextTableMs) {
      scrub(nowMs);
    }
    return Math.max(1, Math.min(nextProbeMs, nextTableMs) - clock.monotonicMs());
  }

  /** The number of the probe in progress; 0 if none is. Any thread. */
  public long probe() {
    return probing;
  }

  private void probeDisk() {
    probing = ++probes;
    DiskFault fault = probe.fault();
    probing = 0;
    if (fault != null && !closing) { // closing interrupts the probe too
      state.note(fault);
    }
  }

  private void scrub(long nowMs) {
    if (left.isEmpty()) {
      left.addAll(state.tables());
      passBytes = 0;
      nextPassMs = nowMs + rate.passMs();
    }
    @Nullable String table = left.poll();
    long bytes = table == null ? 0 : verify(table);
    passBytes += bytes;
    nextTableMs = nowMs + (long) (MS_PER_SECOND * bytes / rate.bytesPerSecond());
    if (left.isEmpty()) {
      nextTableMs = Math.max(nextTableMs, nextPassMs);
      LOG.debug("{}: all {} bytes of its table files are sound", dataDir, passBytes);
    }
  }

  private long verify(String table) {
    try {
      return state.verify(table);
    } catch (StoreException e) {
      LOG.debug("{}: not scrubbed", table, e); // a real fault is already recorded in the state
      return 0;
    }
  }

  /** Stops scrubbing, after waiting for a file that is being read. */
  @Override
  public void close() {
    closing = true;
    thread.interrupt();
    try {
      thread.join(CLOSE_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
