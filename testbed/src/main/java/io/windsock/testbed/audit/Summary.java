package io.windsock.testbed.audit;

import java.util.List;
import java.util.Map;

/**
 * What a run of the whole pipeline came to; written as JSON for scripts.
 *
 * @param addsUp whether all that is counted agrees, and all sites hold what they must
 * @param problems what does not, in words
 * @param source events in the source topics, by type
 * @param forward records of the forward topic, by type, markers left out
 * @param mirror the same of the mirror topic, counted by reading it
 * @param rules source events superseded, by rule, from the markers; every rule is there
 * @param deadLettered records in the dead-letter topic
 * @param markers sums over the mirror topic's markers
 * @param sites the central site first
 * @param reference what a single-threaded replay of each output comes to
 * @param updateDelayMs from a source event's append to its update being sent by the central site
 * @param replay what was sent in this run; null values where nothing was
 * @param seconds from the first event sent to everything applied everywhere
 */
public record Summary(
    boolean addsUp,
    List<String> problems,
    Map<String, Long> source,
    Map<String, Long> forward,
    Map<String, Long> mirror,
    Map<String, Long> rules,
    long deadLettered,
    Markers.Sums markers,
    List<SiteSummary> sites,
    Reference reference,
    Delay updateDelayMs,
    Replayed replay,
    double seconds) {

  /**
   * One site.
   *
   * @param token the position applied, as clients carry it
   * @param applied the same as offsets, by partition
   * @param checkpoint offsets committed to Kafka, by partition
   */
  public record SiteSummary(
      String name,
      String role,
      String url,
      String digest,
      long keys,
      String token,
      List<Long> applied,
      List<Long> checkpoint,
      Map<String, Long> faults) {}

  /** Digests and numbers of keys. */
  public record Reference(String forward, long forwardKeys, String mirror, long mirrorKeys) {}

  /** Percentiles, ms, over so many events. */
  public record Delay(long p50, long p99, long max, long events) {}

  /**
   * What was sent.
   *
   * @param sent events handed to Kafka
   * @param acknowledged of those
   * @param refused events that Kafka would not take
   * @param feedFaults records of the feed that could not be used
   */
  public record Replayed(long sent, long acknowledged, long refused, long feedFaults) {}
}
