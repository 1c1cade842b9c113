package io.windsock.control.change;

import io.windsock.contracts.call.EpochMismatchException;
import io.windsock.contracts.call.MirroringCall;
import io.windsock.contracts.wire.Parameters;
import io.windsock.control.params.ParameterEdits;
import io.windsock.control.policy.LevelChange;

/**
 * A change of the parameters, and what is recorded of it.
 *
 * @param kind ADAPT, RETURN, ADJUST, PIN, RELEASE, SET
 * @param edited the parameters after it
 * @param policy which policy decided; empty: an operator or a program
 * @param value the monitored value that decided; empty if none did
 * @param site where it was measured
 * @param measured what it was
 * @param threshold what it was compared with
 * @param reason all of it in words
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
  /** Characters of a caller's reason: what is asked for may be long. */
  private static final int MAX_REASON = 500;

  /**
   * A call that somebody makes, on the parameters that are in force by then: of two callers that
   * name one epoch, one succeeds.
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

  /** Parameters that are written as they are. */
  public static ParameterChange written(Parameters parameters, String reason) {
    return new ParameterChange("SET", parameters, "", "", "", 0, 0, reason);
  }

  /**
   * A policy's change of the level.
   *
   * @param policy its name
   * @param edited the parameters at the new level
   * @param reason in words
   */
  public static ParameterChange decided(
      String policy, LevelChange change, Parameters edited, String reason) {
    String kind = change.toLevel() == 0 ? "RETURN" : change.fromLevel() == 0 ? "ADAPT" : "ADJUST";
    String value = change.value() == null ? "" : change.value().text();
    return new ParameterChange(
        kind, edited, policy, value, change.site(), change.measured(), change.threshold(), reason);
  }
}
