package io.windsock.rules.condition;

import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A condition over the fields of a record, wherever their values come from. What is not known is
 * treated as in {@link CelCondition}. Immutable; for all threads.
 */
public final class CheckedExpression {
  private final CelRuntime.Program program;
  private final Set<String> fields;
  private final boolean speaksOfNull;

  CheckedExpression(CelRuntime.Program program, Set<String> fields, boolean speaksOfNull) {
    this.program = program;
    this.fields = Set.copyOf(fields);
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
    try {
      return Boolean.TRUE.equals(program.eval(name -> value(values.apply(name))));
    } catch (CelEvaluationException e) {
      return false;
    }
  }

  private Optional<Object> value(@Nullable Object value) {
    return value != null ? Optional.of(value) : CelCondition.unknown(speaksOfNull);
  }
}
