package io.windsock.site;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.site.disk.DataDirException;
import io.windsock.site.disk.DiskFault;
import io.windsock.site.disk.DiskProbe;
import io.windsock.site.disk.StoreException;
import io.windsock.site.join.JoinException;
import io.windsock.site.join.Preference;
import io.windsock.site.join.SnapshotJoin;
import io.windsock.site.progress.Progress;
import io.windsock.site.progress.SitePhase;
import io.windsock.site.state.SiteState;
import io.windsock.site.status.SiteStartException;
import io.windsock.site.status.SiteStatus;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a site running in this process, at the same address. If the log no longer has the site's
 * next offset, the keeper loads another site's snapshot and restarts the site from it, retrying
 * while no site has one. If another site's snapshot may be quicker than the log, it tries once. If
 * the disk is not writable, it restarts the site once it is. If the state is damaged, or has
 * records that the log has lost, or lacks what a copied log never had, it restarts the site without
 * that state. Any thread may call it.
 *
 * <pre>
 *  running ──the log lacks its next offset──▶ joining ──snapshot ready──▶ restarting ──▶ running
 *     │                                         └─none: again, later and later
 *     ├─a snapshot may be quicker than the log──▶ joining ──snapshot ready, or none─▶ restarting
 *     ├─its files have a fault──▶ repairing ──writable again, or to be rebuilt──▶ restarting
 *     │                               └─damaged too often──▶ stopped
 *     ├─the log is a copy without its beginning──▶ restarting, without a state ──▶ joining
 *     └─the log diverged────────▶ repairing ──log whole, or snapshot ready──────▶ restarting
 * </pre>
 */
public final class SiteKeeper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SiteKeeper.class);
  private static final long LOOK_MS = 100;
  private static final long FIRST_RETRY_MS = 500;
  private static final long LAST_RETRY_MS = 10_000;
  private static final long PROBE_MS = 1000;

  /** How long a closed site may take to release its directory. */
  private static final long HELD_MS = 60_000;

  private final SiteConfig config;
  private final RepairPace pace = new RepairPace();
  private final Rebuilds rebuilds = new Rebuilds();
  private final Thread thread;
  private final Object restart = new Object();
  private volatile KeptSite kept;
  private volatile boolean closing;

  private SiteKeeper(SiteConfig config, Site site) {
    this.config = config;
    kept = new KeptSite.Running(site);
    thread = new Thread(this::run, "keeper-" + config.name());
    thread.setDaemon(true);
  }

  /**
   * Checks what the site needs of this machine; it asks nothing of the cluster.
   *
   * @throws DataDirException if the data directory can't be used
   * @throws UnsatisfiedLinkError if RocksDB's library can't be loaded
   */
  public static void checkMachine(SiteConfig config) {
    SiteState.check(config.store().dataDir());
  }

  /**
   * Starts a site and keeps it running.
   *
   * @throws SiteStartException if the cluster is unreachable, no Kafka client can be created, or
   *     the topic does not exist
   * @throws DataDirException if the data directory can't be used
   * @throws ConfigurationException if the HTTP server can't listen
   */
  public static SiteKeeper start(SiteConfig config) {
    SiteKeeper keeper = new SiteKeeper(config, Site.start(config));
    keeper.thread.start();
    return keeper;
  }

  /** The running site. A restart replaces it. */
  public Site site() {
    return kept.site();
  }

  /** The site's progress. */
  public Progress progress() {
    return kept.progress();
  }

  /** The site's status; during a restart, the last one before it. */
  public SiteStatus status() {
    KeptSite now = kept;
    if (now instanceof KeptSite.Down) {
      return now.status(); // closing the site may take a while
    }
    synchronized (restart) {
      return kept.status();
    }
  }

  /** The base URL at which the site is served. */
  public String url() {
    return site().url();
  }

  private void run() {
    try {
      while (!closing) {
        try {
          doWork();
        } catch (RuntimeException e) { // otherwise the keeper would end silently
          failed(e);
          Thread.sleep(LAST_RETRY_MS);
        }
      }
    } catch (InterruptedException e) {
      LOG.debug("{}: its keeper ends", config.name());
    }
  }

  private void doWork() throws InterruptedException {
    Site site = site();
    DiskFault fault = site.fault();
    if (fault != null) {
      repair(site, fault);
    } else if (site.preference() != null) {
      choose(site, site.preference());
    } else if (site.needsSnapshot()) {
      join(site);
    } else {
      if (site.progress().phase().ready()) {
        rebuilds.done();
      }
      Thread.sleep(LOOK_MS);
    }
  }

  private void failed(RuntimeException failure) {
    LOG.error("{}: its keeper failed, and tries again", config.name(), failure);
    if (site().needsSnapshot()) {
      site()
          .joining(
              "looking for another site's snapshot failed, and is tried again: " + failure, null);
    }
  }

  /** Whether only another site's snapshot can repair the site, as far as is known. */
  private static boolean needsSnapshot(Site site) {
    DiskFault fault = site.fault();
    return fault == null ? site.needsSnapshot() : fault.kind() == DiskFault.Kind.DIVERGENT;
  }

  private void join(Site joining) throws InterruptedException {
    SnapshotJoin join = joining.join();
    long waitMs = FIRST_RETRY_MS;
    while (needsSnapshot(joining) && !join.attempt(joining.peers())) {
      LOG.warn("{}: {}", config.name(), joining.progress().detail());
      Thread.sleep(waitMs);
      waitMs = Math.min(LAST_RETRY_MS, 2 * waitMs);
    }
    if (needsSnapshot(joining)) {
      SiteConfig restarted = config.forRestart(joining.port(), joining.peers());
      restart(joining, restarted, SitePhase.JOINING, "starts again with another site's state");
    }
  }

  /** Loads a snapshot that is preferred to the log, if there is one; restarts the site anyhow. */
  private void choose(Site starting, Preference preference) throws InterruptedException {
    boolean loaded = false;
    try {
      loaded = starting.join().prefer(starting.peers(), preference);
    } catch (RuntimeException e) { // the log is always there
      LOG.error("{}: starts from the log: looking for a snapshot failed", config.name(), e);
    }
    if (starting.fault() == null) {
      SiteConfig restarted = config.forRestart(starting.port(), starting.peers());
      String detail = loaded ? "starts again with another site's state" : "starts from the log";
      restart(starting, restarted, SitePhase.JOINING, detail);
    }
  }

  private void repair(Site faulty, DiskFault fault) throws InterruptedException {
    LOG.error("{}: is not serving: {}", config.name(), faulty.progress().detail());
    if (fault.damaged()) {
      rebuild(faulty, fault);
      return;
    }
    Thread.sleep(pace.beforeRepairMs(nowMs()));
    if (fault.kind() == DiskFault.Kind.INCOMPLETE) {
      rebuildFromLog(faulty, fault); // where the empty state asks for a snapshot
      return;
    }
    if (fault.kind() == DiskFault.Kind.DIVERGENT) {
      replace(faulty, fault);
      return;
    }
    while (DiskProbe.stillFaulty(config.store().dataDir()) != null) {
      Thread.sleep(PROBE_MS);
    }
    SiteConfig restarted = config.forRestart(faulty.port(), faulty.peers());
    restart(faulty, restarted, SitePhase.REPAIRING, "starts again: its disk can be written");
  }

  private void rebuild(Site faulty, DiskFault fault) throws InterruptedException {
    if (!pace.mayRebuild(nowMs())) {
      faulty.stopped(
          "its state was damaged more than "
              + RepairPace.MAX_REBUILDS
              + " times within an hour, so its disk fails: use another one ("
              + fault.reason()
              + ")");
      closing = true;
      return;
    }
    rebuilds.begin(fault);
    rebuildFromLog(faulty, fault);
  }

  /**
   * Replaces a state that diverged from the log. The state is kept until a better source exists:
   * the log, if it is whole, or another site's snapshot.
   */
  private void replace(Site diverged, DiskFault fault) throws InterruptedException {
    boolean whole;
    try {
      whole = diverged.join().logIsWhole();
    } catch (JoinException e) {
      LOG.warn("{}: {}", config.name(), e.reason());
      return; // retry a little later
    }
    rebuilds.begin(fault);
    if (whole) {
      rebuildFromLog(diverged, fault);
    } else {
      join(diverged);
    }
  }

  private void rebuildFromLog(Site faulty, DiskFault fault) throws InterruptedException {
    SiteConfig empty = config.rebuilding(faulty.port(), faulty.peers());
    restart(faulty, empty, SitePhase.REPAIRING, "rebuilds its state: " + fault.reason());
  }

  private static long nowMs() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
  }

  private void restart(Site before, SiteConfig next, SitePhase phase, String detail)
      throws InterruptedException {
    KeptSite.Down down;
    synchronized (restart) {
      if (closing) {
        return;
      }
      down = new KeptSite.Running(before).down(next, nowMs() + HELD_MS, phase, detail);
      kept = down;
      before.close();
    }
    long waitMs = FIRST_RETRY_MS;
    while (!closing) {
      KeptSite then = start(down);
      synchronized (restart) {
        kept = then;
      }
      if (!(then instanceof KeptSite.Down still)) {
        return;
      }
      down = still;
      Thread.sleep(waitMs);
      waitMs = Math.min(LAST_RETRY_MS, 2 * waitMs);
    }
  }

  private KeptSite start(KeptSite.Down down) {
    try {
      Site started = Site.start(down.next());
      rebuilds.carryOver(started);
      return new KeptSite.Running(started);
    } catch (SiteStartException | ConfigurationException e) {
      return retryLater(down, down.progress().phase(), e);
    } catch (StoreException e) {
      return retryLater(down, SitePhase.REPAIRING, e);
    } catch (DataDirException e) {
      return refused(down, e);
    } catch (RuntimeException e) {
      return stop(down, e);
    }
  }

  private KeptSite.Down refused(KeptSite.Down down, DataDirException refusal) {
    return switch (refusal.kind()) {
      case DISK -> retryLater(down, SitePhase.REPAIRING, refusal);
      // After that time a thread hangs, which only a restart of the process clears.
      case HELD ->
          nowMs() < down.heldUntilMs()
              ? retryLater(down, SitePhase.REPAIRING, refusal)
              : stop(down, refusal);
      case DAMAGED -> {
        String reason = String.valueOf(refusal.getMessage());
        rebuilds.begin(new DiskFault(DiskFault.Kind.DAMAGED, reason));
        yield retryLater(down.rebuilding(config), SitePhase.REPAIRING, refusal);
      }
      case FOREIGN -> stop(down, refusal);
    };
  }

  private KeptSite.Down retryLater(KeptSite.Down down, SitePhase phase, RuntimeException failure) {
    String reason = String.valueOf(failure.getMessage());
    LOG.warn("{}: can't start again yet: {}", config.name(), reason);
    return down.because(phase, reason);
  }

  private KeptSite.Down stop(KeptSite.Down down, RuntimeException failure) {
    LOG.error("{}: can't start again", config.name(), failure);
    closing = true;
    return down.because(SitePhase.STOPPED, failure.toString());
  }

  /** Stops looking for snapshots and closes the site. */
  @Override
  public void close() {
    synchronized (restart) { // never during a restart, which would leave a site open
      closing = true;
      thread.interrupt();
    }
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    site().close();
  }
}
