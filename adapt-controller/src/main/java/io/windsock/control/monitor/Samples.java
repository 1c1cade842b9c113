package io.windsock.control.monitor;

import io.windsock.contracts.wire.PartitionSample;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.contracts.wire.TopologySample;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The latest sample of each site and each instance of the topology. Owned by the control thread;
 * {@link #sites} and {@link #topologies} give copies.
 */
public final class Samples {
  /** Sites and instances remembered at the most: names come from outside. */
  static final int MAX = 10_000;

  private final Map<String, Received<SiteSample>> sites = new TreeMap<>();
  private final Map<String, Received<TopologySample>> topologies = new TreeMap<>();

  /** By site, the most pending requests in any sample heard since the policy looked. */
  private final Map<String, Long> highestPending = new TreeMap<>();

  /** By site, the last sample that told of its load. */
  private final Map<String, Received<SiteSample>> live = new TreeMap<>();

  /** By site, the last sample in which update delays were measured. */
  private final Map<String, Received<SiteSample>> delays = new TreeMap<>();

  /** Two sites that speak under one name, as they were last heard to do so. */
  private record Twins(String older, String younger, long atMs) {}

  /** By name. */
  private final Map<String, Twins> twins = new TreeMap<>();

  /** A site has reported. */
  public void add(SiteSample sample, long atMs) {
    noteTwins(sample, atMs);
    put(sites, sample.getSite(), new Received<>(sample, atMs));
    if (!Observations.live(sample)) {
      return;
    }
    put(live, sample.getSite(), new Received<>(sample, atMs));
    if (sample.getUpdateDelay().getEvents() > 0) {
      put(delays, sample.getSite(), new Received<>(sample, atMs));
    }
    if (sites.containsKey(sample.getSite())) {
      highestPending.merge(sample.getSite(), sample.getPending(), Math::max);
    }
  }

  /** An incarnation that speaks after a younger one has is no former one: both run. */
  private void noteTwins(SiteSample sample, long atMs) {
    Received<SiteSample> before = sites.get(sample.getSite());
    if (before == null || sample.getBorn() < 0) {
      return;
    }
    SiteSample known = before.sample();
    boolean another = !known.getIncarnation().equals(sample.getIncarnation());
    if (another && known.getBorn() > sample.getBorn()) {
      twins.put(sample.getSite(), new Twins(sample.getUrl(), known.getUrl(), atMs));
    }
  }

  /** What is wrong with the sites' names, in words; empty if nothing is. */
  public String twins(long nowMs) {
    StringBuilder text = new StringBuilder();
    twins.forEach(
        (name, two) -> {
          if (nowMs - two.atMs() <= Observations.STALE_MS) {
            text.append(text.isEmpty() ? "" : "; ")
                .append("two sites call themselves '")
                .append(name)
                .append("', at ")
                .append(two.older())
                .append(" and at ")
                .append(two.younger())
                .append(": start the younger, the second, with another --name");
          }
        });
    return text.toString();
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

  /** An instance of the topology has reported. */
  public void add(TopologySample sample, long atMs) {
    put(topologies, sample.getInstance(), new Received<>(sample, atMs));
  }

  private static <T> void put(Map<String, Received<T>> all, String name, Received<T> heard) {
    if (all.size() < MAX || all.containsKey(name)) {
      all.put(name, heard);
    }
  }

  /** Forgets every site and instance that has been silent since. */
  public void forget(long beforeMs) {
    sites.values().removeIf(heard -> heard.atMs() < beforeMs);
    live.values().removeIf(heard -> heard.atMs() < beforeMs);
    delays.values().removeIf(heard -> heard.atMs() < beforeMs);
    twins.values().removeIf(two -> two.atMs() < beforeMs);
    topologies.values().removeIf(heard -> heard.atMs() < beforeMs);
  }

  /** The latest sample of each site. */
  public List<Received<SiteSample>> sites() {
    return List.copyOf(sites.values());
  }

  /** The latest sample of each instance of the topology. */
  public List<Received<TopologySample>> topologies() {
    return List.copyOf(topologies.values());
  }

  /** When the newest sample came, ms since the epoch; the least there is if none has. */
  long newestMs() {
    return Math.max(newestMs(sites), newestMs(topologies));
  }

  private static <T> long newestMs(Map<String, Received<T>> all) {
    return all.values().stream().mapToLong(Received::atMs).max().orElse(Long.MIN_VALUE);
  }

  /** The newest epoch that a partition of the topology is under; 0 if none has spoken. */
  public long newestEpoch() {
    return topologies.values().stream()
        .map(heard -> heard.sample().getPartitions())
        .flatMap(Collection::stream)
        .mapToLong(PartitionSample::getEpoch)
        .max()
        .orElse(0);
  }
}
