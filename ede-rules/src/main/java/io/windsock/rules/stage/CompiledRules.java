package io.windsock.rules.stage;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventType;
import io.windsock.rules.history.HistoryLayout;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rules as they run. Immutable; shared by all threads.
 *
 * @param catalogue what they were compiled for
 * @param stages by rule number, in the order in which an event meets them
 * @param applicable for each event type, by ordinal, the numbers of the rules that apply to it,
 *     rising
 * @param forwarding what decides on forwarding; null: everything is forwarded
 * @param layout where histories keep what, the forwarding function's part last
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

  /** The first rule behind {@code rule} that applies to events of a type; {@link #NONE}. */
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

  /** Whether a rule applies to events of one type alone. */
  boolean isOfOneType(int rule) {
    return Arrays.stream(applicable).filter(all -> Arrays.binarySearch(all, rule) >= 0).count()
        == 1;
  }

  /** By number in the layout, the longest that a rule holds an event. */
  long[] maxHoldsMs() {
    long[] all = new long[stages.size() + (forwarding == null ? 0 : 1)];
    for (int rule = 0; rule < stages.size(); rule++) {
      all[rule] = stages.get(rule).maxHoldMs();
    }
    return all;
  }
}
