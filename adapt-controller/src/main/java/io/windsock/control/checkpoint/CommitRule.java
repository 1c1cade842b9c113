package io.windsock.control.checkpoint;

import io.windsock.contracts.wire.CommitPoint;
import io.windsock.contracts.wire.PublishedSnapshot;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.platform.telemetry.MemberPhase;
import io.windsock.platform.telemetry.Received;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Computes the commit point of an output topic (the paper, Figure 3: the minimum over the replies)
 * and how far its log may be trimmed: to the commit point, but not past the newest snapshot from
 * which a new site can start, nor past what a link has yet to copy. Pure.
 *
 * <p>The commit point moves back when a site joins that is behind it; trimming never does.
 */
public final class CommitRule {
  private final long expiryMs;

  /** Creates a rule that ignores sites silent for longer than this. */
  public CommitRule(long expiryMs) {
    this.expiryMs = expiryMs;
  }

  /**
   * The commit point and the trimming it permits.
   *
   * @param point the commit point to announce
   * @param trimTo by partition, the offset before which nothing is needed; empty to trim nothing
   */
  public record Commit(CommitPoint point, List<Long> trimTo) {}

  /**
   * Computes the commit point.
   *
   * @param samples the latest of every site, of whatever topic
   * @param stuck the names of sites that hold the log back but make no progress, from {@link
   *     SiteProgress}; they count as expired
   * @param completeSinceMs since when all sites' samples are known, ms since the epoch
   * @return null if no other live site follows the topic
   */
  public @Nullable Commit of(
      LogPosition log,
      List<Received<SiteSample>> samples,
      Set<String> stuck,
      long completeSinceMs,
      long nowMs) {
    List<SiteSample> live = new ArrayList<>();
    List<String> expired = new ArrayList<>();
    for (Received<SiteSample> received : samples) {
      if (!received.sample().getTopic().equals(log.topic())) {
        continue;
      }
      boolean same = received.sample().getTokenEpoch() == log.tokenEpoch();
      boolean counts = same && !stuck.contains(received.sample().getSite());
      if (counts && nowMs - received.atMs() <= expiryMs) {
        live.add(received.sample());
      } else {
        expired.add(received.sample().getSite());
      }
    }
    return live.isEmpty() ? null : of(log, live, expired, nowMs - completeSinceMs, nowMs);
  }

  private Commit of(
      LogPosition log, List<SiteSample> live, List<String> expired, long completeMs, long nowMs) {
    List<Long> offsets = new ArrayList<>();
    List<List<Long>> stamps = new ArrayList<>();
    for (int partition = 0; partition < log.partitions(); partition++) {
      int at = partition;
      SiteSample least =
          Collections.min(live, Comparator.comparingLong(site -> checkpoint(log, site, at)));
      long offset = checkpoint(log, least, partition);
      // An empty partition has no marker, and must not hold up the others.
      offsets.add(offset < 0 ? log.begins().get(partition) : offset);
      stamps.add(at(least.getStamps(), partition, List.of()));
    }
    SiteSample snapshot = newestSnapshot(live);
    String waitsFor = waitsFor(uncommitted(log, live), snapshot, completeMs);
    List<Long> trimTo =
        waitsFor.isEmpty() && snapshot != null ? trimTo(offsets, snapshot, log) : List.of();
    List<String> links = holding(log, trimTo);
    for (String link : links) {
      trimTo = least(trimTo, copied(log, link), log);
    }
    waitsFor = links.isEmpty() ? waitsFor : moreToCopy(links);
    List<String> names = live.stream().map(SiteSample::getSite).toList();
    return new Commit(
        new CommitPoint(
            log.topic(),
            log.tokenEpoch(),
            nowMs,
            offsets,
            stamps,
            names,
            expired,
            log.begins(),
            snapshot == null ? "" : name(snapshot),
            waitsFor),
        trimTo);
  }

  /** Returns a site that has committed nothing at all; empty if there is none. */
  private static String uncommitted(LogPosition log, List<SiteSample> live) {
    return live.stream()
        .filter(
            site ->
                IntStream.range(0, log.partitions()).allMatch(p -> checkpoint(log, site, p) < 0))
        .map(SiteSample::getSite)
        .findFirst()
        .orElse("");
  }

  /**
   * Returns a site's committed offset; for a site that joins by a snapshot, the snapshot's offset.
   * Kafka forgets an offset that was not committed anew for a week, as in a quiet partition. The
   * site still reports it.
   */
  private static long checkpoint(LogPosition log, SiteSample site, int partition) {
    long own = at(site.getCheckpoints(), partition, -1L);
    if (MemberPhase.of(site) == MemberPhase.JOINING) {
      return own;
    }
    long committed = at(log.committed().getOrDefault(site.getSite(), List.of()), partition, -1L);
    return committed < 0 ? own : committed;
  }

  private static <T> T at(List<T> list, int index, T absent) {
    return index < list.size() ? list.get(index) : absent;
  }

  private static @Nullable SiteSample newestSnapshot(List<SiteSample> live) {
    return live.stream()
        .filter(site -> site.getSnapshot() != null && MemberPhase.of(site).givesSnapshots())
        .reduce((newest, site) -> sum(site) > sum(newest) ? site : newest)
        .orElse(null);
  }

  private static long sum(SiteSample site) {
    return snapshot(site).getOffsets().stream().mapToLong(Long::longValue).sum();
  }

  private static PublishedSnapshot snapshot(SiteSample site) {
    return Objects.requireNonNull(site.getSnapshot());
  }

  private static String name(SiteSample site) {
    return site.getSite() + "/" + snapshot(site).getNumber();
  }

  private String waitsFor(String uncommitted, @Nullable SiteSample snapshot, long completeMs) {
    if (!uncommitted.isEmpty()) {
      return "site " + uncommitted + " has committed no checkpoint yet";
    }
    if (snapshot == null) {
      return "no live site has published a snapshot from which a new site could start";
    }
    if (completeMs < expiryMs) {
      return "some sites may not have reported yet: waiting "
          + (expiryMs - completeMs + 999) / 1000
          + " s more";
    }
    return "";
  }

  private static List<Long> trimTo(List<Long> offsets, SiteSample snapshot, LogPosition log) {
    List<Long> trimTo = new ArrayList<>();
    for (int partition = 0; partition < offsets.size(); partition++) {
      long kept = at(snapshot(snapshot).getOffsets(), partition, 0L);
      long to = Math.min(offsets.get(partition), kept);
      trimTo.add(Math.max(to, log.begins().get(partition)));
    }
    return trimTo;
  }

  /** Returns the names of the links that have yet to copy some of what would be trimmed. */
  private static List<String> holding(LogPosition log, List<Long> trimTo) {
    return log.links().keySet().stream()
        .filter(link -> !least(trimTo, copied(log, link), log).equals(trimTo))
        .sorted()
        .toList();
  }

  private static List<Long> copied(LogPosition log, String link) {
    return Objects.requireNonNull(log.links().get(link));
  }

  private static String moreToCopy(List<String> links) {
    return links.size() == 1
        ? "link " + links.get(0) + " has more to copy"
        : "links " + String.join(", ", links) + " have more to copy";
  }

  /** Returns the lesser offset of each partition, but none before the log's beginning. */
  private static List<Long> least(List<Long> trimTo, List<Long> copied, LogPosition log) {
    List<Long> least = new ArrayList<>();
    for (int partition = 0; partition < trimTo.size(); partition++) {
      long to = Math.min(trimTo.get(partition), at(copied, partition, 0L));
      least.add(Math.max(to, log.begins().get(partition)));
    }
    return least;
  }

  /** Returns the partitions in which there is something to trim. */
  public static Map<Integer, Long> advances(List<Long> begins, List<Long> trimTo) {
    Map<Integer, Long> advances = new TreeMap<>();
    for (int partition = 0; partition < trimTo.size(); partition++) {
      if (trimTo.get(partition) > begins.get(partition)) {
        advances.put(partition, trimTo.get(partition));
      }
    }
    return advances;
  }
}
