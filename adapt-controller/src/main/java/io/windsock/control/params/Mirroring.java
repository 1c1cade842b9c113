package io.windsock.control.params;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.rules.ComplexTuple;
import io.windsock.rules.Match;
import io.windsock.rules.Overwrite;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The mirroring API (the paper, Table 1). Every call writes new parameters and answers their epoch
 * and which rules it changed; the topology takes them over at its next marker. docs/mirroring.md
 * tells which call of the paper is which of these. Any thread may call it; a call waits until the
 * parameters are written.
 *
 * <p>Calls change the base function, the one in force while nothing is adapted or pinned. All of
 * them throw {@link ConfigurationException} for an argument that can't be, and then nothing has
 * changed.
 */
public interface Mirroring {
  /**
   * {@code init()}: mirror and forward every event, a checkpoint every 50. Ends an adaptation, a
   * pin, and what was set before.
   */
  Written init();

  /**
   * {@code init(c, number, l)}: the same with options.
   *
   * @param coalesce whether to coalesce
   * @param number the most events of one update, 2 to 256
   * @param length the most events of an overwritten sequence, of each type that may be superseded;
   *     1 to 100,000; 1: none is overwritten
   */
  Written init(boolean coalesce, int number, int length);

  /** {@code mirror()}: sends at the next marker all that rules withhold. */
  Written mirror();

  /** {@code fwd()}: forwarding withholds nothing, so this writes a marker to both outputs. */
  Written fwd();

  /**
   * {@code set_mirror(func)}: makes a named function the base.
   *
   * @param function the name of a mirroring function, or of an {@code EventFunction} on the class
   *     path
   */
  Written setMirror(String function);

  /**
   * {@code set_fwd(func)}: what decides on forwarding.
   *
   * @param function the name of an {@code EventFunction} on the class path; empty: everything is
   *     forwarded
   */
  Written setFwd(String function);

  /**
   * {@code set_params(c, number, f)}.
   *
   * @param coalesce whether to coalesce
   * @param number the most events of one update, 2 to 256
   * @param checkpointEvery a checkpoint after so many sent events, 1 to 1,000,000
   */
  Written setParams(boolean coalesce, int number, int checkpointEvery);

  /**
   * {@code set_overwrite(t, l)}.
   *
   * @param type an event type that may be superseded
   * @param length the most events of a sequence, 1 to 100,000; 1: none is overwritten
   * @param mode which one of them is sent; null: the first, as in the paper
   * @param maxHold how long the newest may be withheld; null: as it is where the mode stays, else
   *     the mode's default
   */
  Written setOverwrite(
      String type, int length, Overwrite.@Nullable Mode mode, @Nullable Duration maxHold);

  /**
   * {@code set_complex_seq(t1, value, t2)}: discard events of {@code discard} after one of {@code
   * after}. Adds a rule before those that overwrite or coalesce, or updates the one of the same
   * {@code after} and {@code discard}.
   *
   * @param after the event that starts it, and its condition
   * @param discard an event type that may be superseded
   * @param until how much newer than that event another must be to end it
   */
  Written setComplexSeq(Match after, String discard, Duration until);

  /**
   * {@code set_complex_tuple(t, values, n)}: combine events into one. Adds a rule before those that
   * overwrite or coalesce, or updates the one of the same events and derived type.
   *
   * @param parts two or more events, and their conditions
   * @param derive the type of the derived event
   * @param fields by field of the derived event, the part's field that it gets
   * @param timeToLive how long a part waits for the others
   * @param absorb whether the derived event replaces them
   */
  Written setComplexTuple(
      List<ComplexTuple.Part> parts,
      String derive,
      Map<String, String> fields,
      Duration timeToLive,
      boolean absorb);

  /**
   * Takes one rule out of the base function. The paper has no call for it.
   *
   * @param name the rule's, as {@link Written#changes} and the parameters have it
   */
  Written removeRule(String name);

  /**
   * {@code set_adapt(p_id, p)}: what to change when a threshold is reached. Replaces an installed
   * function.
   *
   * @param parameter which parameter
   * @param percent by how much, −100 to 100,000; 0: not at all
   */
  Written setAdapt(AdjustedParameter parameter, int percent);

  /**
   * The paper's other way to adapt: install another function when a threshold is reached.
   *
   * @param function its name
   */
  Written setAdapt(String function);

  /**
   * {@code set_monitor_values(index, p, s)}.
   *
   * @param value name of a monitored value, or its index
   * @param primary adapt when the value reaches it, in the value's unit; 0: don't look at the value
   * @param secondary go back when it is below primary − secondary; 0 to primary
   */
  Written setMonitorValues(String value, double primary, double secondary);

  /**
   * Defines a mirroring function, or replaces one.
   *
   * @param name 1 to 64 letters, digits, dots, dashes or underscores
   * @param rules as a rules file (docs/rules.md)
   * @param forward as {@link #setFwd}
   * @param checkpointEvery as {@link #setParams}
   */
  Written setFunction(String name, String rules, String forward, int checkpointEvery);

  /**
   * Chooses what decides on adaptations.
   *
   * @param policy thresholds, objective or off
   * @param updateDelayGoalMs the objective policy's goal; null: as it is
   * @param stalenessLimitMs the objective policy's limit; null: as it is
   * @param holdMs the least time between two changes; null: as it is
   */
  Written setPolicy(
      String policy,
      @Nullable Long updateDelayGoalMs,
      @Nullable Long stalenessLimitMs,
      @Nullable Long holdMs);

  /** Keeps a function in force, whatever is measured. */
  Written pin(String function);

  /** Lets the policy decide again. */
  Written release();
}
