package io.windsock.ede;

import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/** A value of a row: the first of some fields of the state, all of one type, that is not null. */
final class FirstOf {
  private final int[] fields;
  private final Schema schema;

  FirstOf(List<FieldShape> fields) {
    this.fields = fields.stream().mapToInt(FieldShape::position).toArray();
    this.schema = fields.get(0).schema();
  }

  /** The type that all of the fields have. */
  Schema schema() {
    return schema;
  }

  /** The value; null if all fields are. */
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
