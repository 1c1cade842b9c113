package io.windsock.rules.condition;

import dev.cel.common.values.NullValue;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A CEL expression over the fields of a record, independent of where their values come from.
 * Immutable; shared by all threads.
 *
 * <p>As in SQL, unknown values satisfy nothing: unless the expression mentions {@code null}, a
 * comparison with a null field is neither true nor false, {@code &&} and {@code ||} follow
 * three-valued logic, and an undecided result counts as false. So does an evaluation error, such as
 * a division by zero.
 */
public final class CheckedExpression {
  private final CelRuntime.Program program;
  private final Set<String> fields;

  /**
   * The fields that must be known for the expression to be true. Checking them first avoids a CEL
   * error.
   */
  private final String[] needed;

  private final boolean speaksOfNull;

  CheckedExpression(
      CelRuntime.Program program, Set<String> fields, Set<String> needed, boolean speaksOfNull) {
    this.program = program;
    this.fields = Set.copyOf(fields);
    this.needed = speaksOfNull ? new String[0] : needed.toArray(new String[0]);
    this.speaksOfNull = speaksOfNull;
  }

  /** Returns the names of the fields that the expression reads. */
  public Set<String> fields() {
    return fields;
  }

  /**
   * Whether the expression is true.
   *
   * @param values returns a field's value by name: a Boolean, Long, Double or String; null if it is
   *     unknown
   */
  public boolean holds(Function<String, @Nullable Object> values) {
    for (String name : needed) {
      if (values.apply(name) == null) {
        return false;
      }
    }
    try {
      return Boolean.TRUE.equals(program.eval(name -> value(values.apply(name))));
    } catch (CelEvaluationException e) {
      return false;
    }
  }

  private Optional<Object> value(@Nullable Object value) {
    if (value != null) {
      return Optional.of(value);
    }
    // CEL treats a variable without a value as an error, and its && and || absorb errors.
    return speaksOfNull ? Optional.of(NullValue.NULL_VALUE) : Optional.empty();
  }
}
