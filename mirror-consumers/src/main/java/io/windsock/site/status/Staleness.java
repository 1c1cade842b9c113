package io.windsock.site.status;

import io.windsock.site.progress.ReadyQueue;
import io.windsock.site.state.form.AppliedMarker;
import io.windsock.site.state.form.PartitionLedger;
import java.util.List;

/**
 * What a site's state lacks against a central site that has applied everything (the paper's
 * consistency, section 3.2.2).
 *
 * <p>The topology counts what its rules withhold, exactly, at each marker; that part is as of the
 * last marker applied, and none at a central site, which gets what is forwarded. The rest is what
 * the log has and the site has not applied. That is counted in offsets, so it is exact when there
 * is none, and otherwise no less than the records: offsets of markers and of transactions' ends
 * count too.
 *
 * <p>Of a partition that is cut off, nobody knows what the log has by now: its state is as old as
 * the site's last look at the log, though nothing may be lacking.
 *
 * @param events how many updates: withheld, and in the ready queue
 * @param ms age of the oldest of them; of the ready queue, since the last event applied or since
 *     the queue was last seen empty, whichever is later
 */
public record Staleness(long events, long ms) {
  /** Nothing is lacking. */
  public static final Staleness NONE = new Staleness(0, 0);

  /**
   * That of a site.
   *
   * @param ledgers by partition, what it has applied
   * @param ready what it has not
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
