package io.windsock.site;

import io.windsock.site.progress.Progress;
import io.windsock.site.progress.ReadyQueue;
import io.windsock.site.progress.SitePhase;
import io.windsock.site.status.SiteStatus;
import java.util.List;

/**
 * The state of a site that a {@link SiteKeeper} keeps. Immutable.
 *
 * <pre>
 *  Running ──is closed──▶ Down, JOINING or REPAIRING ──starts──▶ Running
 *                           │  ▲
 *                           ├──┘ can't start yet; its state may have to be rebuilt
 *                           └──▶ Down, STOPPED: can't start at all
 * </pre>
 */
sealed interface KeptSite {
  /** The running site, or the one that ran last. */
  Site site();

  /** The progress to report. */
  Progress progress();

  /** The status to report. */
  SiteStatus status();

  /** A running site. */
  record Running(Site site) implements KeptSite {
    @Override
    public Progress progress() {
      return site.progress();
    }

    @Override
    public SiteStatus status() {
      return site.status();
    }

    /**
     * The state once the site is closed.
     *
     * @param next the configuration of the next start
     * @param heldUntilMs until when the closed site may hold its directory, monotonic ms
     */
    Down down(SiteConfig next, long heldUntilMs, SitePhase phase, String detail) {
      SiteStatus last = site.status();
      return new Down(site, last, Down.progress(last, phase, detail), next, heldUntilMs);
    }
  }

  /**
   * No site is running.
   *
   * @param status the last one before the site was closed
   */
  record Down(Site site, SiteStatus status, Progress progress, SiteConfig next, long heldUntilMs)
      implements KeptSite {

    private static Progress progress(SiteStatus last, SitePhase phase, String detail) {
      ReadyQueue unknown = ReadyQueue.unknown(last.token().partitions());
      return new Progress(phase, detail, unknown, last.eventsApplied(), 0);
    }

    /** Still down, for this reason. */
    Down because(SitePhase phase, String detail) {
      return new Down(site, status, progress(status, phase, detail), next, heldUntilMs);
    }

    /** Still down; the next start rebuilds the state. */
    Down rebuilding(SiteConfig config) {
      List<String> peers = next.serving().peers();
      SiteConfig rebuilding = config.rebuilding(next.serving().port(), peers);
      return new Down(site, status, progress, rebuilding, heldUntilMs);
    }
  }
}
