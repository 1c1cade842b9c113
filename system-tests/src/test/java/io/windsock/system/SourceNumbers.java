package io.windsock.system;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.UndecodableException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * The receive sequence of each source event of a partition, found by the event's content, and from
 * it the version that a row must have: the highest sequence whose event it contains. Looks at no
 * record header.
 */
final class SourceNumbers {
  private final EventCodec codec = new EventCodec(Outputs.CATALOGUE);
  private final Map<String, Long> byContent = new HashMap<>();
  private final Map<String, Long> byStatusTime = new HashMap<>();

  /** Numbers the records in the order in which the topology receives them. */
  SourceNumbers(List<PartitionRun.Source> sources) {
    long sequence = 0;
    for (PartitionRun.Source source : sources) {
      sequence++;
      if (source.key() != null && source.value() != null) {
        byContent.put(content(source.key(), source.value()), sequence);
        noteStatus(source.key(), source.value(), sequence);
      }
    }
  }

  private void noteStatus(byte[] key, byte[] value, long sequence) {
    try {
      GenericRecord event = codec.decode(value);
      if (event.getSchema().getName().equals("FlightStatus")) {
        byStatusTime.put(status(key, event.get("status"), event.get("eventTime")), sequence);
      }
    } catch (UndecodableException e) {
      // A bad record: dead-lettered, so no row contains it.
    }
  }

  /** The highest sequence whose event a record of an output contains. */
  long highestIn(ConsumerRecord<byte[], byte[]> record) {
    return highestIn(record.key(), record.value());
  }

  private long highestIn(byte[] key, byte[] value) {
    Long itself = byContent.get(content(key, value));
    if (itself != null) {
      return itself;
    }
    GenericRecord made = decode(value);
    Object parts = made.get("parts");
    if (parts == null) {
      return Math.max(
          sequenceOf(key, "LANDED", made.get("landedAt")),
          sequenceOf(key, "AT_GATE", made.get("atGateAt")));
    }
    long highest = 0;
    for (Object part : (List<?>) parts) {
      Object bytes = part instanceof GenericRecord coalesced ? coalesced.get("value") : part;
      highest = Math.max(highest, highestIn(key, bytes((ByteBuffer) bytes)));
    }
    return highest;
  }

  private long sequenceOf(byte[] key, String status, @Nullable Object timeMs) {
    Long sequence = byStatusTime.get(status(key, status, timeMs));
    if (sequence == null) {
      throw new AssertionError("no source event " + status + " at " + timeMs);
    }
    return sequence;
  }

  private GenericRecord decode(byte[] value) {
    try {
      return codec.decode(value);
    } catch (UndecodableException e) {
      throw new AssertionError("an output record that can't be read", e);
    }
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] value = new byte[buffer.remaining()];
    buffer.duplicate().get(value);
    return value;
  }

  private static String content(byte[] key, byte[] value) {
    return new String(key, UTF_8) + " " + HexFormat.of().formatHex(value);
  }

  private static String status(byte[] key, @Nullable Object status, @Nullable Object timeMs) {
    return new String(key, UTF_8) + " " + status + " " + timeMs;
  }
}
