package io.windsock.site.status;

import io.windsock.site.progress.ReadyQueue;
import io.windsock.site.state.form.AppliedMarker;
import io.windsock.site.state.form.PartitionLedger;
import java.util.List;

/**
 * What a site's state lacks compared with a central site that has applied everything (the paper's
 * consistency, section 3.2.2).
 *
 * <p>The topology counts exactly, at each marker, what its rules withhold. That part is as of the
 * last marker applied, and is zero at a central site, which receives all that is forwarded. The
 * rest is the part of the log that the site has not applied. It is counted in offsets, including
 * those of markers and transaction ends, so it is at least the number of records and exact if it is
 * zero.
 *
 * <p>The current log end of a partition that is cut off is unknown. Its state counts as old as the
 * site's last look at the log, even if nothing may be missing.
 *
 * @param events the number of updates withheld or in the ready queue
 * @param ms age of the oldest of them; for the ready queue, the time since the last event applied
 *     or since the queue was last seen empty, whichever is later
 */
public record Staleness(long events, long ms) {
  /** The staleness of a state that lacks nothing. */
  public static final Staleness NONE = new Staleness(0, 0);

  /**
   * Computes the staleness of a site.
   *
   * @param ledgers the ledger of each partition
   * @param ready the part of the log not applied yet
   * @param nowMs ms since the epoch
   */
  public static Staleness of(
      SiteRole role, List<PartitionLedger> ledgers, ReadyQueue ready, long nowMs) {
    long events = ready.offsets();
    long oldestMs = Long.MAX_VALUE;
    for (int p = 0; p < ledgers.size(); p++) {
      PartitionLedger ledger = ledgers.get(p);
      AppliedMarker marker = ledger.marker();
      if (role == SiteRole.MIRROR && marker.withheld() > 0) {
        events += marker.withheld();
        oldestMs = Math.min(oldestMs, marker.oldestWithheldMs());
      }
      long unappliedMs = Math.max(ledger.appendedMs(), ready.emptyAtMs(p));
      if ((ready.offsets(p) > 0 || ready.cutOff(p)) && unappliedMs > 0) {
        oldestMs = Math.min(oldestMs, unappliedMs);
      }
    }
    return new Staleness(events, oldestMs == Long.MAX_VALUE ? 0 : Math.max(0, nowMs - oldestMs));
  }
}
