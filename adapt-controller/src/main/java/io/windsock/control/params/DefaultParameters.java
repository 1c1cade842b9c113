package io.windsock.control.params;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.wire.FunctionSettings;
import io.windsock.contracts.wire.MonitoredValue;
import io.windsock.contracts.wire.Parameters;
import io.windsock.rules.Coalesce;
import io.windsock.rules.Overwrite;
import io.windsock.rules.Rule;
import io.windsock.rules.config.RuleSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a new cluster: the paper's two functions (section 4.3), its policy, and
 * thresholds for the queues that the policy watches.
 */
public final class DefaultParameters {
  /** Coalesces up to 10 events, and so overwrites up to 10; a checkpoint every 50. */
  public static final String NORMAL = "normal";

  /**
   * Overwrites up to 20, and coalesces up to 20 of the remaining events; a checkpoint every 100.
   * The paper's second function only overwrites. The events it can't overwrite would then be
   * mirrored one by one, and a feed of mostly essential events would cost more when busy than
   * otherwise.
   */
  public static final String BUSY = "busy";

  private static final int NORMAL_LENGTH = 10;
  private static final int NORMAL_EVERY = 50;
  private static final int BUSY_LENGTH = 20;
  private static final int BUSY_EVERY = 100;

  /** Long enough for twenty positions of a flight. */
  private static final Duration BUSY_HOLD = Duration.ofSeconds(10);

  /** Twice the default hold of a coalesced update. */
  private static final Duration BUSY_COALESCE_HOLD = Coalesce.DEFAULT_MAX_HOLD.multipliedBy(2);

  private static final long GOAL_MS = 1_000;
  private static final long LIMIT_MS = 15_000;
  private static final long HOLD_MS = 5_000;

  private DefaultParameters() {}

  /**
   * Returns the parameters of a new cluster, with epoch 0; they are written under epoch 1.
   *
   * @param domain the domain's own rules: both functions keep its sequence and tuple rules
   * @param base the rules of the base function; null for the paper's first function
   * @param checkpointEvery the checkpoint frequency of the base function
   * @param policy thresholds, objective or off
   */
  public static Parameters of(
      RuleSet domain, @Nullable RuleSet base, int checkpointEvery, String policy) {
    Catalogue catalogue = domain.catalogue();
    FunctionEdits edits = new FunctionEdits(catalogue);
    FunctionSettings exact = function(NORMAL, RuleSet.of(catalogue, kept(domain)));
    FunctionSettings normal =
        base == null ? edits.coalesce(exact, true, NORMAL_LENGTH) : function(NORMAL, base);
    normal = edits.checkpointEvery(normal, base == null ? NORMAL_EVERY : checkpointEvery);
    FunctionSettings busy = edits.checkpointEvery(function(BUSY, busyRules(domain)), BUSY_EVERY);
    for (String type : edits.supersedable()) {
      busy = edits.overwrite(busy, type, BUSY_LENGTH, Overwrite.Mode.LATEST, BUSY_HOLD);
    }
    return new ParameterEdits(catalogue).settled(builder(normal, busy, policy));
  }

  private static FunctionSettings function(String name, RuleSet rules) {
    return new FunctionSettings(name, rules.text(), "", NORMAL_EVERY);
  }

  private static RuleSet busyRules(RuleSet domain) {
    Catalogue catalogue = domain.catalogue();
    List<Rule> rules = kept(domain);
    rules.add(FunctionEdits.coalesceAll(catalogue, BUSY_LENGTH, BUSY_COALESCE_HOLD));
    return RuleSet.of(catalogue, rules);
  }

  /** Returns the domain's rules that the two functions do not replace. */
  private static List<Rule> kept(RuleSet domain) {
    List<Rule> rules = new ArrayList<>(domain.rules());
    rules.removeIf(rule -> rule instanceof Overwrite || rule instanceof Coalesce);
    return rules;
  }

  private static Parameters.Builder builder(
      FunctionSettings normal, FunctionSettings busy, String policy) {
    return Parameters.newBuilder()
        .setEpoch(0)
        .setInForce(normal)
        .setReleased(0)
        .setBase(normal.getName())
        .setFunctions(List.of(normal, busy))
        .setAdapted(false)
        .setLevel(0)
        .setInstall(busy.getName())
        .setAdjustments(List.of())
        .setMonitored(
            List.of(
                new MonitoredValue("ready", 20_000.0, 15_000.0),
                new MonitoredValue("backup", 50_000.0, 40_000.0),
                new MonitoredValue("pending", 100.0, 75.0)))
        .setPolicy(policy)
        .setUpdateDelayGoalMs(GOAL_MS)
        .setStalenessLimitMs(LIMIT_MS)
        .setHoldMs(HOLD_MS)
        .setPinned("")
        .setWriter("")
        .setWrittenAtMs(0)
        .setReason("");
  }
}
