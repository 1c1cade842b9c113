package io.windsock.system;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.ede.EdeDefinition;
import io.windsock.platform.registry.SchemaIds;
import io.windsock.site.apply.ReferenceReplay;
import io.windsock.site.status.SiteDomain;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** What stands in an output topic, read from its beginning by a consumer of the test's own. */
final class Outputs {
  static final Catalogue CATALOGUE = Catalogue.builtIn("airline");
  static final SiteDomain DOMAIN = new SiteDomain(CATALOGUE, EdeDefinition.builtIn(CATALOGUE));

  private final String bootstrapServers;
  private final EventCodec codec = new EventCodec(CATALOGUE);

  /** What a topic holds. */
  record Content(
      Map<String, Long> byType, Map<String, Long> byKey, Map<String, Long> markers, String digest) {
    long marked(String field) {
      return markers.getOrDefault(field, 0L);
    }
  }

  Outputs(String bootstrapServers) {
    this.bootstrapServers = bootstrapServers;
  }

  Content read(String topic) {
    Map<String, Long> byType = new TreeMap<>();
    Map<String, Long> byKey = new HashMap<>();
    Map<String, Long> markers = new TreeMap<>();
    int[] partitions = new int[1];
    ReferenceReplay[] reference = new ReferenceReplay[1];
    each(
        topic,
        count -> {
          partitions[0] = count;
          reference[0] = new ReferenceReplay(DOMAIN, count);
        },
        record -> {
          reference[0].receive(record);
          int id = Framing.schemaId(record.value());
          if (record.key() == null) {
            addMarker(record.value(), markers);
          } else {
            String type = Objects.requireNonNull(CATALOGUE.version(id)).type().name();
            byType.merge(type, 1L, Long::sum);
            byKey.merge(
                new String(record.key(), java.nio.charset.StandardCharsets.UTF_8), 1L, Long::sum);
          }
        });
    return new Content(byType, byKey, markers, reference[0].digest());
  }

  private void addMarker(byte[] value, Map<String, Long> sums) {
    try {
      GenericRecord marker = codec.decode(value);
      for (String field : List.of("received", "passed", "carried", "deadLettered", "forwarded")) {
        sums.merge(field, (Long) marker.get(field), Long::sum);
      }
      ((Map<?, ?>) marker.get("taken"))
          .values()
          .forEach(taken -> sums.merge("taken", (Long) taken, Long::sum));
    } catch (UndecodableException e) {
      throw new AssertionError(e);
    }
  }

  /** Everything committed in a topic, by partition. */
  List<List<ConsumerRecord<byte[], byte[]>>> records(String topic) {
    List<List<ConsumerRecord<byte[], byte[]>>> all = new ArrayList<>();
    each(
        topic,
        count -> {
          for (int p = 0; p < count; p++) {
            all.add(new ArrayList<>());
          }
        },
        record -> all.get(record.partition()).add(record));
    return all;
  }

  /** The committed records of a one-partition topic that are of this class. */
  <T extends SpecificRecord> List<T> read(String topic, Class<T> type) {
    List<T> all = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : records(topic).get(0)) {
      if (SchemaIds.isKey(record.key())) {
        continue;
      }
      try {
        if (codec.decode(record.value()).getSchema().getFullName().equals(type.getName())) {
          all.add(codec.decode(record.value(), type));
        }
      } catch (UndecodableException e) {
        throw new AssertionError(e);
      }
    }
    return all;
  }

  private void each(
      String topic,
      java.util.function.IntConsumer partitionCount,
      Consumer<ConsumerRecord<byte[], byte[]>> then) {
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers",
            bootstrapServers,
            "isolation.level",
            "read_committed",
            "auto.offset.reset",
            "none",
            "enable.auto.commit",
            false);
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(info -> new TopicPartition(topic, info.partition()))
              .toList();
      partitionCount.accept(partitions.size());
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = LogEnds.of(bootstrapServers, partitions);
      while (!ends.entrySet().stream()
          .allMatch(e -> consumer.position(e.getKey()) >= e.getValue())) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
          then.accept(record);
        }
      }
    }
  }
}
