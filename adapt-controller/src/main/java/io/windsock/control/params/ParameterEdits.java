package io.windsock.control.params;

import io.windsock.contracts.call.MirroringCall;
import io.windsock.contracts.call.MirroringCall.Events;
import io.windsock.contracts.call.MirroringCall.Fwd;
import io.windsock.contracts.call.MirroringCall.Init;
import io.windsock.contracts.call.MirroringCall.InitWith;
import io.windsock.contracts.call.MirroringCall.Mirror;
import io.windsock.contracts.call.MirroringCall.Pin;
import io.windsock.contracts.call.MirroringCall.Release;
import io.windsock.contracts.call.MirroringCall.RemoveRule;
import io.windsock.contracts.call.MirroringCall.SetAdapt;
import io.windsock.contracts.call.MirroringCall.SetAdaptFunction;
import io.windsock.contracts.call.MirroringCall.SetComplexSeq;
import io.windsock.contracts.call.MirroringCall.SetComplexTuple;
import io.windsock.contracts.call.MirroringCall.SetFunction;
import io.windsock.contracts.call.MirroringCall.SetFwd;
import io.windsock.contracts.call.MirroringCall.SetMirror;
import io.windsock.contracts.call.MirroringCall.SetMonitorValues;
import io.windsock.contracts.call.MirroringCall.SetOverwrite;
import io.windsock.contracts.call.MirroringCall.SetParams;
import io.windsock.contracts.call.MirroringCall.SetPolicy;
import io.windsock.contracts.config.ConfigCheck;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.wire.Adjustment;
import io.windsock.contracts.wire.FunctionSettings;
import io.windsock.contracts.wire.MonitoredValue;
import io.windsock.contracts.wire.Parameters;
import io.windsock.control.policy.ObjectiveSettings;
import io.windsock.control.policy.Threshold;
import io.windsock.rules.ComplexTuple;
import io.windsock.rules.EventFunctions;
import io.windsock.rules.Match;
import io.windsock.rules.Overwrite;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/**
 * The effect of each call of the mirroring API on the parameters. Pure: it returns new parameters
 * of the same epoch, with the function in force computed, or throws a {@link
 * ConfigurationException}.
 */
public final class ParameterEdits {
  /** The paper's default number of coalesced events. */
  static final int DEFAULT_NUMBER = 10;

  /** The paper's default checkpointing frequency. */
  static final int DEFAULT_EVERY = 50;

  private static final String NO_RULES = "rules: []\n";
  private static final int MAX_FUNCTIONS = 100;

  /**
   * The limit for the rules of all functions, which one record carries to every task and every
   * console.
   */
  private static final int MAX_BYTES = 256 * 1024;

  private final FunctionEdits edits;
  private final InForce inForce;
  private final Map<Class<?>, BiFunction<Parameters, MirroringCall, Parameters>> effects =
      new HashMap<>();

  /** Creates edits for parameters on events of {@code catalogue}. */
  public ParameterEdits(Catalogue catalogue) {
    edits = new FunctionEdits(catalogue);
    inForce = new InForce(edits);
    on(Init.class, (before, call) -> init(before));
    on(InitWith.class, this::init);
    on(Mirror.class, (before, call) -> mirror(before));
    on(Fwd.class, (before, call) -> before);
    on(SetMirror.class, this::setMirror);
    on(SetFwd.class, (before, call) -> base(before, base -> edits.forward(base, call.function())));
    on(SetParams.class, this::setParams);
    on(SetOverwrite.class, this::setOverwrite);
    on(SetComplexSeq.class, this::setComplexSeq);
    on(SetComplexTuple.class, this::setComplexTuple);
    on(RemoveRule.class, (before, call) -> base(before, base -> edits.without(base, call.name())));
    on(SetAdapt.class, this::setAdapt);
    on(SetAdaptFunction.class, this::setAdapt);
    on(SetMonitorValues.class, this::setMonitorValues);
    on(SetFunction.class, this::setFunction);
    on(SetPolicy.class, this::setPolicy);
    on(Pin.class, this::pin);
    on(Release.class, (before, call) -> release(before));
  }

  private <C extends MirroringCall> void on(
      Class<C> type, BiFunction<Parameters, C, Parameters> effect) {
    effects.put(type, (before, call) -> effect.apply(before, type.cast(call)));
  }

  /** Returns the types of call that have an effect. */
  Set<Class<?>> calls() {
    return effects.keySet();
  }

  /**
   * Returns the parameters after a call.
   *
   * @throws ConfigurationException if the call does not fit the parameters
   */
  public Parameters apply(Parameters before, MirroringCall call) {
    return Objects.requireNonNull(effects.get(call.getClass())).apply(before, call);
  }

  /** Returns the parameters with the function in force computed. */
  Parameters settled(Parameters.Builder changed) {
    Parameters parameters = changed.build();
    FunctionSettings function = inForce.of(parameters);
    edits.rules(function);
    return Parameters.newBuilder(parameters).setInForce(function).build();
  }

  private static int bytes(List<FunctionSettings> functions) {
    int bytes = 0;
    for (FunctionSettings function : functions) {
      bytes += function.getRules().getBytes(StandardCharsets.UTF_8).length;
    }
    return bytes;
  }

  private static void bound(List<FunctionSettings> before, List<FunctionSettings> after) {
    int bytes = bytes(after);
    if (bytes > MAX_BYTES && bytes > bytes(before)) {
      throw ConfigurationException.of(
          "functions",
          "have rules of %s bytes together; at most %s: replace one by shorter rules"
              .formatted(bytes, MAX_BYTES));
    }
  }

  /** Returns the parameters with an edited base function. */
  private Parameters base(Parameters before, UnaryOperator<FunctionSettings> edit) {
    FunctionSettings next = edit.apply(InForce.named(before, before.getBase()));
    return settled(
        Parameters.newBuilder(before).setFunctions(replaced(before.getFunctions(), next)));
  }

  private static List<FunctionSettings> replaced(
      List<FunctionSettings> functions, FunctionSettings next) {
    List<FunctionSettings> all = new ArrayList<>();
    boolean found = false;
    for (FunctionSettings function : functions) {
      boolean same = function.getName().equals(next.getName());
      all.add(same ? next : function);
      found |= same;
    }
    if (!found) {
      all.add(next);
    }
    if (all.size() > MAX_FUNCTIONS) {
      throw ConfigurationException.of("functions", "are " + all.size() + "; at most 100");
    }
    bound(functions, all);
    return all;
  }

  /** Mirrors and forwards everything, with a checkpoint every 50 events. */
  private Parameters init(Parameters before) {
    return begin(before, empty(before));
  }

  private static FunctionSettings empty(Parameters before) {
    return new FunctionSettings(before.getBase(), NO_RULES, "", DEFAULT_EVERY);
  }

  private Parameters init(Parameters before, InitWith call) {
    FunctionSettings function = edits.coalesce(empty(before), call.coalesce(), call.number());
    for (String type : edits.supersedable()) {
      function = edits.overwrite(function, type, call.length(), Overwrite.Mode.FIRST, null);
    }
    return begin(before, function);
  }

  private Parameters begin(Parameters before, FunctionSettings function) {
    return settled(
        Parameters.newBuilder(before)
            .setFunctions(replaced(before.getFunctions(), function))
            .setBase(function.getName())
            .setAdapted(false)
            .setLevel(0)
            .setPinned(""));
  }

  private Parameters setMirror(Parameters before, SetMirror call) {
    String name = call.function();
    FunctionSettings known = InForce.find(before, name);
    if (known == null && EventFunctions.find(name) == null) {
      throw ConfigurationException.of(
          "set-mirror.function",
          "'%s' is not a mirroring function or a class; the functions are %s and the classes %s"
              .formatted(name, InForce.names(before), EventFunctions.names()));
    }
    FunctionSettings base = InForce.named(before, before.getBase());
    FunctionSettings next = known == null ? edits.written(name, base) : known;
    return settled(
        Parameters.newBuilder(before)
            .setFunctions(replaced(before.getFunctions(), next))
            .setBase(name));
  }

  private Parameters setParams(Parameters before, SetParams call) {
    return base(
        before,
        base ->
            edits.checkpointEvery(
                edits.coalesce(base, call.coalesce(), call.number()), call.checkpointEvery()));
  }

  private Parameters setOverwrite(Parameters before, SetOverwrite call) {
    boolean latest = call.mode() == SetOverwrite.Mode.LATEST;
    Overwrite.Mode mode = latest ? Overwrite.Mode.LATEST : Overwrite.Mode.FIRST;
    Long holdMs = call.maxHoldMs();
    Duration hold = holdMs == null ? null : Duration.ofMillis(holdMs);
    return base(before, base -> edits.overwrite(base, call.type(), call.length(), mode, hold));
  }

  private Parameters setComplexSeq(Parameters before, SetComplexSeq call) {
    Events after = call.after();
    Match match = new Match(after.type(), after.when());
    Duration until = Duration.ofMillis(call.untilMs());
    return base(before, base -> edits.sequence(base, match, call.discard(), until));
  }

  private Parameters setComplexTuple(Parameters before, SetComplexTuple call) {
    List<ComplexTuple.Part> parts = new ArrayList<>();
    for (SetComplexTuple.Part part : call.parts()) {
      parts.add(new ComplexTuple.Part(part.name(), new Match(part.type(), part.when())));
    }
    ComplexTuple rule =
        new ComplexTuple(
            "tuple-" + call.derive(),
            parts,
            call.derive(),
            call.fields(),
            Duration.ofMillis(call.timeToLiveMs()),
            call.absorb());
    return base(before, base -> edits.tuple(base, rule));
  }

  private Parameters setFunction(Parameters before, SetFunction call) {
    FunctionSettings function =
        edits.defined(
            new FunctionSettings(
                call.name(), call.rules(), call.forward(), call.checkpointEvery()));
    return settled(
        Parameters.newBuilder(before).setFunctions(replaced(before.getFunctions(), function)));
  }

  private Parameters mirror(Parameters before) {
    return settled(Parameters.newBuilder(before).setReleased(before.getReleased() + 1));
  }

  private Parameters setAdapt(Parameters before, SetAdapt call) {
    String parameter = call.parameter().toString();
    List<Adjustment> all = new ArrayList<>(before.getAdjustments());
    all.removeIf(adjustment -> adjustment.getParameter().equals(parameter));
    if (call.percent() != 0) {
      all.add(new Adjustment(parameter, call.percent()));
    }
    return settled(Parameters.newBuilder(before).setAdjustments(all).setInstall(""));
  }

  private Parameters setAdapt(Parameters before, SetAdaptFunction call) {
    var unused = CallFaults.at("set-adapt.function", () -> InForce.named(before, call.function()));
    return settled(Parameters.newBuilder(before).setInstall(call.function()));
  }

  private Parameters setMonitorValues(Parameters before, SetMonitorValues call) {
    var value = io.windsock.control.monitor.MonitoredValue.of(call.value());
    List<MonitoredValue> all = new ArrayList<>(before.getMonitored());
    all.removeIf(monitored -> monitored.getValue().equals(value.text()));
    if (call.primary() != 0) {
      var checked = new Threshold(value, call.primary(), call.secondary());
      all.add(new MonitoredValue(value.text(), checked.primary(), checked.secondary()));
    }
    return settled(Parameters.newBuilder(before).setMonitored(all));
  }

  private Parameters setPolicy(Parameters before, SetPolicy call) {
    long goal = Objects.requireNonNullElse(call.updateDelayGoalMs(), before.getUpdateDelayGoalMs());
    long limit = Objects.requireNonNullElse(call.stalenessLimitMs(), before.getStalenessLimitMs());
    long hold = Objects.requireNonNullElse(call.holdMs(), before.getHoldMs());
    check(call, goal, limit, hold);
    boolean same = call.policy().equals(before.getPolicy());
    return settled(
        Parameters.newBuilder(before)
            .setPolicy(call.policy())
            .setLevel(same ? before.getLevel() : 0)
            .setAdapted(same && before.getAdapted())
            .setUpdateDelayGoalMs(goal)
            .setStalenessLimitMs(limit)
            .setHoldMs(hold));
  }

  /**
   * Checks the settings together. The goal and the limit must be valid under any policy: the
   * objective may be chosen later.
   */
  private static void check(SetPolicy call, long goal, long limit, long hold) {
    ConfigCheck check = new ConfigCheck("set-policy");
    if (call.stalenessLimitMs() == null) {
      check.holds(goal < limit, "updateDelayGoalMs", goal, "below stalenessLimitMs, " + limit);
    } else {
      check.holds(goal < limit, "stalenessLimitMs", limit, "above updateDelayGoalMs, " + goal);
    }
    check.holds(
        !call.policy().equals(SetPolicy.OBJECTIVE) || hold >= ObjectiveSettings.MIN_HOLD_MS,
        "holdMs",
        hold,
        ObjectiveSettings.MIN_HOLD_MS + " or more with the policy objective");
    check.done();
  }

  private Parameters pin(Parameters before, Pin call) {
    var unused = CallFaults.at("pin.function", () -> InForce.named(before, call.function()));
    return settled(Parameters.newBuilder(before).setPinned(call.function()));
  }

  /** Returns the decision to the policy, starting from the exact base. */
  private Parameters release(Parameters before) {
    return settled(Parameters.newBuilder(before).setPinned("").setLevel(0).setAdapted(false));
  }

  /** Returns the parameters after a policy has moved to {@code level}. */
  public Parameters level(Parameters before, double level) {
    return settled(Parameters.newBuilder(before).setLevel(level).setAdapted(level > 0));
  }
}
