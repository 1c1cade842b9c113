package io.windsock.platform.telemetry;

import io.windsock.contracts.wire.PartitionSample;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.contracts.wire.TopologySample;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The members of a cluster, as they report themselves: the latest sample of each site and of each
 * instance of the topology, who of them is alive at a time, and which names two sites use. Pure:
 * samples and times are handed in. Owned by one thread; the lists that it returns are copies.
 */
public final class Members {
  /** A member that is silent for longer is not known to be alive, ms. */
  public static final long ALIVE_MS = 3_000;

  /** Sites and instances remembered at the most: names come from outside. */
  static final int MAX = 10_000;

  private final Map<String, Received<SiteSample>> sites = new TreeMap<>();
  private final Map<String, Received<TopologySample>> topologies = new TreeMap<>();
  private final Map<String, Received<Twins>> twins = new TreeMap<>();

  /**
   * Two running sites of one name.
   *
   * @param older the URL of the one that has the name for longer
   * @param younger that of the other
   */
  public record Twins(String name, String older, String younger) {}

  /**
   * A site has reported.
   *
   * @return whether there was room to remember it
   */
  public boolean add(SiteSample sample, long atMs) {
    noteTwins(sample, atMs);
    return put(sites, sample.getSite(), new Received<>(sample, atMs));
  }

  /** An instance of the topology has reported. */
  public void add(TopologySample sample, long atMs) {
    put(topologies, sample.getInstance(), new Received<>(sample, atMs));
  }

  private static <T> boolean put(Map<String, Received<T>> all, String name, Received<T> heard) {
    boolean room = all.size() < MAX || all.containsKey(name);
    if (room) {
      all.put(name, heard);
    }
    return room;
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
      Twins two = new Twins(sample.getSite(), sample.getUrl(), known.getUrl());
      twins.put(sample.getSite(), new Received<>(two, atMs));
    }
  }

  /** Forgets whoever has been silent since. */
  public void forget(long beforeMs) {
    sites.values().removeIf(heard -> heard.atMs() < beforeMs);
    topologies.values().removeIf(heard -> heard.atMs() < beforeMs);
    twins.values().removeIf(two -> two.atMs() < beforeMs);
  }

  /** The latest sample of each site, by name. */
  public List<Received<SiteSample>> sites() {
    return List.copyOf(sites.values());
  }

  /** The latest sample of each instance of the topology. */
  public List<Received<TopologySample>> topologies() {
    return List.copyOf(topologies.values());
  }

  /** The latest sample of a site; null if it has not been heard. */
  public @Nullable Received<SiteSample> site(String name) {
    return sites.get(name);
  }

  /** The sites of a role that serve clients at {@code nowMs}, by name. */
  public List<SiteSample> serving(String role, long nowMs) {
    return sites.values().stream()
        .filter(heard -> heard.tellsOfNow(nowMs) && serves(heard.sample()))
        .map(Received::sample)
        .filter(sample -> sample.getRole().equals(role))
        .toList();
  }

  /**
   * Whether a site is live and reaches the whole log. One that does not has long queues and old
   * data for other reasons than the load.
   */
  public static boolean serves(SiteSample sample) {
    return MemberPhase.of(sample) == MemberPhase.LIVE && sample.getCutOffMs() == 0;
  }

  /** The sites that have been heard since, and follow this incarnation of a topic, by name. */
  public List<SiteSample> following(String topic, long tokenEpoch, long sinceMs) {
    return sites.values().stream()
        .filter(heard -> heard.atMs() >= sinceMs)
        .map(Received::sample)
        .filter(sample -> sample.getTopic().equals(topic) && sample.getTokenEpoch() == tokenEpoch)
        .toList();
  }

  /** The names that two sites use at {@code nowMs}. */
  public List<Twins> twins(long nowMs) {
    return twins.values().stream()
        .filter(two -> two.tellsOfNow(nowMs))
        .map(Received::sample)
        .toList();
  }

  /** When the newest sample came, ms since the epoch; the least there is if none has. */
  public long newestMs() {
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
