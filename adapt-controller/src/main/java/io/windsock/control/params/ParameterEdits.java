package io.windsock.control.params;

import io.windsock.contracts.config.ConfigCheck;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.wire.Adjustment;
import io.windsock.contracts.wire.FunctionSettings;
import io.windsock.contracts.wire.MonitoredValue;
import io.windsock.contracts.wire.Parameters;
import io.windsock.control.policy.ObjectiveSettings;
import io.windsock.control.policy.Threshold;
import io.windsock.rules.Coalesce;
import io.windsock.rules.ComplexTuple;
import io.windsock.rules.EventFunctions;
import io.windsock.rules.Match;
import io.windsock.rules.Overwrite;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What each call of the mirroring API makes of the parameters. Pure: answers new parameters, of the
 * same epoch, with the function in force worked out; refuses with a {@link ConfigurationException}.
 */
public final class ParameterEdits {
  /** The policy of the paper. */
  public static final String THRESHOLDS = "thresholds";

  /** The policy that holds a goal. */
  public static final String OBJECTIVE = "objective";

  /** No policy: nothing is adapted. */
  public static final String OFF = "off";

  /** The most events between two checkpoints. */
  public static final int MAX_EVERY = 1_000_000;

  /** The paper's number of coalesced events. */
  static final int DEFAULT_NUMBER = 10;

  /** The paper's checkpointing frequency. */
  static final int DEFAULT_EVERY = 50;

  private static final long MOST_HOLD_MS = Duration.ofHours(24).toMillis();
  private static final String NOTHING = "rules: []\n";

  private static final List<String> POLICIES = List.of(THRESHOLDS, OBJECTIVE, OFF);
  private static final int MOST_FUNCTIONS = 100;

  /** All functions' rules: they go as one record to every task and every console. */
  private static final int MOST_BYTES = 256 * 1024;

  private final FunctionEdits edits;
  private final InForce inForce;

  /** Edits of parameters for events of {@code catalogue}. */
  public ParameterEdits(Catalogue catalogue) {
    edits = new FunctionEdits(catalogue);
    inForce = new InForce(edits);
  }

  /** The parameters with the function in force worked out. */
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
    if (bytes > MOST_BYTES && bytes > bytes(before)) {
      throw ConfigurationException.of(
          "functions",
          "have rules of "
              + bytes
              + " bytes together; at most "
              + MOST_BYTES
              + ": replace one by shorter rules");
    }
  }

  /** The same with another base function. */
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
    if (all.size() > MOST_FUNCTIONS) {
      throw ConfigurationException.of("functions", "are " + all.size() + "; at most 100");
    }
    bound(functions, all);
    return all;
  }

  /** The paper's default: everything is mirrored and forwarded, a checkpoint every 50. */
  public Parameters init(Parameters before) {
    return begin(before, new FunctionSettings(before.getBase(), NOTHING, "", DEFAULT_EVERY));
  }

  /** The same with options; see {@link Mirroring#init(boolean, int, int)}. */
  public Parameters init(Parameters before, boolean coalesce, int number, int length) {
    ConfigCheck check = new ConfigCheck("init");
    check.range("number", number, 2, Coalesce.MAX_EVENTS);
    check.range("length", length, 1, Overwrite.MAX_LENGTH);
    check.done();
    FunctionSettings function = new FunctionSettings(before.getBase(), NOTHING, "", DEFAULT_EVERY);
    function = edits.coalesce(function, coalesce, number);
    for (String type : edits.supersedable()) {
      function = edits.overwrite(function, type, length, null, null);
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

  /** See {@link Mirroring}. */
  public Parameters setMirror(Parameters before, String name) {
    FunctionSettings known = InForce.find(before, name);
    if (known == null && EventFunctions.find(name) == null) {
      throw ConfigurationException.of(
          "function",
          "'"
              + name
              + "' is no mirroring function and no class; there are the functions "
              + before.getFunctions().stream().map(FunctionSettings::getName).toList()
              + " and the classes "
              + EventFunctions.names());
    }
    FunctionSettings base = InForce.named(before, before.getBase());
    FunctionSettings next = known == null ? edits.written(name, base) : known;
    return settled(
        Parameters.newBuilder(before)
            .setFunctions(replaced(before.getFunctions(), next))
            .setBase(name));
  }

  /** See {@link Mirroring#setFwd}. */
  public Parameters setFwd(Parameters before, String function) {
    return base(before, base -> edits.forward(base, function));
  }

  /** See {@link Mirroring#fwd}: the new epoch alone makes the topology write a marker. */
  public Parameters fwd(Parameters before) {
    return before;
  }

  /** See {@link Mirroring#setParams}. */
  public Parameters setParams(Parameters before, boolean coalesce, int number, int every) {
    ConfigCheck check = new ConfigCheck("set-params");
    check.range("number", number, 2, Coalesce.MAX_EVENTS);
    check.range("checkpointEvery", every, 1, MAX_EVERY);
    check.done();
    return base(
        before, base -> edits.checkpointEvery(edits.coalesce(base, coalesce, number), every));
  }

  /** See {@link Mirroring#setOverwrite}. */
  public Parameters setOverwrite(
      Parameters before,
      String type,
      int length,
      Overwrite.@Nullable Mode mode,
      @Nullable Duration maxHold) {
    ConfigCheck check = new ConfigCheck("set-overwrite");
    check.range("length", length, 1, Overwrite.MAX_LENGTH);
    if (maxHold != null) {
      check.range("maxHoldMs", maxHold.toMillis(), 1, MOST_HOLD_MS);
    }
    check.done();
    return base(before, base -> edits.overwrite(base, type, length, mode, maxHold));
  }

  /** See {@link Mirroring#setComplexSeq}. */
  public Parameters setComplexSeq(Parameters before, Match after, String discard, Duration until) {
    ConfigCheck check = new ConfigCheck("set-complex-seq");
    check.range("untilMs", until.toMillis(), 1, MOST_HOLD_MS);
    check.done();
    return base(before, base -> edits.sequence(base, after, discard, until));
  }

  /** See {@link Mirroring#setComplexTuple}. */
  public Parameters setComplexTuple(
      Parameters before,
      List<ComplexTuple.Part> parts,
      String derive,
      Map<String, String> fields,
      Duration timeToLive,
      boolean absorb) {
    ComplexTuple rule =
        new ComplexTuple("tuple-" + derive, parts, derive, fields, timeToLive, absorb);
    return base(before, base -> edits.tuple(base, rule));
  }

  /** See {@link Mirroring#removeRule}. */
  public Parameters removeRule(Parameters before, String name) {
    return base(before, base -> edits.without(base, name));
  }

  /** See {@link Mirroring#setFunction}. */
  public Parameters setFunction(
      Parameters before, String name, String rules, String forward, int every) {
    FunctionSettings function = new FunctionSettings(name, rules, forward, every);
    if (!function.getName().matches("[A-Za-z0-9._-]{1,64}")) {
      throw ConfigurationException.of(
          "name",
          "is '" + function.getName() + "'; 1 to 64 letters, digits, dots, dashes, underscores");
    }
    every(function.getCheckpointEvery());
    edits.rules(function);
    return settled(
        Parameters.newBuilder(before).setFunctions(replaced(before.getFunctions(), function)));
  }

  /**
   * Refuses what is no number of events between checkpoints.
   *
   * @throws ConfigurationException if it is none
   */
  public static int every(int every) {
    if (every < 1 || every > MAX_EVERY) {
      throw ConfigurationException.of(
          "checkpointEvery", "is " + every + "; it must be 1 to " + MAX_EVERY);
    }
    return every;
  }

  /** See {@link Mirroring}. */
  public Parameters mirror(Parameters before) {
    return settled(Parameters.newBuilder(before).setReleased(before.getReleased() + 1));
  }

  /** See {@link Mirroring}. */
  public Parameters setAdapt(Parameters before, AdjustedParameter parameter, int percent) {
    if (percent < -100 || percent > 100_000) {
      throw ConfigurationException.of("percent", "is " + percent + "; it must be -100 to 100000");
    }
    List<Adjustment> all = new ArrayList<>(before.getAdjustments());
    all.removeIf(adjustment -> adjustment.getParameter().equals(parameter.text()));
    if (percent != 0) {
      all.add(new Adjustment(parameter.text(), percent));
    }
    return settled(Parameters.newBuilder(before).setAdjustments(all).setInstall(""));
  }

  /** See {@link Mirroring}. */
  public Parameters setAdapt(Parameters before, String function) {
    InForce.named(before, function);
    return settled(Parameters.newBuilder(before).setInstall(function));
  }

  /** See {@link Mirroring}. */
  public Parameters setMonitorValues(
      Parameters before, String name, double primary, double secondary) {
    var value = Values.named(name);
    List<MonitoredValue> all = new ArrayList<>(before.getMonitored());
    all.removeIf(monitored -> monitored.getValue().equals(value.text()));
    if (primary != 0) {
      try {
        var checked = new Threshold(value, primary, secondary);
        all.add(new MonitoredValue(value.text(), checked.primary(), checked.secondary()));
      } catch (IllegalArgumentException e) {
        throw ConfigurationException.of(value.text(), String.valueOf(e.getMessage()));
      }
    }
    return settled(Parameters.newBuilder(before).setMonitored(all));
  }

  /** See {@link Mirroring}. */
  public Parameters setPolicy(
      Parameters before,
      String policy,
      @Nullable Long goalMs,
      @Nullable Long limitMs,
      @Nullable Long holdMs) {
    policy(policy);
    long goal = goalMs == null ? before.getUpdateDelayGoalMs() : goalMs;
    long limit = limitMs == null ? before.getStalenessLimitMs() : limitMs;
    long hold = holdMs == null ? before.getHoldMs() : holdMs;
    check(policy, goal, limit, hold);
    boolean same = policy.equals(before.getPolicy());
    return settled(
        Parameters.newBuilder(before)
            .setPolicy(policy)
            .setLevel(same ? before.getLevel() : 0)
            .setAdapted(same && before.getAdapted())
            .setUpdateDelayGoalMs(goal)
            .setStalenessLimitMs(limit)
            .setHoldMs(hold));
  }

  /**
   * The policy of this name.
   *
   * @throws ConfigurationException if there is none
   */
  public static String policy(String name) {
    if (!POLICIES.contains(name)) {
      throw ConfigurationException.of("policy", "is '" + name + "'; it must be one of " + POLICIES);
    }
    return name;
  }

  private static void check(String policy, long goal, long limit, long hold) {
    if (hold < 0) {
      throw ConfigurationException.of("hold", "is " + hold + " ms; it must be 0 or more");
    }
    // The goal and the limit hold whatever the policy is now: the objective may be chosen later.
    long held = policy.equals(OBJECTIVE) ? hold : Math.max(hold, ObjectiveSettings.MIN_HOLD_MS);
    try {
      var unused = new ObjectiveSettings(goal, limit, held);
    } catch (IllegalArgumentException e) {
      throw ConfigurationException.of("objective", String.valueOf(e.getMessage()));
    }
  }

  /** See {@link Mirroring}. */
  public Parameters pin(Parameters before, String function) {
    InForce.named(before, function);
    return settled(Parameters.newBuilder(before).setPinned(function));
  }

  /** The policy decides again, from the exact base on; see {@link Mirroring}. */
  public Parameters release(Parameters before) {
    return settled(Parameters.newBuilder(before).setPinned("").setLevel(0).setAdapted(false));
  }

  /** A policy has gone so far. */
  public Parameters level(Parameters before, double level) {
    return settled(Parameters.newBuilder(before).setLevel(level).setAdapted(level > 0));
  }
}
