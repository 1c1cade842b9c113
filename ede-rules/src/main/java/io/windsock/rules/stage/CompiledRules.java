package io.windsock.rules.stage;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventType;
import io.windsock.rules.history.HistoryLayout;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The executable form of a rule set. Immutable; shared by all threads.
 *
 * @param catalogue the catalogue that the rules were compiled for
 * @param stages by rule number, in the order in which they process an event
 * @param applicable for each event type, by ordinal, the numbers of the rules that apply to it,
 *     ascending
 * @param forwarding the function that decides on forwarding; null: every event is forwarded
 * @param layout the layout of histories, with the forwarding function's slots last
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record CompiledRules(
    Catalogue catalogue,
    List<Stage> stages,
    int[][] applicable,
    @Nullable FunctionStage forwarding,
    HistoryLayout layout) {
  static final int NONE = -1;

  /** Copies the stages. */
  public CompiledRules {
    stages = List.copyOf(stages);
  }

  /**
   * Returns the first rule after {@code rule} that applies to events of a type; {@link #NONE} if
   * there is none.
   */
  int next(@Nullable EventType type, int rule) {
    if (type != null) {
      for (int next : applicable[type.ordinal()]) {
        if (next > rule) {
          return next;
        }
      }
    }
    return NONE;
  }

  /** Whether a rule applies to events of only one type. */
  boolean isOfOneType(int rule) {
    return Arrays.stream(applicable).filter(all -> Arrays.binarySearch(all, rule) >= 0).count()
        == 1;
  }

  /** Returns the longest time that each rule holds an event, by rule number in the layout. */
  long[] maxHoldsMs() {
    long[] all = new long[stages.size() + (forwarding == null ? 0 : 1)];
    for (int rule = 0; rule < stages.size(); rule++) {
      all[rule] = stages.get(rule).maxHoldMs();
    }
    return all;
  }
}
