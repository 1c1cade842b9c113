package io.windsock.topology.receive;

import io.windsock.rules.config.RuleSet;

/**
 * A task's part of the parameters (the paper, Table 1). Immutable; shared by all threads.
 *
 * @param epoch the number of this change of the parameters; 0 for those at the topology's start
 * @param function the mirroring function's name; empty for epoch 0
 * @param rules the mirroring function, with the forwarding function
 * @param markerEvery sent events between markers (the paper's checkpointing frequency <i>f</i>)
 * @param released how often {@code mirror()} was called
 * @param logged the framed record of the control topic; empty for epoch 0
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record TaskParameters(
    long epoch, String function, RuleSet rules, int markerEvery, long released, byte[] logged) {
  /** Returns the parameters at the topology's start. */
  public static TaskParameters initial(RuleSet rules, int markerEvery) {
    return new TaskParameters(0, "", rules, markerEvery, 0, new byte[0]);
  }
}
