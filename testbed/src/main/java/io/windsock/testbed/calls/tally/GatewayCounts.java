package io.windsock.testbed.calls.tally;

import java.util.List;
import java.util.Map;

/**
 * What gateways counted during a load.
 *
 * @param reissued how often they sent a call to a further site, by reason
 * @param duplicates answers of sites to calls that were answered already, which they dropped
 * @param lateAnswers answers of sites after the deadline, which they dropped
 * @param silent the gateways that did not report, by their URLs
 */
public record GatewayCounts(
    Map<String, Long> reissued, long duplicates, long lateAnswers, List<String> silent) {
  /** Copies the list; the map keeps its order. */
  public GatewayCounts {
    silent = List.copyOf(silent);
  }

  /** Returns how often a call was sent to a further site. */
  public long allReissued() {
    return reissued.values().stream().mapToLong(Long::longValue).sum();
  }
}
