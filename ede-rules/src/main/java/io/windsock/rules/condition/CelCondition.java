package io.windsock.rules.condition;

import io.windsock.contracts.schema.SchemaVersion;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A CEL expression over an event's fields, which are read only when the expression needs them. */
final class CelCondition implements Condition {
  private final CheckedExpression expression;
  private final Map<String, EventField> fields;

  CelCondition(CheckedExpression expression, Map<String, EventField> fields) {
    this.expression = expression;
    this.fields = Map.copyOf(fields);
  }

  @Override
  public boolean holds(byte[] framed, SchemaVersion version) {
    return expression.holds(name -> read(name, framed, version));
  }

  private @Nullable Object read(String name, byte[] framed, SchemaVersion version) {
    EventField field = fields.get(name);
    return field == null ? null : field.read(framed, version);
  }
}
