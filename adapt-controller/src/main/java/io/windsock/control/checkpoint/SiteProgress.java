package io.windsock.control.checkpoint;

import io.windsock.contracts.wire.SiteSample;
import io.windsock.platform.telemetry.MemberPhase;
import io.windsock.platform.telemetry.Received;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Detects sites that are up but make no progress: they find no snapshot, load one without
 * advancing, or can't write to their disks. Such a site must not hold the log back for ever; like a
 * new site, it starts from another site's snapshot later. Owned by one thread.
 */
public final class SiteProgress {
  private final long patienceMs;
  private final Map<String, Wait> waits = new HashMap<>();

  /** A site's wait: when it began, and when its loading last advanced. */
  private static final class Wait {
    private final long sinceMs;
    private String detail;
    private long movedMs;

    Wait(String detail, long nowMs) {
      this.detail = detail;
      sinceMs = nowMs;
      movedMs = nowMs;
    }
  }

  /** Creates a detector for sites without progress for longer than this. */
  public SiteProgress(long patienceMs) {
    this.patienceMs = patienceMs;
  }

  /** Examines the latest samples; returns the names of the topic's stuck sites. */
  public Set<String> stuck(LogPosition log, List<Received<SiteSample>> samples, long nowMs) {
    Set<String> stuck = new HashSet<>();
    Set<String> waiting = new HashSet<>();
    for (Received<SiteSample> received : samples) {
      SiteSample site = received.sample();
      if (site.getTopic().equals(log.topic()) && MemberPhase.of(site).waits()) {
        waiting.add(site.getSite());
        if (nowMs - since(site, loads(log, site), nowMs) > patienceMs) {
          stuck.add(site.getSite());
        }
      }
    }
    waits.keySet().retainAll(waiting);
    return stuck;
  }

  /**
   * Returns since when the site has made no progress. While a site loads, its status text changes
   * with the bytes received.
   */
  private long since(SiteSample site, boolean loads, long nowMs) {
    String detail = site.getDetail();
    Wait wait = waits.computeIfAbsent(site.getSite(), name -> new Wait(detail, nowMs));
    if (!wait.detail.equals(detail)) {
      wait.detail = detail;
      wait.movedMs = nowMs;
    }
    return loads ? wait.movedMs : wait.sinceMs;
  }

  /** Returns whether the site loads a snapshot from which it can follow the log. */
  private static boolean loads(LogPosition log, SiteSample site) {
    List<Long> checkpoints = site.getCheckpoints();
    for (int p = 0; p < log.partitions(); p++) {
      if (p >= checkpoints.size() || checkpoints.get(p) < log.begins().get(p)) {
        return false;
      }
    }
    return MemberPhase.of(site) == MemberPhase.JOINING;
  }
}
