package io.windsock.ede;

import io.windsock.contracts.config.ConfigNode;
import io.windsock.rules.condition.CheckedExpression;
import io.windsock.rules.condition.FieldSchemas;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/**
 * A CEL expression over the fields of a state, true or false; docs/rules.md says what it may be.
 * Immutable; for all threads.
 */
final class Condition {
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

  /** Compiles the expression at {@code at}; null, and its faults, if it is none over the state. */
  static @Nullable Condition compile(ConfigNode at, StateLayout layout) {
    String text = at.text();
    if (text.isEmpty()) {
      return null;
    }
    List<String> faults = new ArrayList<>();
    CheckedExpression expression = layout.conditions().checked(text, faults);
    faults.forEach(at::fault);
    return expression == null ? null : new Condition(expression, layout);
  }

  /** Places of the fields that it reads. */
  int[] fields() {
    return fields;
  }

  /** Whether {@code state} fulfils it. */
  boolean holds(GenericRecord state) {
    return expression.holds(name -> FieldSchemas.celValue(state.get(name)));
  }
}
