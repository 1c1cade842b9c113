package io.windsock.topology.receive;

import io.windsock.rules.config.RuleSet;

/**
 * What a task carries out: its part of the parameters (the paper, Table 1). Immutable; shared by
 * all threads.
 *
 * @param epoch which change of the parameters it is; 0: what the topology was started with
 * @param function the mirroring function's name; empty for epoch 0
 * @param rules the mirroring function, and the forwarding function with it
 * @param markerEvery a marker after so many sent events (the paper's checkpointing frequency
 *     <i>f</i>)
 * @param released how often {@code mirror()} was called
 * @param logged the record of the control topic, framed; empty for epoch 0
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record TaskParameters(
    long epoch, String function, RuleSet rules, int markerEvery, long released, byte[] logged) {
  /** What the topology was started with. */
  public static TaskParameters initial(RuleSet rules, int markerEvery) {
    return new TaskParameters(0, "", rules, markerEvery, 0, new byte[0]);
  }
}
