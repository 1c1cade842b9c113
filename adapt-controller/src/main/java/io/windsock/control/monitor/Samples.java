package io.windsock.control.monitor;

import io.windsock.contracts.wire.SiteSample;
import io.windsock.platform.telemetry.Members;
import io.windsock.platform.telemetry.Received;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The sites' samples that the policy needs in addition to the latest of each: those that arrived
 * between two observations, and the last one of each silent site. Owned by the control thread.
 */
public final class Samples {
  private final Members members = new Members();

  /** By site, the most pending requests in any sample since the last observation. */
  private final Map<String, Peak> highestPending = new TreeMap<>();

  /** By site, the last sample that reported its load. */
  private final Map<String, Received<SiteSample>> live = new TreeMap<>();

  /** By site, the last sample in which update delays were measured. */
  private final Map<String, Received<SiteSample>> delays = new TreeMap<>();

  /** Requests that were pending at a site. */
  private record Peak(long pending, long atMs) {
    /** Returns the higher one; of two that are far apart in time, the later one. */
    private Peak or(Peak later) {
      boolean past = later.atMs - atMs > Members.ALIVE_MS;
      return past || later.pending >= pending ? later : this;
    }
  }

  /** Returns the latest sample of each member. */
  public Members members() {
    return members;
  }

  /** Adds a site's sample. */
  public void add(SiteSample sample, long atMs) {
    if (!members.add(sample, atMs) || !Members.serves(sample)) {
      return;
    }
    Received<SiteSample> received = new Received<>(sample, atMs);
    live.put(sample.getSite(), received);
    if (sample.getUpdateDelay().getEvents() > 0) {
      delays.put(sample.getSite(), received);
    }
    highestPending.merge(sample.getSite(), new Peak(sample.getPending(), atMs), Peak::or);
  }

  /**
   * Returns the most pending requests of a site in any sample since {@link #looked} that is not
   * older than {@code sinceMs}. Sites report more often than the policy observes, and a storm is
   * short.
   */
  long highestPending(SiteSample latest, long sinceMs) {
    Peak peak = highestPending.get(latest.getSite());
    return peak == null || peak.atMs < sinceMs
        ? latest.getPending()
        : Math.max(latest.getPending(), peak.pending);
  }

  /**
   * Returns the last sample of a site with measured update delays, unless it is older than {@code
   * sinceMs}; null if there is none. A sample may follow another within milliseconds without an
   * update between them, and then says nothing about the delay.
   */
  @Nullable SiteSample delays(String site, long sinceMs) {
    Received<SiteSample> last = delays.get(site);
    return last == null || last.atMs() < sinceMs ? null : last.sample();
  }

  /** Returns the last sample of a site that reported its load; null if there is none. */
  @Nullable Received<SiteSample> lastLive(String site) {
    return live.get(site);
  }

  /** Records that the policy has observed the samples. */
  public void looked() {
    highestPending.clear();
  }

  /** Forgets sites and instances silent since {@code beforeMs}. */
  public void forget(long beforeMs) {
    members.forget(beforeMs);
    live.values().removeIf(received -> received.atMs() < beforeMs);
    highestPending.keySet().retainAll(live.keySet());
    delays.values().removeIf(received -> received.atMs() < beforeMs);
  }
}
