package io.windsock.evaluation.load;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.EventType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.common.utils.Utils;

/**
 * The events that end a sequence: one in each partition, under a key of its own. They are essential
 * events, so a site that has sent one has applied everything before it that its topic contains.
 * Immutable.
 */
final class SequenceEnds {
  private final List<String> keys = new ArrayList<>();
  private final EventType type;
  private final EventCodec codec;

  SequenceEnds(int partitions) {
    Catalogue catalogue = Catalogue.builtIn(Positions.DOMAIN);
    type = catalogue.type("SequenceEnd");
    codec = new EventCodec(catalogue);
    for (int partition = 0; partition < partitions; partition++) {
      keys.add(key(partition, partitions));
    }
  }

  /** Returns the first key that Kafka's partitioner assigns to a partition. */
  private static String key(int partition, int partitions) {
    int number = 0;
    while (partition("end-" + number, partitions) != partition) {
      number++;
    }
    return "end-" + number;
  }

  private static int partition(String key, int partitions) {
    return Utils.toPositive(Utils.murmur2(key.getBytes(StandardCharsets.UTF_8))) % partitions;
  }

  /** Returns the keys, by partition. */
  List<String> keys() {
    return keys;
  }

  /** Returns the value of the event that ends a sequence. */
  byte[] value(long sequence) {
    GenericRecord event = new GenericData.Record(type.current().schema());
    event.put("eventTime", System.currentTimeMillis());
    event.put("sequence", sequence);
    return codec.encode(type, event);
  }
}
