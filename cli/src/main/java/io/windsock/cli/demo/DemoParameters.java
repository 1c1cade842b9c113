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
 * The parameters that a demo begins with. A folder keeps those of the last run: what was set in it
 * stays, but for the policy and for rules that a start was given, which are of that start.
 *
 * @param domain the domain's own rules
 * @param rules of the base function
 * @param checkpointEvery the base function's
 * @param given whether the base function is this start's own, and not the shipped one as it stands
 * @param policy thresholds, objective or off
 */
record DemoParameters(
    RuleSet domain, RuleSet rules, int checkpointEvery, boolean given, String policy) {
  /** The base function while rules were given. */
  static final String GIVEN = "given";

  /** Those with rules, or with a number of events between checkpoints, of this start. */
  static DemoParameters given(RuleSet domain, RuleSet rules, int checkpointEvery, String policy) {
    return new DemoParameters(domain, rules, checkpointEvery, true, policy);
  }

  /** Those with the shipped function, but for its checkpoints where they differ. */
  static DemoParameters shipped(RuleSet domain, int checkpointEvery, String policy) {
    FunctionSettings normal = initial(domain, policy).getInForce();
    RuleSet rules = RuleSet.parse(normal.getRules(), "function 'normal'", domain.catalogue());
    boolean differs = checkpointEvery != normal.getCheckpointEvery();
    return new DemoParameters(domain, rules, checkpointEvery, differs, policy);
  }

  /** What a controller writes first in a new folder. */
  Parameters initial() {
    return initial(domain, policy);
  }

  private static Parameters initial(RuleSet domain, String policy) {
    return DefaultParameters.of(domain, null, 0, policy);
  }

  /** Sets what of {@code now} is not as this start wants it. */
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
