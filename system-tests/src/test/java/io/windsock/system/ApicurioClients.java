package io.windsock.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.apicurio.registry.serde.avro.AvroKafkaDeserializer;
import io.apicurio.registry.serde.avro.AvroKafkaSerializer;
import io.apicurio.registry.serde.avro.strategy.QualifiedRecordIdStrategy;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.topic.Topics;
import io.windsock.contracts.wire.Marker;
import io.windsock.feeds.FeedEvent;
import io.windsock.feeds.generate.GeneratedFeed;
import io.windsock.feeds.generate.GeneratorOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * A producer and a consumer with Apicurio's own serializer and deserializer. One thread uses it.
 */
final class ApicurioClients {
  private static final Topics TOPICS = Topics.standard();

  private final String bootstrap;
  private final String registry;

  /**
   * Clients of a cluster and a registry.
   *
   * @param registry its address, such as {@code http://127.0.0.1:8070}
   */
  ApicurioClients(String bootstrap, String registry) {
    this.bootstrap = bootstrap;
    this.registry = registry;
  }

  private Map<String, Object> client() {
    Map<String, Object> client = new HashMap<>();
    client.put("bootstrap.servers", bootstrap);
    client.put("apicurio.registry.url", registry + "/apis/registry/v3");
    return client;
  }

  /**
   * Sends a feed as a program would that knows Apicurio, and nothing of Windsock; answers the
   * events by key.
   */
  Map<String, List<String>> produce(int count) throws Exception {
    Map<String, Object> config = client();
    config.put("key.serializer", StringSerializer.class);
    config.put("value.serializer", AvroKafkaSerializer.class);
    config.put(
        "apicurio.registry.artifact-resolver-strategy", QualifiedRecordIdStrategy.class.getName());
    config.put("apicurio.registry.find-latest", true);
    config.put("linger.ms", 5);
    Map<String, List<String>> sent = new TreeMap<>();
    EventCodec codec = new EventCodec(Outputs.CATALOGUE);
    try (var producer = new KafkaProducer<String, Object>(config);
        GeneratedFeed feed =
            new GeneratedFeed(
                Outputs.CATALOGUE, GeneratorOptions.day().withFlights(20).withEvents(count))) {
      for (FeedEvent event = feed.next(); event != null; event = feed.next()) {
        GenericRecord record = codec.decode(event.value());
        String topic = TOPICS.source(Objects.requireNonNull(event.type().stream()));
        var unused = producer.send(new ProducerRecord<>(topic, event.key(), record));
        note(sent, event.key(), record);
      }
    }
    sent.values().forEach(events -> events.sort(null));
    return sent;
  }

  private static void note(Map<String, List<String>> events, String key, GenericRecord record) {
    events
        .computeIfAbsent(key, k -> new ArrayList<>())
        .add(record.getSchema().getFullName() + " " + record);
  }

  /** How many events the markers of the mirror topic tell of. */
  long received() {
    long[] received = new long[1];
    readMirror(
        record -> {
          if (record.key() == null) {
            received[0] += received(record);
          }
        });
    return received[0];
  }

  private static long received(ConsumerRecord<String, Object> record) {
    GenericRecord marker = (GenericRecord) record.value();
    assertThat(marker.getSchema().getFullName()).isEqualTo(Marker.class.getName());
    return (Long) marker.get("received");
  }

  /** Every event of the mirror topic by key, as Apicurio's deserializer reads it. */
  Map<String, List<String>> mirrored() {
    Map<String, List<String>> events = new TreeMap<>();
    readMirror(
        record -> {
          if (record.key() != null) {
            note(events, record.key(), (GenericRecord) record.value());
          }
        });
    events.values().forEach(all -> all.sort(null));
    return events;
  }

  private void readMirror(Consumer<ConsumerRecord<String, Object>> reader) {
    Map<String, Object> config = client();
    config.put("key.deserializer", StringDeserializer.class);
    config.put("value.deserializer", AvroKafkaDeserializer.class);
    config.put("isolation.level", "read_committed");
    config.put("enable.auto.commit", false);
    try (var consumer = new KafkaConsumer<String, Object>(config)) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(TOPICS.mirror()).stream()
              .map(info -> new TopicPartition(info.topic(), info.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (ends.entrySet().stream()
          .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
        consumer.poll(Duration.ofMillis(100)).forEach(reader);
      }
    }
  }
}
