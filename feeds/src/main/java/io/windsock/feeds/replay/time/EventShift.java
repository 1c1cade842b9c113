package io.windsock.feeds.replay.time;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.SchemaVersion;
import io.windsock.contracts.schema.UndecodableException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryData;

/**
 * Shifts an event in time: its event time and every other instant in it (a field with the logical
 * type timestamp-millis or timestamp-micros, at any depth), so that schedules stay consistent. The
 * schema id and all other bytes are unchanged. Not thread-safe.
 *
 * <p>An event whose only instant is its event time, such as a position, is not decoded: only its
 * first varint is rewritten.
 */
public final class EventShift {
  private static final int MAX_VARINT_BYTES = 10;

  private final List<SchemaVersion> versions;
  // By version index, whether the event time is its only instant.
  private final boolean[] onlyEventTime;
  private final MomentShift moments = new MomentShift();
  private final byte[] varint = new byte[MAX_VARINT_BYTES];

  public EventShift(Catalogue catalogue) {
    versions = catalogue.types().stream().flatMap(type -> type.versions().stream()).toList();
    onlyEventTime = new boolean[versions.size()];
    for (int i = 0; i < onlyEventTime.length; i++) {
      onlyEventTime[i] = moments(versions.get(i).schema(), new HashSet<>()) == 1;
    }
  }

  /**
   * Returns the value with all its instants shifted by {@code shiftMs}.
   *
   * @throws UndecodableException if it is not an event of the catalogue
   */
  public byte[] shift(byte[] value, long shiftMs) throws UndecodableException {
    if (shiftMs == 0) {
      return value;
    }
    int id = Framing.schemaId(value);
    for (int i = 0; i < onlyEventTime.length; i++) {
      SchemaVersion version = versions.get(i);
      if (version.id() == id) {
        return onlyEventTime[i] ? rewrite(value, shiftMs) : moments.shift(version, value, shiftMs);
      }
    }
    throw new UndecodableException("schema id " + id + " is not in the catalogue");
  }

  private byte[] rewrite(byte[] value, long shiftMs) throws UndecodableException {
    long time = Framing.eventTimeMs(value);
    if (time == Framing.NO_TIME) {
      throw new UndecodableException("the event time is cut short");
    }
    int rest = Framing.HEADER_BYTES;
    while (value[rest++] < 0) {
      // Continues while the high bit is set.
    }
    int length = BinaryData.encodeLong(time + shiftMs, varint, 0);
    return ByteBuffer.allocate(value.length + Framing.HEADER_BYTES + length - rest)
        .put(value, 0, Framing.HEADER_BYTES)
        .put(varint, 0, length)
        .put(value, rest, value.length - rest)
        .array();
  }

  /**
   * Returns the number of fields in a schema that can hold an instant; counts each named type once.
   */
  private static int moments(Schema schema, Set<String> seen) {
    return switch (schema.getType()) {
      case RECORD -> inFields(schema, seen);
      case UNION -> schema.getTypes().stream().mapToInt(branch -> moments(branch, seen)).sum();
      case ARRAY -> moments(schema.getElementType(), seen);
      case MAP -> moments(schema.getValueType(), seen);
      default -> MomentShift.unitsPerMs(schema) > 0 ? 1 : 0;
    };
  }

  private static int inFields(Schema record, Set<String> seen) {
    int count = 0;
    if (seen.add(record.getFullName())) {
      for (Schema.Field field : record.getFields()) {
        count += moments(field.schema(), seen);
      }
    }
    return count;
  }
}
