package io.windsock.ede.definition;

import io.windsock.contracts.config.ConfigNode;
import io.windsock.rules.condition.CheckedExpression;
import io.windsock.rules.condition.FieldSchemas;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/**
 * A boolean CEL expression over the fields of a state; docs/rules.md defines the allowed subset.
 * Immutable; shared by all threads.
 */
public final class Condition {
  private final CheckedExpression expression;
  private final int[] fields;

  private Condition(CheckedExpression expression, StateLayout layout) {
    this.expression = expression;
    fields =
        expression.fields().stream()
            .map(layout::find)
            .filter(Objects::nonNull)
            .mapToInt(FieldShape::position)
            .sorted()
            .toArray();
  }

  /** Compiles the expression at {@code at}; adds faults and returns null if it is invalid. */
  public static @Nullable Condition compile(ConfigNode at, StateLayout layout) {
    String text = at.text();
    if (text.isEmpty()) {
      return null;
    }
    List<String> faults = new ArrayList<>();
    CheckedExpression expression = layout.conditions().checked(text, faults);
    faults.forEach(at::fault);
    return expression == null ? null : new Condition(expression, layout);
  }

  /** Returns the indexes of the fields that the expression reads. */
  int[] fields() {
    return fields;
  }

  /** Whether {@code state} satisfies the condition. */
  public boolean holds(GenericRecord state) {
    return expression.holds(name -> FieldSchemas.celValue(state.get(name)));
  }
}
