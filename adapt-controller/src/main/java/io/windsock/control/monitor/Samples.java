package io.windsock.control.monitor;

import io.windsock.contracts.wire.SiteSample;
import io.windsock.platform.telemetry.Members;
import io.windsock.platform.telemetry.Received;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the policy needs of the sites' samples beside the latest of each: samples that came between
 * two looks of it, and the last one of a site that is silent since. Owned by the control thread.
 */
public final class Samples {
  private final Members members = new Members();

  /** By site, the most pending requests in any sample heard since the policy looked. */
  private final Map<String, Long> highestPending = new TreeMap<>();

  /** By site, the last sample that told of its load. */
  private final Map<String, Received<SiteSample>> live = new TreeMap<>();

  /** By site, the last sample in which update delays were measured. */
  private final Map<String, Received<SiteSample>> delays = new TreeMap<>();

  /** The latest of each. */
  public Members members() {
    return members;
  }

  /** A site has reported. */
  public void add(SiteSample sample, long atMs) {
    if (!members.add(sample, atMs) || !Members.serves(sample)) {
      return;
    }
    Received<SiteSample> heard = new Received<>(sample, atMs);
    live.put(sample.getSite(), heard);
    if (sample.getUpdateDelay().getEvents() > 0) {
      delays.put(sample.getSite(), heard);
    }
    highestPending.merge(sample.getSite(), sample.getPending(), Math::max);
  }

  /**
   * The most pending requests of a site in any sample since {@link #looked}: sites speak more often
   * than the policy looks, and a storm is short.
   */
  long highestPending(SiteSample latest) {
    return Math.max(latest.getPending(), highestPending.getOrDefault(latest.getSite(), 0L));
  }

  /**
   * The last sample of a site in which update delays were measured, if it is not older than {@code
   * sinceMs}: a sample may follow another within milliseconds, without an update between them, and
   * that says nothing of the delay. Null if there is none.
   */
  @Nullable SiteSample delays(String site, long sinceMs) {
    Received<SiteSample> last = delays.get(site);
    return last == null || last.atMs() < sinceMs ? null : last.sample();
  }

  /** The last sample of a site that told of its load; null if there is none. */
  @Nullable Received<SiteSample> lastLive(String site) {
    return live.get(site);
  }

  /** The policy has looked. */
  public void looked() {
    highestPending.clear();
  }

  /** Forgets whoever has been silent since. */
  public void forget(long beforeMs) {
    members.forget(beforeMs);
    live.values().removeIf(heard -> heard.atMs() < beforeMs);
    delays.values().removeIf(heard -> heard.atMs() < beforeMs);
  }
}
