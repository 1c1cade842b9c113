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
 * Which sites are up, serve nobody and get nowhere: they look for a snapshot and find none, load
 * one that does not get on, or can't write to their disks. Such a site must not hold the log back
 * for ever. It starts from another site's snapshot later, as any new one. Owned by one thread.
 */
public final class SiteProgress {
  private final long patienceMs;
  private final Map<String, Wait> waits = new HashMap<>();

  /** A site's wait: since when, and when it last got on with loading. */
  private static final class Wait {
    private final long sinceMs;
    private String said;
    private long movedMs;

    Wait(String said, long nowMs) {
      this.said = said;
      sinceMs = nowMs;
      movedMs = nowMs;
    }
  }

  /** Sites that get nowhere for longer than this are stuck. */
  public SiteProgress(long patienceMs) {
    this.patienceMs = patienceMs;
  }

  /** Looks at the latest samples; answers the names of those sites of the topic that are stuck. */
  public Set<String> stuck(LogPosition log, List<Received<SiteSample>> samples, long nowMs) {
    Set<String> stuck = new HashSet<>();
    Set<String> waiting = new HashSet<>();
    for (Received<SiteSample> heard : samples) {
      SiteSample site = heard.sample();
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

  /** Since when it gets nowhere. Words change while it loads, as often as bytes have come. */
  private long since(SiteSample site, boolean loads, long nowMs) {
    String said = site.getDetail();
    Wait wait = waits.computeIfAbsent(site.getSite(), name -> new Wait(said, nowMs));
    if (!wait.said.equals(said)) {
      wait.said = said;
      wait.movedMs = nowMs;
    }
    return loads ? wait.movedMs : wait.sinceMs;
  }

  /** Whether it loads a snapshot from which the log can be followed. */
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
