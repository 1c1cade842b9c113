package io.windsock.control;

import io.windsock.contracts.call.MirroringCall.SetPolicy;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.wire.MonitoredValue;
import io.windsock.contracts.wire.Parameters;
import io.windsock.control.change.ParameterChange;
import io.windsock.control.monitor.ClockWatch;
import io.windsock.control.monitor.Observation;
import io.windsock.control.monitor.Observations;
import io.windsock.control.monitor.Samples;
import io.windsock.control.params.ParameterEdits;
import io.windsock.control.policy.LevelChange;
import io.windsock.control.policy.ObjectivePolicy;
import io.windsock.control.policy.ObjectiveSettings;
import io.windsock.control.policy.Outcome;
import io.windsock.control.policy.Policy;
import io.windsock.control.policy.PolicyState;
import io.windsock.control.policy.Silence;
import io.windsock.control.policy.Threshold;
import io.windsock.control.policy.ThresholdsPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Asks the policy that the parameters name, and keeps its state. If a change is not carried out,
 * the policy's state stays as it is. Owned by the control thread.
 */
final class Adaptation {
  private final ParameterEdits edits;
  private final ClockWatch clock = new ClockWatch();
  private final long expiryMs;
  private PolicyState state = PolicyState.initial();
  private @Nullable PolicyState proposed;
  private String policyName = "";

  /** The silent site that kept the mode at the last decision; null if there was none. */
  private @Nullable Silence silence;

  /**
   * The result of applying the policy to the samples.
   *
   * @param seen the observation given to the policy
   * @param change the change to make now; null if there is none, or none is possible
   * @param trouble why the policy's change is impossible here or may be wrong; empty if nothing is
   */
  record Verdict(Observation seen, @Nullable ParameterChange change, String trouble) {}

  /** Creates an adaptation in which a silent site expires after {@code expiryMs}. */
  Adaptation(ParameterEdits edits, long expiryMs) {
    this.edits = edits;
    this.expiryMs = expiryMs;
  }

  /** Continues from the parameters of a former controller or an operator. */
  void resume(@Nullable Parameters parameters) {
    proposed = null;
    silence = null;
    if (parameters != null) {
      policyName = parameters.getPolicy();
      state = PolicyState.at(parameters.getLevel(), parameters.getWrittenAtMs());
    }
  }

  /** Records that these parameters were written. */
  void applied(Parameters parameters) {
    if (proposed != null && proposed.level() == parameters.getLevel()) {
      state = proposed;
      proposed = null;
    } else if (!parameters.getPolicy().equals(policyName)
        || parameters.getLevel() != state.level()) {
      resume(parameters);
    }
  }

  /**
   * Applies the policy to the samples.
   *
   * @param nowMs now by the brokers' clock
   * @param ownMs now by this machine's clock
   */
  Verdict decide(Samples samples, Parameters parameters, long nowMs, long ownMs) {
    Observation seen = Observations.of(samples, nowMs, expiryMs);
    String clockTrouble = clock.look(samples.members(), ownMs);
    samples.looked();
    try {
      ParameterChange change = decide(seen, parameters);
      String silent = silence == null ? "" : silence.keeps();
      return new Verdict(seen, change, joined(joined(clockTrouble, twins(samples, nowMs)), silent));
    } catch (ConfigurationException | IllegalArgumentException e) {
      // The writer of the parameters may have had a class that is not on this class path.
      return new Verdict(seen, null, "the policy can't change the mirroring: " + e.getMessage());
    }
  }

  /** Describes conflicts between the sites' names; empty if there are none. */
  private static String twins(Samples samples, long nowMs) {
    return samples.members().twins(nowMs).stream()
        .map(
            two ->
                "two sites call themselves '%s', at %s and at %s: start the younger, the second, with another --name"
                    .formatted(two.name(), two.older(), two.younger()))
        .collect(Collectors.joining("; "));
  }

  private static String joined(String one, String other) {
    return one.isEmpty() || other.isEmpty() ? one + other : one + "; " + other;
  }

  private @Nullable ParameterChange decide(Observation now, Parameters parameters) {
    Policy policy = policy(parameters);
    if (policy == null || !parameters.getPinned().isEmpty()) {
      silence = null;
      return null;
    }
    Silence former = silence;
    Outcome outcome = policy.decide(now, state);
    silence = outcome.silence();
    LevelChange change = outcome.change();
    if (change == null) {
      state = outcome.next();
      return null;
    }
    Parameters next = edits.level(parameters, change.toLevel());
    proposed = outcome.next();
    String reason = former == null ? change.reason() : change.reason() + "; " + former.kept();
    return ParameterChange.decided(parameters.getPolicy(), change, next, reason);
  }

  private static @Nullable Policy policy(Parameters parameters) {
    return switch (parameters.getPolicy()) {
      case SetPolicy.THRESHOLDS ->
          new ThresholdsPolicy(thresholds(parameters), parameters.getHoldMs());
      case SetPolicy.OBJECTIVE ->
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
      io.windsock.control.monitor.MonitoredValue.named(monitored.getValue())
          .map(value -> new Threshold(value, monitored.getPrimary(), monitored.getSecondary()))
          .ifPresent(thresholds::add);
    }
    return thresholds;
  }
}
