package io.windsock.control;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.wire.MonitoredValue;
import io.windsock.contracts.wire.Parameters;
import io.windsock.control.monitor.ClockWatch;
import io.windsock.control.monitor.Observations;
import io.windsock.control.monitor.Samples;
import io.windsock.control.params.ParameterEdits;
import io.windsock.control.policy.ObjectivePolicy;
import io.windsock.control.policy.ObjectiveSettings;
import io.windsock.control.policy.Observation;
import io.windsock.control.policy.Outcome;
import io.windsock.control.policy.Policy;
import io.windsock.control.policy.PolicyState;
import io.windsock.control.policy.Silence;
import io.windsock.control.policy.Threshold;
import io.windsock.control.policy.ThresholdsPolicy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks the policy that the parameters name, and remembers for it. A change that is not carried out
 * leaves the policy where it was. Owned by the control thread.
 */
final class Adaptation {
  private final ParameterEdits edits;
  private final ClockWatch clock = new ClockWatch();
  private final long expiryMs;
  private PolicyState state = PolicyState.initial();
  private @Nullable PolicyState proposed;
  private @Nullable Observation seen;
  private String policyName = "";
  private String trouble = "";

  /** Because of which the mode was kept when the policy last looked. */
  private @Nullable Silence silence;

  /** With which silent sites count until they have been so for {@code expiryMs}. */
  Adaptation(Catalogue catalogue, long expiryMs) {
    edits = new ParameterEdits(catalogue);
    this.expiryMs = expiryMs;
  }

  /** Goes on from what a former controller, or an operator, has left. */
  void resume(@Nullable Parameters parameters) {
    proposed = null;
    silence = null;
    trouble = "";
    if (parameters != null) {
      policyName = parameters.getPolicy();
      state = PolicyState.at(parameters.getLevel(), parameters.getWrittenAtMs());
    }
  }

  /** These parameters were written. */
  void applied(Parameters parameters) {
    if (proposed != null && proposed.level() == parameters.getLevel()) {
      state = proposed;
      proposed = null;
    } else if (!parameters.getPolicy().equals(policyName)
        || parameters.getLevel() != state.level()) {
      resume(parameters);
    }
  }

  /** Why what the policy would do can't be done here, or may be wrong, in words; empty if not. */
  String trouble() {
    return trouble;
  }

  /**
   * What is to be changed now; null: nothing, or nothing that can be.
   *
   * @param nowMs now by the brokers' clock
   * @param ownMs now by this machine's
   */
  @Nullable Change decide(Samples samples, Parameters parameters, long nowMs, long ownMs) {
    Observation now = Observations.of(samples, nowMs, expiryMs);
    seen = now;
    String clockTrouble = clock.look(samples, ownMs);
    samples.looked();
    try {
      Change change = decide(now, parameters);
      String silent = silence == null ? "" : silence.keeps();
      trouble = joined(joined(clockTrouble, samples.twins(nowMs)), silent);
      return change;
    } catch (ConfigurationException | IllegalArgumentException e) {
      // Parameters that another wrote, who had a class that is not here, say.
      trouble = "the policy can't change the mirroring: " + e.getMessage();
      return null;
    }
  }

  private static String joined(String one, String other) {
    return one.isEmpty() || other.isEmpty() ? one + other : one + "; " + other;
  }

  /** What it decided on last; null: nothing yet. */
  @Nullable Observation seen() {
    return seen;
  }

  private @Nullable Change decide(Observation now, Parameters parameters) {
    Policy policy = policy(parameters);
    if (policy == null || !parameters.getPinned().isEmpty()) {
      silence = null;
      return null;
    }
    Silence former = silence;
    Outcome outcome = policy.decide(now, state);
    silence = outcome.silence();
    var change = outcome.change();
    if (change == null) {
      state = outcome.next();
      return null;
    }
    Parameters next = edits.level(parameters, change.toLevel());
    proposed = outcome.next();
    String kind = change.toLevel() == 0 ? "RETURN" : change.fromLevel() == 0 ? "ADAPT" : "ADJUST";
    return new Change(
        kind,
        before -> next,
        policy.name(),
        change.value() == null ? "" : change.value().text(),
        change.site(),
        change.measured(),
        change.threshold(),
        former == null ? change.reason() : change.reason() + "; " + former.kept());
  }

  private static @Nullable Policy policy(Parameters parameters) {
    return switch (parameters.getPolicy()) {
      case ParameterEdits.THRESHOLDS ->
          new ThresholdsPolicy(thresholds(parameters), parameters.getHoldMs());
      case ParameterEdits.OBJECTIVE ->
          new ObjectivePolicy(
              new ObjectiveSettings(
                  parameters.getUpdateDelayGoalMs(),
                  parameters.getStalenessLimitMs(),
                  parameters.getHoldMs()));
      default -> null;
    };
  }

  private static List<Threshold> thresholds(Parameters parameters) {
    List<Threshold> thresholds = new ArrayList<>();
    for (MonitoredValue monitored : parameters.getMonitored()) {
      for (var value : io.windsock.control.policy.MonitoredValue.values()) {
        if (value.text().equals(monitored.getValue())) {
          thresholds.add(new Threshold(value, monitored.getPrimary(), monitored.getSecondary()));
        }
      }
    }
    return thresholds;
  }
}
