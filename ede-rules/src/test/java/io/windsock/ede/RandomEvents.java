package io.windsock.ede;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.Framing;
import io.windsock.ede.definition.FieldShape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.avro.Schema;

/** Events with random content from small sets of values, so that values meet again. */
final class RandomEvents {
  private RandomEvents() {}

  static byte[] event(Catalogue catalogue, String type, long timeMs, Random random) {
    List<Object> fields = new ArrayList<>();
    List<Schema.Field> all = catalogue.type(type).current().schema().getFields();
    for (Schema.Field field : all.subList(1, all.size())) {
      FieldShape shape = FieldShape.of(field);
      if (shape.plain() && (!shape.nullable() || random.nextBoolean())) {
        fields.add(field.name());
        fields.add(value(shape.schema(), random));
      }
    }
    return Events.event(catalogue, type, timeMs, fields.toArray());
  }

  private static Object value(Schema schema, Random random) {
    return switch (schema.getType()) {
      case BOOLEAN -> (Object) random.nextBoolean();
      case INT -> (Object) random.nextInt(4);
      case LONG -> (Object) (long) random.nextInt(100);
      case FLOAT -> (Object) random.nextFloat();
      case DOUBLE -> (Object) random.nextDouble();
      case ENUM -> schema.getEnumSymbols().get(random.nextInt(schema.getEnumSymbols().size()));
      default -> "é" + random.nextInt(4);
    };
  }

  /** As it was, cut, lengthened, or with bytes changed behind the framing. */
  static byte[] mutate(byte[] framed, Random random) {
    byte[] bytes = framed.clone();
    int body = framed.length - Framing.HEADER_BYTES;
    switch (random.nextInt(4)) {
      case 0 -> bytes = Arrays.copyOf(framed, framed.length - 1 - random.nextInt(body));
      case 1 -> bytes = Arrays.copyOf(framed, framed.length + 1);
      case 2 -> {
        for (int n = 1 + random.nextInt(3); n > 0; n--) {
          bytes[Framing.HEADER_BYTES + random.nextInt(body)] = (byte) random.nextInt();
        }
      }
      default -> {}
    }
    return bytes;
  }
}
