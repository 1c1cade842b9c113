package io.windsock.contracts.call;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.annotation.JsonValue;
import io.windsock.contracts.config.ConfigCheck;
import io.windsock.contracts.config.ConfigurationException;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A call of the mirroring API (the paper, Table 1) with its arguments. Immutable. The record
 * components are the arguments as HTTP names them; the type name is the call's name in HTTP and on
 * the command line. docs/mirroring.md lists the calls.
 *
 * <p>Calls change the base function, which is in force while nothing is adapted or pinned. A
 * constructor checks everything that does not depend on the current parameters and throws a {@link
 * ConfigurationException} with every fault.
 */
public sealed interface MirroringCall {
  /** The maximum number of events in one coalesced update. */
  int MAX_COALESCED = 256;

  /** The maximum number of events in an overwritten sequence. */
  int MAX_OVERWRITTEN = 100_000;

  /** The maximum number of events between two checkpoints. */
  int MAX_CHECKPOINT_EVERY = 1_000_000;

  /**
   * The longest time that a rule may hold an event, that a sequence may last, and that a policy may
   * be given as a goal, a limit or a hold time.
   */
  Duration MAX_HOLD = Duration.ofHours(24);

  /** Returns what the call does, worded as a decision's reason. */
  String reason();

  /** Returns the kind of decision that records the call: SET, PIN or RELEASE. */
  default String kind() {
    return "SET";
  }

  /** Whether the call resets everything, even if the control topic has lost the parameters. */
  default boolean startsOver() {
    return false;
  }

  /**
   * {@code init()}: mirrors and forwards every event, with a checkpoint every 50 events. Ends any
   * adaptation or pin and discards earlier settings.
   */
  @JsonTypeName("init")
  record Init() implements MirroringCall {
    @Override
    public String reason() {
      return "init()";
    }

    @Override
    public boolean startsOver() {
      return true;
    }
  }

  /**
   * {@code init(c, number, l)}: {@link Init} with options.
   *
   * @param coalesce whether to coalesce
   * @param number the maximum number of events in one update, 2 to {@link #MAX_COALESCED}
   * @param length the maximum number of events in an overwritten sequence, for each type that may
   *     be superseded; 1 to {@link #MAX_OVERWRITTEN}; 1: no event is overwritten
   */
  @JsonTypeName("init")
  record InitWith(@JsonProperty(defaultValue = "true") boolean coalesce, int number, int length)
      implements MirroringCall {
    /** Checks the ranges. */
    public InitWith {
      ConfigCheck check = new ConfigCheck("init");
      check.range("number", number, 2, MAX_COALESCED);
      check.range("length", length, 1, MAX_OVERWRITTEN);
      check.done();
    }

    @Override
    public String reason() {
      return "init(%s, %d, %d)".formatted(coalesce, number, length);
    }

    @Override
    public boolean startsOver() {
      return true;
    }
  }

  /** {@code mirror()}: sends everything that rules withhold, at the next marker. */
  @JsonTypeName("mirror")
  record Mirror() implements MirroringCall {
    @Override
    public String reason() {
      return "mirror(): what rules withhold is sent";
    }
  }

  /**
   * {@code fwd()}: writes a marker to both outputs. Forwarding withholds nothing, so there is
   * nothing else to send.
   */
  @JsonTypeName("fwd")
  record Fwd() implements MirroringCall {
    @Override
    public String reason() {
      return "fwd(): a marker is written";
    }
  }

  /**
   * {@code set_mirror(func)}: makes a named function the base.
   *
   * @param function the name of a mirroring function, or of an {@code EventFunction} on the class
   *     path
   */
  @JsonTypeName("set-mirror")
  record SetMirror(String function) implements MirroringCall {
    @Override
    public String reason() {
      return "set mirror " + function;
    }
  }

  /**
   * {@code set_fwd(func)}: sets the forwarding function.
   *
   * @param function the name of an {@code EventFunction} on the class path; empty: every event is
   *     forwarded
   */
  @JsonTypeName("set-fwd")
  record SetFwd(String function) implements MirroringCall {
    @Override
    public String reason() {
      return "set fwd " + (function.isEmpty() ? "everything" : function);
    }
  }

  /**
   * {@code set_params(c, number, f)}.
   *
   * @param coalesce whether to coalesce
   * @param number the maximum number of events in one update, 2 to {@link #MAX_COALESCED}
   * @param checkpointEvery the number of sent events between two checkpoints, 1 to {@link
   *     #MAX_CHECKPOINT_EVERY}
   */
  @JsonTypeName("set-params")
  record SetParams(
      @JsonProperty(defaultValue = "true") boolean coalesce, int number, int checkpointEvery)
      implements MirroringCall {
    /** Checks the ranges. */
    public SetParams {
      ConfigCheck check = new ConfigCheck("set-params");
      check.range("number", number, 2, MAX_COALESCED);
      check.range("checkpointEvery", checkpointEvery, 1, MAX_CHECKPOINT_EVERY);
      check.done();
    }

    @Override
    public String reason() {
      return "set params: coalesce %s up to %d, a checkpoint every %d"
          .formatted(coalesce, number, checkpointEvery);
    }
  }

  /**
   * {@code set_overwrite(t, l)}.
   *
   * @param type an event type that may be superseded
   * @param length the maximum number of events in a sequence, 1 to {@link #MAX_OVERWRITTEN}; 1: no
   *     event is overwritten
   * @param mode which event of a sequence is sent; null: the first (the paper, section 3.2.1)
   * @param maxHoldMs the longest time for which the newest event may be withheld, 1 ms to {@link
   *     #MAX_HOLD}; null: unchanged if the mode stays the same, otherwise the mode's default
   */
  @JsonTypeName("set-overwrite")
  record SetOverwrite(String type, int length, @Nullable Mode mode, @Nullable Long maxHoldMs)
      implements MirroringCall {
    /** Which event of a sequence is sent. */
    public enum Mode {
      /** The first. */
      FIRST,
      /** The most recent. */
      LATEST;

      /**
       * Returns the mode with this name.
       *
       * @throws ConfigurationException if there is no such mode
       */
      @JsonCreator
      public static Mode of(String name) {
        for (Mode mode : values()) {
          if (mode.toString().equals(name)) {
            return mode;
          }
        }
        throw ConfigurationException.of(
            "set-overwrite.mode", "is '" + name + "'; it must be first or latest");
      }

      @JsonValue
      @Override
      public String toString() {
        return name().toLowerCase(Locale.ROOT);
      }
    }

    /** Checks the ranges. */
    public SetOverwrite {
      ConfigCheck check = new ConfigCheck("set-overwrite");
      check.range("length", length, 1, MAX_OVERWRITTEN);
      if (maxHoldMs != null) {
        check.range("maxHoldMs", maxHoldMs, 1, MAX_HOLD.toMillis());
      }
      check.done();
    }

    /** Creates a call that sends the first event of each sequence. */
    public SetOverwrite(String type, int length) {
      this(type, length, null, null);
    }

    @Override
    public String reason() {
      return "set overwrite " + type + " " + length;
    }
  }

  /**
   * Events of one type that satisfy a condition.
   *
   * @param type the event type
   * @param when a CEL expression over its fields; null: every event
   */
  record Events(String type, @Nullable String when) {
    @Override
    public String toString() {
      return when == null ? type : type + " with " + when;
    }
  }

  /**
   * {@code set_complex_seq(t1, value, t2)}: discards events of {@code discard} after an event of
   * {@code after}. Adds a rule before the overwrite and coalesce rules, or updates the rule that
   * has the same {@code after} and {@code discard}.
   *
   * @param after the event that starts the discarding, and its condition
   * @param discard an event type that may be superseded
   * @param untilMs how much newer than the starting event another event must be to end the
   *     discarding, 1 ms to {@link #MAX_HOLD}
   */
  @JsonTypeName("set-complex-seq")
  record SetComplexSeq(
      Events after, String discard, @JsonProperty(defaultValue = "43200000") long untilMs)
      implements MirroringCall {
    /** Checks the range. */
    public SetComplexSeq {
      ConfigCheck check = new ConfigCheck("set-complex-seq");
      check.range("untilMs", untilMs, 1, MAX_HOLD.toMillis());
      check.done();
    }

    @Override
    public String reason() {
      return "set complex seq: discard " + discard + " after " + after;
    }
  }

  /**
   * {@code set_complex_tuple(t, values, n)}: combines several events into one. Adds a rule before
   * the overwrite and coalesce rules, or updates the rule that has the same events and derived
   * type.
   *
   * @param parts two or more events and their conditions
   * @param derive the type of the derived event
   * @param fields for each field of the derived event, the part's field to copy
   * @param timeToLiveMs how long a part waits for the others, 1 ms to {@link #MAX_HOLD}
   * @param absorb whether the derived event replaces its parts
   */
  @JsonTypeName("set-complex-tuple")
  record SetComplexTuple(
      List<Part> parts,
      String derive,
      @JsonProperty(defaultValue = "{}") Map<String, String> fields,
      @JsonProperty(defaultValue = "1800000") long timeToLiveMs,
      @JsonProperty(defaultValue = "false") boolean absorb)
      implements MirroringCall {
    /**
     * One of the events to combine.
     *
     * @param name the part's name in {@code fields}
     * @param type the event type
     * @param when the condition; null: every event
     */
    public record Part(String name, String type, @Nullable String when) {
      @Override
      public String toString() {
        return name + " (" + new Events(type, when) + ")";
      }
    }

    /** Checks the range; copies the parts and the fields. */
    public SetComplexTuple {
      ConfigCheck check = new ConfigCheck("set-complex-tuple");
      check.range("timeToLiveMs", timeToLiveMs, 1, MAX_HOLD.toMillis());
      check.done();
      parts = List.copyOf(parts);
      fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    @Override
    public String reason() {
      return "set complex tuple: " + derive + " of " + parts;
    }
  }

  /**
   * Removes one rule from the base function. The paper's Table 1 has no such call.
   *
   * @param name the rule's name, as in {@link Written#changes} and the parameters
   */
  @JsonTypeName("remove-rule")
  record RemoveRule(String name) implements MirroringCall {
    @Override
    public String reason() {
      return "remove rule " + name;
    }
  }

  /**
   * {@code set_adapt(p_id, p)}: sets what to change when a threshold is reached. Replaces a
   * function set by {@link SetAdaptFunction}.
   *
   * @param parameter the parameter to change
   * @param percent the change, −100 to 100,000; 0: no change
   */
  @JsonTypeName("set-adapt")
  record SetAdapt(AdjustedParameter parameter, int percent) implements MirroringCall {
    /** Checks the range. */
    public SetAdapt {
      ConfigCheck check = new ConfigCheck("set-adapt");
      check.range("percent", percent, -100, 100_000);
      check.done();
    }

    @Override
    public String reason() {
      return "set adapt " + parameter + " by " + percent + " %";
    }
  }

  /**
   * {@code set_adapt(func)}: sets the function to install when a threshold is reached.
   *
   * @param function the function's name
   */
  @JsonTypeName("set-adapt")
  record SetAdaptFunction(String function) implements MirroringCall {
    @Override
    public String reason() {
      return "set adapt: install " + function;
    }
  }

  /**
   * {@code set_monitor_values(index, p, s)}.
   *
   * @param value name of a monitored value, or its index
   * @param primary the threshold for adapting, in the value's unit, finite; 0: ignore the value
   * @param secondary the adaptation ends when the value is below primary − secondary; 0 to primary
   */
  @JsonTypeName("set-monitor-values")
  record SetMonitorValues(String value, double primary, double secondary) implements MirroringCall {
    /** Checks the thresholds. A threshold that is not a number fails every comparison. */
    public SetMonitorValues {
      ConfigCheck check = new ConfigCheck("set-monitor-values");
      boolean finite = primary >= 0 && primary < Double.POSITIVE_INFINITY;
      check.holds(finite, "primary", primary, "0, to ignore the value, or above 0 and finite");
      double most = finite ? primary : Double.MAX_VALUE;
      String range = primary == 0 ? "0 where primary is 0" : "0 to primary, " + primary;
      check.holds(secondary >= 0 && secondary <= most, "secondary", secondary, range);
      check.done();
    }

    @Override
    public String reason() {
      return "set monitor values of " + value + ": primary " + primary + ", secondary " + secondary;
    }
  }

  /**
   * Defines or replaces a mirroring function.
   *
   * @param name 1 to 64 letters, digits, dots, dashes or underscores
   * @param rules the text of a rules file (docs/rules.md)
   * @param forward as in {@link SetFwd}
   * @param checkpointEvery as in {@link SetParams}
   */
  @JsonTypeName("set-function")
  record SetFunction(
      String name,
      String rules,
      @JsonProperty(defaultValue = "\"\"") String forward,
      int checkpointEvery)
      implements MirroringCall {
    /** Checks the name and the range. */
    public SetFunction {
      ConfigCheck check = new ConfigCheck("set-function");
      check.holds(
          name.matches("[A-Za-z0-9._-]{1,64}"),
          "name",
          "'" + name + "'",
          "1 to 64 letters, digits, dots, dashes or underscores");
      check.range("checkpointEvery", checkpointEvery, 1, MAX_CHECKPOINT_EVERY);
      check.done();
    }

    @Override
    public String reason() {
      return "set function " + name;
    }
  }

  /**
   * Chooses the policy that decides on adaptations.
   *
   * @param policy thresholds, objective or off
   * @param updateDelayGoalMs the objective policy's goal, 1 ms to {@link #MAX_HOLD}; null:
   *     unchanged
   * @param stalenessLimitMs the objective policy's limit, 1 ms to {@link #MAX_HOLD}; null:
   *     unchanged
   * @param holdMs the minimum time between two changes, 0 to {@link #MAX_HOLD}; null: unchanged
   */
  @JsonTypeName("set-policy")
  record SetPolicy(
      String policy,
      @Nullable Long updateDelayGoalMs,
      @Nullable Long stalenessLimitMs,
      @Nullable Long holdMs)
      implements MirroringCall {
    /** The threshold policy of the paper's {@code set_adapt}. */
    public static final String THRESHOLDS = "thresholds";

    /** The policy that keeps the update delay at a goal. */
    public static final String OBJECTIVE = "objective";

    /** No policy: nothing is adapted. */
    public static final String OFF = "off";

    /** Every policy. */
    public static final List<String> POLICIES = List.of(THRESHOLDS, OBJECTIVE, OFF);

    /** Checks the policy's name and the ranges. */
    public SetPolicy {
      ConfigCheck check = new ConfigCheck("set-policy");
      check.holds(POLICIES.contains(policy), "policy", "'" + policy + "'", "one of " + POLICIES);
      time(check, "updateDelayGoalMs", updateDelayGoalMs, 1);
      time(check, "stalenessLimitMs", stalenessLimitMs, 1);
      time(check, "holdMs", holdMs, 0);
      check.done();
    }

    private static void time(ConfigCheck check, String field, @Nullable Long ms, long leastMs) {
      if (ms != null) {
        check.range(field, ms, leastMs, MAX_HOLD.toMillis());
      }
    }

    /** Creates a call that leaves the goal, the limit and the hold time unchanged. */
    public SetPolicy(String policy) {
      this(policy, null, null, null);
    }

    @Override
    public String reason() {
      return "set policy " + policy;
    }
  }

  /**
   * Keeps a function in force regardless of the measurements.
   *
   * @param function the function's name
   */
  @JsonTypeName("pin")
  record Pin(String function) implements MirroringCall {
    @Override
    public String reason() {
      return "pin " + function;
    }

    @Override
    public String kind() {
      return "PIN";
    }
  }

  /** Ends a pin and returns control to the policy. */
  @JsonTypeName("release")
  record Release() implements MirroringCall {
    @Override
    public String reason() {
      return "release: the policy decides";
    }

    @Override
    public String kind() {
      return "RELEASE";
    }
  }
}
