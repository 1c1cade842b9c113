package io.windsock.testbed.audit;

import java.util.List;
import java.util.Map;

/**
 * The result of a run of the whole pipeline; written as JSON for scripts.
 *
 * @param addsUp whether all counts are consistent and every site holds the expected state
 * @param problems the inconsistencies, in words
 * @param source events in the source topics, by type
 * @param forward records of the forward topic, by type, without markers
 * @param mirror the same for the mirror topic, counted by reading it
 * @param rules superseded source events by rule, from the markers; includes every rule
 * @param deadLettered records in the dead-letter topic
 * @param markers sums over the mirror topic's markers
 * @param sites the sites, the central one first
 * @param reference the result of a single-threaded replay of each output
 * @param updateDelayMs from a source event's append to its update being sent by the central site
 * @param replay what this run sent; null values if it sent nothing
 * @param seconds from the first event sent until everything is applied everywhere
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
   * @param token the applied position, as clients carry it
   * @param applied the same position as offsets, by partition
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

  /** Percentiles in ms, and the number of events they cover. */
  public record Delay(long p50, long p99, long max, long events) {}

  /**
   * The events sent by a replay.
   *
   * @param sent events handed to Kafka
   * @param acknowledged the number of those that Kafka acknowledged
   * @param refused events that Kafka rejected
   * @param feedFaults records of the feed that could not be used
   */
  public record Replayed(long sent, long acknowledged, long refused, long feedFaults) {}
}
