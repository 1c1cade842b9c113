package io.windsock.control.change;

import io.windsock.contracts.call.EpochMismatchException;
import io.windsock.contracts.call.MirroringCall;
import io.windsock.contracts.wire.Parameters;
import io.windsock.control.params.ParameterEdits;
import io.windsock.control.policy.LevelChange;

/**
 * A change of the parameters and the facts recorded about it.
 *
 * @param kind ADAPT, RETURN, ADJUST, PIN, RELEASE, SET
 * @param edited the parameters after the change
 * @param policy the policy that decided; empty for an operator or a program
 * @param value the monitored value that decided; empty if none did
 * @param site where the value was measured
 * @param measured the measurement
 * @param threshold the limit that the measurement was compared with
 * @param reason a full explanation
 */
public record ParameterChange(
    String kind,
    Parameters edited,
    String policy,
    String value,
    String site,
    double measured,
    double threshold,
    String reason) {
  /** The longest reason in characters that a caller's change records, as a call may be long. */
  private static final int MAX_REASON = 500;

  /**
   * Returns the change that a call makes to the parameters then in force. If two callers name the
   * same epoch, one succeeds.
   *
   * @throws EpochMismatchException if the caller names another epoch than that of {@code before}
   * @throws io.windsock.contracts.config.ConfigurationException if the call does not fit
   */
  public static ParameterChange called(
      ChangeQueue.Request request, Parameters before, ParameterEdits edits) {
    MirroringCall call = request.call();
    request.caller().require(before.getEpoch());
    String reason = Revision.cut(request.caller().who() + ": " + call.reason(), MAX_REASON);
    return new ParameterChange(call.kind(), edits.apply(before, call), "", "", "", 0, 0, reason);
  }

  /** Returns a change that writes parameters as given. */
  public static ParameterChange written(Parameters parameters, String reason) {
    return new ParameterChange("SET", parameters, "", "", "", 0, 0, reason);
  }

  /**
   * Returns a policy's change of the level.
   *
   * @param policy the policy's name
   * @param edited the parameters at the new level
   * @param reason a full explanation
   */
  public static ParameterChange decided(
      String policy, LevelChange change, Parameters edited, String reason) {
    String kind = change.toLevel() == 0 ? "RETURN" : change.fromLevel() == 0 ? "ADAPT" : "ADJUST";
    String value = change.value() == null ? "" : change.value().text();
    return new ParameterChange(
        kind, edited, policy, value, change.site(), change.measured(), change.threshold(), reason);
  }
}
