package io.windsock.rules.condition;

import dev.cel.common.values.NullValue;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A CEL expression over the fields of a record, wherever their values come from. Immutable; for all
 * threads.
 *
 * <p>As in SQL, what is not known fulfils nothing: unless the expression speaks of {@code null}
 * itself, a comparison with a field that is null is neither true nor false, {@code &&} and {@code
 * ||} make of it what they can, and what is left undecided doesn't hold. Nor does what can't be
 * evaluated (a division by zero).
 */
public final class CheckedExpression {
  private final CelRuntime.Program program;
  private final Set<String> fields;

  /** Those without which it can't hold: asking for them first spares CEL an error. */
  private final String[] needed;

  private final boolean speaksOfNull;

  CheckedExpression(
      CelRuntime.Program program, Set<String> fields, Set<String> needed, boolean speaksOfNull) {
    this.program = program;
    this.fields = Set.copyOf(fields);
    this.needed = speaksOfNull ? new String[0] : needed.toArray(new String[0]);
    this.speaksOfNull = speaksOfNull;
  }

  /** Names of the fields that it reads. */
  public Set<String> fields() {
    return fields;
  }

  /**
   * Whether it holds.
   *
   * @param values answers a field's value by its name: a Boolean, Long, Double or String; null if
   *     it is not known
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
    // CEL takes a variable without a value for an error, and its && and || reckon with errors.
    return speaksOfNull ? Optional.of(NullValue.NULL_VALUE) : Optional.empty();
  }
}
