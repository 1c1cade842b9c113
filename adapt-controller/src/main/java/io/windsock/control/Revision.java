package io.windsock.control;

import io.windsock.contracts.wire.Decision;
import io.windsock.contracts.wire.Parameters;
import io.windsock.control.params.RuleChanges;
import java.util.List;

/**
 * The parameters that a change makes, with the decision that records it. Pure.
 *
 * @param parameters to be written, under a new epoch
 * @param decision who changed what, from what to what, and why
 * @param changes which rules were added, updated or removed
 */
record Revision(Parameters parameters, Decision decision, List<String> changes) {
  /** Characters of a reason: the rules that a change names may be long. */
  static final int MAX_REASON = 2_000;

  /**
   * Makes one.
   *
   * @param before what is in force
   * @param newestEpoch of those under which the topology is; the new one is above it
   * @param writer the controller's name
   * @throws io.windsock.contracts.config.ConfigurationException if the change refuses {@code
   *     before}
   */
  static Revision of(
      Change change,
      Parameters before,
      long newestEpoch,
      RuleChanges rules,
      String writer,
      long nowMs) {
    Parameters edited = change.edit().apply(before);
    List<String> changes = rules.between(before, edited);
    String reason = reason(change.reason(), changes);
    Parameters after =
        Parameters.newBuilder(edited)
            .setEpoch(Math.max(before.getEpoch(), newestEpoch) + 1)
            .setWriter(writer)
            .setWrittenAtMs(nowMs)
            .setReason(reason)
            .build();
    Decision decision =
        new Decision(
            nowMs,
            change.kind(),
            before.getEpoch(),
            after.getEpoch(),
            before.getInForce().getName(),
            after.getInForce().getName(),
            change.policy(),
            change.value(),
            change.site(),
            change.measured(),
            change.threshold(),
            reason,
            writer);
    return new Revision(after, decision, changes);
  }

  private static String reason(String asked, List<String> changes) {
    String whole = changes.isEmpty() ? asked : asked + "; " + String.join("; ", changes);
    return whole.length() <= MAX_REASON ? whole : whole.substring(0, MAX_REASON - 1) + "…";
  }
}
