package io.windsock.rules.condition;

import dev.cel.common.values.NullValue;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import io.windsock.contracts.schema.SchemaVersion;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A CEL expression over an event's fields. A field is read when the expression asks for it.
 *
 * <p>As in SQL, what is not known fulfils nothing: unless the expression speaks of {@code null}
 * itself, a comparison with a field that is null is neither true nor false, {@code &&} and {@code
 * ||} make of it what they can, and what is left undecided doesn't hold. Nor does what can't be
 * evaluated (a division by zero).
 */
final class CelCondition implements Condition {
  private final CelRuntime.Program program;
  private final Map<String, EventField> fields;
  private final boolean speaksOfNull;

  CelCondition(CelRuntime.Program program, Map<String, EventField> fields, boolean speaksOfNull) {
    this.program = program;
    this.fields = fields;
    this.speaksOfNull = speaksOfNull;
  }

  @Override
  public boolean holds(byte[] framed, SchemaVersion version) {
    try {
      return Boolean.TRUE.equals(program.eval(name -> read(name, framed, version)));
    } catch (CelEvaluationException e) {
      return false;
    }
  }

  private Optional<Object> read(String name, byte[] framed, SchemaVersion version) {
    EventField field = fields.get(name);
    @Nullable Object value = field == null ? null : field.read(framed, version);
    if (value != null) {
      return Optional.of(value);
    }
    return unknown(speaksOfNull);
  }

  /** What an expression gets for a value that is null. */
  static Optional<Object> unknown(boolean speaksOfNull) {
    return speaksOfNull ? Optional.of(NullValue.NULL_VALUE) : Optional.empty();
  }
}
