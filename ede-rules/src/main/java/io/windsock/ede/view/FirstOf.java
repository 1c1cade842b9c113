package io.windsock.ede.view;

import io.windsock.ede.definition.FieldShape;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/** A value in a row: the first non-null value among state fields of the same type. */
final class FirstOf {
  private final int[] fields;
  private final Schema schema;

  FirstOf(List<FieldShape> fields) {
    this.fields = fields.stream().mapToInt(FieldShape::position).toArray();
    this.schema = fields.get(0).schema();
  }

  /** Returns the common type of the fields. */
  Schema schema() {
    return schema;
  }

  /** Returns the value; null if all fields are null. */
  @Nullable Object of(GenericRecord state) {
    for (int field : fields) {
      Object value = state.get(field);
      if (value != null) {
        return value;
      }
    }
    return null;
  }
}
