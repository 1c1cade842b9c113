package io.windsock.gateway.core.stats;

import io.windsock.contracts.query.Question.Kind;
import java.util.Map;

/**
 * What a core has done since it was created, and its state. Each call of {@link
 * io.windsock.gateway.core.GatewayCore#call} or {@link
 * io.windsock.gateway.core.GatewayCore#expired} ends in exactly one of {@code inTime}, {@code
 * refused}, {@code late}, {@code invalid}, {@code shed} and {@code abandoned}, or is pending.
 * Immutable.
 *
 * @param calls the calls received
 * @param inTime those with a final answer before their deadline
 * @param refused those that no site would answer, that found none, or that were pending at its stop
 * @param late those whose deadline passed
 * @param invalid those that were invalid
 * @param abandoned those that their requester cancelled, or whose requester left
 * @param shed those refused above the high watermark, by kind
 * @param reissued how often a call was sent again, by reason
 * @param duplicates answers to calls that were answered already; dropped
 * @param lateAnswers answers to calls that were over without one: shed, past their deadline, or
 *     cancelled by their requester; dropped
 * @param unknownAnswers answers of unknown sites, or that name no call; dropped
 * @param earlyAnswers answers that arrived before their call, and were relayed
 * @param pending the calls pending, by kind
 * @param limits the calls that may be pending now, by kind
 * @param usualMs the estimate of the answer time that triggers early reissues, by kind, ms; none
 *     for a kind with too few answers
 * @param sites the sites alive
 * @param openSites those of them that get calls
 * @param gateways the gateways alive, this one included
 * @param excluded how often a silent member was excluded
 * @param lastDetectionMs for how long the last of them had been silent, ms
 * @param maxDetectionMs the longest such time, ms
 * @param pauses how often this process was paused for so long that members got more grace
 */
public record GatewayStats(
    long calls,
    long inTime,
    long refused,
    long late,
    long invalid,
    long abandoned,
    Map<Kind, Long> shed,
    Map<Reissue, Long> reissued,
    long duplicates,
    long lateAnswers,
    long unknownAnswers,
    long earlyAnswers,
    Map<Kind, Integer> pending,
    Map<Kind, Integer> limits,
    Map<Kind, Double> usualMs,
    int sites,
    int openSites,
    int gateways,
    long excluded,
    double lastDetectionMs,
    double maxDetectionMs,
    long pauses) {
  private static final double NS_PER_MS = 1e6;

  /**
   * Creates a snapshot of counters and of a state; the other parameters are those of the record.
   *
   * @param counters the counts
   */
  public static GatewayStats of(
      Counters counters,
      Map<Kind, Integer> pending,
      Map<Kind, Integer> limits,
      Map<Kind, Double> usualMs,
      int sites,
      int openSites,
      int gateways) {
    return new GatewayStats(
        counters.calls,
        counters.inTime,
        counters.refused,
        counters.late,
        counters.invalid,
        counters.abandoned,
        counters.shed.all(),
        counters.reissued.all(),
        counters.duplicates,
        counters.lateAnswers,
        counters.unknownAnswers,
        counters.earlyAnswers,
        pending,
        limits,
        usualMs,
        sites,
        openSites,
        gateways,
        counters.excluded,
        counters.lastDetectionNs / NS_PER_MS,
        counters.maxDetectionNs / NS_PER_MS,
        counters.pauses);
  }

  /** Returns the calls refused above the high watermark, of all kinds. */
  public long allShed() {
    return sum(shed);
  }

  /** Returns how often a call was sent again, for any reason. */
  public long allReissued() {
    return sum(reissued);
  }

  /** Returns the calls pending, of all kinds. */
  public long allPending() {
    return sum(pending);
  }

  private static long sum(Map<?, ? extends Number> counts) {
    return counts.values().stream().mapToLong(Number::longValue).sum();
  }
}
