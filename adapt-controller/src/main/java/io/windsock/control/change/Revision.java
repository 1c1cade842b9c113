package io.windsock.control.change;

import io.windsock.contracts.wire.Decision;
import io.windsock.contracts.wire.Parameters;
import io.windsock.control.params.RuleChanges;
import java.util.List;

/**
 * The parameters that a change results in, with the decision that records it. Pure.
 *
 * @param parameters the parameters to write, under a new epoch
 * @param decision who changed what, from what to what, and why
 * @param changes the rules added, updated or removed
 */
public record Revision(Parameters parameters, Decision decision, List<String> changes) {
  /** The longest reason in characters; the rules that a change names may be long. */
  static final int MAX_REASON = 2_000;

  /**
   * Creates the revision for a change.
   *
   * @param before the parameters in force
   * @param newestEpoch the highest epoch that the topology has; the new epoch is above it
   * @param rules compares the rules
   * @param writer the controller's name
   */
  public static Revision of(
      ParameterChange change,
      Parameters before,
      long newestEpoch,
      RuleChanges rules,
      String writer,
      long nowMs) {
    List<String> changes = rules.between(before, change.edited());
    String whole = changes.isEmpty() ? "" : "; " + String.join("; ", changes);
    String reason = cut(change.reason() + whole, MAX_REASON);
    Parameters after =
        Parameters.newBuilder(change.edited())
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

  static String cut(String text, int maxChars) {
    return text.length() <= maxChars ? text : text.substring(0, maxChars - 1) + "…";
  }
}
