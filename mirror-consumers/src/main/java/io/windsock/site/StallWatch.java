package io.windsock.site;

import io.windsock.platform.time.Clocks;
import io.windsock.site.apply.ApplyLoop;
import io.windsock.site.progress.Stall;
import io.windsock.site.progress.Standstill;
import io.windsock.site.state.StateCare;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Detects that the apply thread or the disk probe is blocked in a call, which neither can report
 * itself. It runs on its own thread and calls neither the disk nor Kafka. A stall of the apply
 * thread ends when that thread has handled it; a stall of the disk ends when the probe returns.
 */
final class StallWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StallWatch.class);
  private static final long LOOK_MS = 100;

  private final String site;
  private final ApplyLoop loop;
  private final StateCare care;
  private final SiteProgress progress;
  private final Clocks clock;
  private final Standstill apply;
  private final Standstill probe;
  private final Thread thread;
  private @Nullable Stall disk;

  StallWatch(String site, ApplyLoop loop, StateCare care, SiteProgress progress, Clocks clock) {
    this.site = site;
    this.loop = loop;
    this.care = care;
    this.progress = progress;
    this.clock = clock;
    apply = new Standstill(clock.monotonicMs());
    probe = new Standstill(clock.monotonicMs());
    thread = new Thread(this::run, "stalls-" + site);
    thread.setDaemon(true);
  }

  /** Starts watching. */
  void start() {
    thread.start();
  }

  private void run() {
    try {
      while (loop.running()) {
        doWork(clock.monotonicMs());
        Thread.sleep(LOOK_MS);
      }
    } catch (InterruptedException e) {
      LOG.debug("{}: stopped watching its threads", site);
    }
  }

  private void doWork(long nowMs) {
    long applyMs = apply.look(loop.step(), nowMs);
    if (applyMs != Standstill.MOVES) {
      loop.stalled(applyMs);
    }
    long probeMs = probe.look(care.probe(), nowMs);
    if (probeMs == Standstill.MOVES) {
      cleared();
    } else if (disk == null) {
      disk = new Stall("its disk has not answered", probeMs);
      LOG.warn("{}: {}: a file is being written", site, disk.describe(clock));
      progress.disk(disk);
    }
  }

  private void cleared() {
    Stall over = disk;
    if (over != null) {
      LOG.info("{}: its disk answers again", site);
      disk = null;
      progress.disk(null);
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
