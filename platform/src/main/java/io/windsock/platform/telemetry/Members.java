package io.windsock.platform.telemetry;

import io.windsock.contracts.wire.GatewaySample;
import io.windsock.contracts.wire.LinkSample;
import io.windsock.contracts.wire.PartitionSample;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.contracts.wire.TopologySample;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The members of a cluster, as they report themselves. It has the latest sample of each site,
 * gateway, topology instance and link, and determines which of them are alive and which names two
 * sites share. Pure: the caller passes in samples and times. Owned by one thread; the returned
 * lists are copies.
 */
public final class Members {
  /** A member silent for longer than this is not known to be alive, ms. */
  public static final long ALIVE_MS = 3_000;

  /** The maximum number of members remembered, as names are external input. */
  static final int MAX = 10_000;

  private final Map<String, Received<SiteSample>> sites = new TreeMap<>();
  private final Map<String, Received<GatewaySample>> gateways = new TreeMap<>();
  private final Map<String, Received<TopologySample>> topologies = new TreeMap<>();
  private final Map<String, Received<LinkSample>> links = new TreeMap<>();
  private final Map<String, Received<Twins>> twins = new TreeMap<>();

  /**
   * Two running sites with the same name.
   *
   * @param older the URL of the site that has had the name for longer
   * @param younger the URL of the other site
   */
  public record Twins(String name, String older, String younger) {}

  /**
   * Adds a site's sample.
   *
   * @return whether there was room for it
   */
  public boolean add(SiteSample sample, long atMs) {
    noteTwins(sample, atMs);
    return put(sites, sample.getSite(), new Received<>(sample, atMs));
  }

  /** Adds a gateway's sample. */
  public void add(GatewaySample sample, long atMs) {
    put(gateways, sample.getGateway(), new Received<>(sample, atMs));
  }

  /** Adds a topology instance's sample. */
  public void add(TopologySample sample, long atMs) {
    put(topologies, sample.getInstance(), new Received<>(sample, atMs));
  }

  /** Adds a sample of a link. */
  public void add(LinkSample sample, long atMs) {
    put(links, sample.getLink(), new Received<>(sample, atMs));
  }

  private static <T> boolean put(Map<String, Received<T>> all, String name, Received<T> received) {
    boolean room = all.size() < MAX || all.containsKey(name);
    if (room) {
      all.put(name, received);
    }
    return room;
  }

  /** If an incarnation reports after a younger one has reported, both are running. */
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

  /** Forgets members silent since {@code beforeMs}. */
  public void forget(long beforeMs) {
    sites.values().removeIf(received -> received.atMs() < beforeMs);
    gateways.values().removeIf(received -> received.atMs() < beforeMs);
    topologies.values().removeIf(received -> received.atMs() < beforeMs);
    links.values().removeIf(received -> received.atMs() < beforeMs);
    twins.values().removeIf(two -> two.atMs() < beforeMs);
  }

  /** Forgets all members. */
  public void clear() {
    forget(Long.MAX_VALUE);
  }

  /** Returns the latest sample of each site, by name. */
  public List<Received<SiteSample>> sites() {
    return List.copyOf(sites.values());
  }

  /** Returns the latest sample of each gateway, by name. */
  public List<Received<GatewaySample>> gateways() {
    return List.copyOf(gateways.values());
  }

  /** Returns the latest sample of each topology instance. */
  public List<Received<TopologySample>> topologies() {
    return List.copyOf(topologies.values());
  }

  /** Returns the latest sample of each link, by name. */
  public List<Received<LinkSample>> links() {
    return List.copyOf(links.values());
  }

  /** Returns the latest sample of a site; null if there is none. */
  public @Nullable Received<SiteSample> site(String name) {
    return sites.get(name);
  }

  /** Returns the sites of a role that serve clients at {@code nowMs}, by name. */
  public List<SiteSample> serving(String role, long nowMs) {
    return sites.values().stream()
        .filter(received -> received.isCurrent(nowMs) && serves(received.sample()))
        .map(Received::sample)
        .filter(sample -> sample.getRole().equals(role))
        .toList();
  }

  /**
   * Returns whether a site is live and reaches the whole log. A site that does not has long queues
   * and old data for other reasons than the load.
   */
  public static boolean serves(SiteSample sample) {
    return MemberPhase.of(sample) == MemberPhase.LIVE && sample.getCutOffMs() == 0;
  }

  /**
   * Returns the sites that follow this incarnation of a topic and have reported since {@code
   * sinceMs}, by name.
   */
  public List<SiteSample> following(String topic, long tokenEpoch, long sinceMs) {
    return sites.values().stream()
        .filter(received -> received.atMs() >= sinceMs)
        .map(Received::sample)
        .filter(sample -> sample.getTopic().equals(topic) && sample.getTokenEpoch() == tokenEpoch)
        .toList();
  }

  /** Returns the names that two sites share at {@code nowMs}. */
  public List<Twins> twins(long nowMs) {
    return twins.values().stream()
        .filter(two -> two.isCurrent(nowMs))
        .map(Received::sample)
        .toList();
  }

  /**
   * Returns when the newest sample arrived, ms since the epoch; {@link Long#MIN_VALUE} if there is
   * none.
   */
  public long newestMs() {
    return Math.max(
        Math.max(newestMs(sites), newestMs(gateways)),
        Math.max(newestMs(topologies), newestMs(links)));
  }

  private static <T> long newestMs(Map<String, Received<T>> all) {
    return all.values().stream().mapToLong(Received::atMs).max().orElse(Long.MIN_VALUE);
  }

  /** Returns the newest epoch of any topology partition; 0 if none has reported. */
  public long newestEpoch() {
    return topologies.values().stream()
        .map(received -> received.sample().getPartitions())
        .flatMap(Collection::stream)
        .mapToLong(PartitionSample::getEpoch)
        .max()
        .orElse(0);
  }
}
