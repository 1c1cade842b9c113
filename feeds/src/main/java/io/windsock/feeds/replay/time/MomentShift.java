package io.windsock.feeds.replay.time;

import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.SchemaVersion;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.feeds.AvroBuffer;
import java.io.IOException;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.Encoder;
import org.jspecify.annotations.Nullable;

/** Copies a framed event by its writer's schema and shifts every instant in it. Not thread-safe. */
final class MomentShift {
  private static final long MICROS_PER_MS = 1_000;

  private final AvroBuffer buffer = new AvroBuffer();
  private @Nullable BinaryDecoder reused;
  private long shiftMs;

  byte[] shift(SchemaVersion version, byte[] value, long ms) throws UndecodableException {
    shiftMs = ms;
    int header = Framing.HEADER_BYTES;
    BinaryDecoder in =
        DecoderFactory.get().binaryDecoder(value, header, value.length - header, reused);
    reused = in;
    try {
      copy(version.schema(), in, buffer.start(Framing.schemaId(value)));
      if (!in.isEnd()) {
        throw new UndecodableException(version + ": bytes follow the end of the record");
      }
      return buffer.toBytes();
    } catch (IOException | AvroRuntimeException | IndexOutOfBoundsException e) {
      throw new UndecodableException(version + ": cut short or corrupt: " + e.getMessage());
    }
  }

  private void copy(Schema schema, BinaryDecoder in, Encoder out) throws IOException {
    switch (schema.getType()) {
      case RECORD -> {
        for (Schema.Field field : schema.getFields()) {
          copy(field.schema(), in, out);
        }
      }
      case UNION -> {
        int branch = in.readIndex();
        out.writeIndex(branch);
        copy(schema.getTypes().get(branch), in, out);
      }
      case ARRAY -> copyItems(schema.getElementType(), in.readArrayStart(), false, in, out);
      case MAP -> copyItems(schema.getValueType(), in.readMapStart(), true, in, out);
      case LONG -> out.writeLong(in.readLong() + shiftMs * unitsPerMs(schema));
      case INT -> out.writeInt(in.readInt());
      case ENUM -> out.writeEnum(in.readEnum());
      case FLOAT -> out.writeFloat(in.readFloat());
      case DOUBLE -> out.writeDouble(in.readDouble());
      case BOOLEAN -> out.writeBoolean(in.readBoolean());
      case STRING, BYTES -> out.writeBytes(in.readBytes(null));
      case FIXED -> copyFixed(schema.getFixedSize(), in, out);
      case NULL -> {}
    }
  }

  private void copyItems(Schema items, long first, boolean keyed, BinaryDecoder in, Encoder out)
      throws IOException {
    out.writeArrayStart();
    for (long left = first; left > 0; left = keyed ? in.mapNext() : in.arrayNext()) {
      out.setItemCount(left);
      for (long i = 0; i < left; i++) {
        out.startItem();
        if (keyed) {
          out.writeBytes(in.readBytes(null));
        }
        copy(items, in, out);
      }
    }
    out.writeArrayEnd();
  }

  private static void copyFixed(int size, BinaryDecoder in, Encoder out) throws IOException {
    byte[] fixed = new byte[size];
    in.readFixed(fixed);
    out.writeFixed(fixed);
  }

  /** Returns the units per ms of an instant's schema; 0 for any other schema. */
  static long unitsPerMs(Schema schema) {
    LogicalType logical = schema.getLogicalType();
    if (logical instanceof LogicalTypes.TimestampMillis) {
      return 1;
    }
    return logical instanceof LogicalTypes.TimestampMicros ? MICROS_PER_MS : 0;
  }
}
