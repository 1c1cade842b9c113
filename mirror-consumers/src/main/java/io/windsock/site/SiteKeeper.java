package io.windsock.site;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.site.apply.Progress;
import io.windsock.site.apply.ReadyQueue;
import io.windsock.site.apply.SitePhase;
import io.windsock.site.apply.SiteStartException;
import io.windsock.site.apply.SiteStatus;
import io.windsock.site.join.SnapshotJoin;
import java.time.InstantSource;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a site going. Where the log does not have what the site needs next, it loads another site's
 * snapshot and starts the site again from it, in this process, at the same address; while no site
 * has one, it goes on looking. Any thread may call it.
 *
 * <pre>
 *  running ──the log lacks its next offset──▶ joining ──snapshot ready──▶ restarting ──▶ running
 *                                               └─none: again, later and later
 * </pre>
 */
public final class SiteKeeper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SiteKeeper.class);
  private static final long LOOK_MS = 100;
  private static final long FIRST_RETRY_MS = 500;
  private static final long LAST_RETRY_MS = 10_000;

  private final SiteConfig config;
  private final Thread thread;
  private final Object restart = new Object();
  private volatile Site site;
  private volatile boolean closing;

  /** What is said while there is no running site; null while there is one. */
  private volatile @Nullable Without without;

  /** Why there is none, and what the last one said of itself. */
  private record Without(Progress progress, SiteStatus last) {
    static Without of(SiteStatus last, SitePhase phase, String detail) {
      ReadyQueue unknown = ReadyQueue.unknown(last.token().partitions());
      return new Without(new Progress(phase, detail, unknown, last.eventsApplied(), 0), last);
    }
  }

  private SiteKeeper(SiteConfig config, Site site) {
    this.config = config;
    this.site = site;
    thread = new Thread(this::run, "keeper-" + config.name());
    thread.setDaemon(true);
  }

  /**
   * Starts a site and keeps it.
   *
   * @throws SiteStartException if the cluster or the topic isn't there
   * @throws io.windsock.site.state.DataDirException if the data directory can't be used
   * @throws ConfigurationException if the HTTP server can't listen
   */
  public static SiteKeeper start(SiteConfig config) {
    SiteKeeper keeper = new SiteKeeper(config, Site.start(config));
    keeper.thread.start();
    return keeper;
  }

  /** The site as it runs now; it is another one after it was started again. */
  public Site site() {
    return site;
  }

  /** How far the site is. */
  public Progress progress() {
    Without none = without;
    return none == null ? site.progress() : none.progress();
  }

  /** What the site says of itself; while it is being started again, what it said before. */
  public SiteStatus status() {
    synchronized (restart) {
      Without none = without;
      return none == null ? site.status() : none.last();
    }
  }

  /** Where it is served. */
  public String url() {
    return site.url();
  }

  private void run() {
    try {
      while (!closing) {
        if (site.needsSnapshot()) {
          join();
        } else {
          Thread.sleep(LOOK_MS);
        }
      }
    } catch (InterruptedException e) {
      LOG.debug("{}: its keeper ends", config.name());
    }
  }

  private void join() throws InterruptedException {
    Site joining = site;
    SnapshotJoin join =
        new SnapshotJoin(
            joining.joinTarget(),
            joining.admin(),
            config.topics().monitor(),
            config.client(),
            new EventCodec(config.domain().catalogue()),
            joining::joining,
            InstantSource.system());
    long waitMs = FIRST_RETRY_MS;
    while (!join.attempt(joining.peers())) {
      LOG.warn("{}: {}", config.name(), joining.progress().detail());
      Thread.sleep(waitMs);
      waitMs = Math.min(LAST_RETRY_MS, 2 * waitMs);
    }
    restart(joining);
  }

  private void restart(Site before) throws InterruptedException {
    SiteConfig goingOn = config.goingOn(before.port(), before.peers());
    synchronized (restart) {
      if (closing) {
        return;
      }
      String detail = "starts again with another site's state";
      without = Without.of(before.status(), SitePhase.JOINING, detail);
      before.close();
    }
    long waitMs = FIRST_RETRY_MS;
    while (!closing && !started(goingOn)) {
      Thread.sleep(waitMs);
      waitMs = Math.min(LAST_RETRY_MS, 2 * waitMs);
    }
  }

  private boolean started(SiteConfig goingOn) {
    try {
      Site started = Site.start(goingOn);
      synchronized (restart) {
        site = started;
        without = null;
      }
      return true;
    } catch (SiteStartException | ConfigurationException e) {
      LOG.warn("{}: can't start again yet: {}", config.name(), e.getMessage());
      return false;
    } catch (RuntimeException e) {
      LOG.error("{}: can't start again", config.name(), e);
      SiteStatus last = Objects.requireNonNull(without).last();
      without = Without.of(last, SitePhase.STOPPED, e.toString());
      closing = true;
      return false;
    }
  }

  /** Stops looking for snapshots, then closes the site. */
  @Override
  public void close() {
    synchronized (restart) { // not while a site is being closed, which would leave it open
      closing = true;
      thread.interrupt();
    }
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    site.close();
  }
}
