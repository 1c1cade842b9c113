package io.windsock.cli.demo;

import io.windsock.contracts.call.Mirroring;
import io.windsock.contracts.call.MirroringCall.Release;
import io.windsock.contracts.call.MirroringCall.SetFunction;
import io.windsock.contracts.call.MirroringCall.SetMirror;
import io.windsock.contracts.call.MirroringCall.SetPolicy;
import io.windsock.contracts.wire.FunctionSettings;
import io.windsock.contracts.wire.Parameters;
import io.windsock.control.params.DefaultParameters;
import io.windsock.rules.config.RuleSet;

/**
 * The parameters that a demo begins with. A folder keeps the parameters of its last run, except the
 * policy and any rules given at a start: those apply to that start only.
 *
 * @param domain the domain's own rules
 * @param rules the base function's rules
 * @param checkpointEvery the base function's events between checkpoints
 * @param given whether this start defines its own base function, instead of the shipped one
 *     unchanged
 * @param policy thresholds, objective or off
 */
record DemoParameters(
    RuleSet domain, RuleSet rules, int checkpointEvery, boolean given, String policy) {
  /** The name of the base function while rules are given. */
  static final String GIVEN = "given";

  /**
   * Returns parameters with the rules, or the number of events between checkpoints, of this start.
   */
  static DemoParameters given(RuleSet domain, RuleSet rules, int checkpointEvery, String policy) {
    return new DemoParameters(domain, rules, checkpointEvery, true, policy);
  }

  /** Returns parameters with the shipped function, with its checkpoints changed if they differ. */
  static DemoParameters shipped(RuleSet domain, int checkpointEvery, String policy) {
    FunctionSettings normal = initial(domain, policy).getInForce();
    RuleSet rules = RuleSet.parse(normal.getRules(), "function 'normal'", domain.catalogue());
    boolean differs = checkpointEvery != normal.getCheckpointEvery();
    return new DemoParameters(domain, rules, checkpointEvery, differs, policy);
  }

  /** Returns the parameters that a controller writes first in a new folder. */
  Parameters initial() {
    return initial(domain, policy);
  }

  private static Parameters initial(RuleSet domain, String policy) {
    return DefaultParameters.of(domain, null, 0, policy);
  }

  /** Changes the settings in {@code now} that differ from those of this start. */
  void set(Parameters now, Mirroring api) {
    if (!now.getPolicy().equals(policy)) {
      api.make(new SetPolicy(policy));
    }
    if (given) {
      setGiven(now, api);
    } else if (now.getBase().equals(GIVEN)) {
      api.make(new SetMirror(DefaultParameters.NORMAL));
    }
  }

  private void setGiven(Parameters now, Mirroring api) {
    FunctionSettings wanted = new FunctionSettings(GIVEN, rules.text(), "", checkpointEvery);
    if (!now.getPinned().isEmpty() || now.getAdapted()) {
      api.make(new Release());
    }
    if (!now.getFunctions().contains(wanted)) {
      api.make(new SetFunction(GIVEN, wanted.getRules(), "", checkpointEvery));
    }
    if (!now.getBase().equals(GIVEN)) {
      api.make(new SetMirror(GIVEN));
    }
  }
}
