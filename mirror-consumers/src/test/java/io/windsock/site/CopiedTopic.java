package io.windsock.site;

import io.windsock.embedded.EmbeddedBroker;
import io.windsock.platform.copy.LinkPosition;
import io.windsock.platform.copy.LinkTopic;
import io.windsock.platform.copy.OffsetPair;
import io.windsock.platform.copy.TopicPair;
import io.windsock.platform.kafka.LogConsumers;
import io.windsock.platform.kafka.LogTopic;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A copy of a topic at another broker, as a link makes it: the same records in other transactions,
 * so at other offsets, and the link's position beside them.
 */
final class CopiedTopic implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int BATCH_RECORDS = 37;

  private final TestTopic source;
  private final String link;
  private final Admin there;
  private final KafkaConsumer<byte[], byte[]> from;
  private final KafkaProducer<byte[], byte[]> to;
  private LinkPosition position;

  /** Creates the topics at {@code target}, and begins where the source begins now. */
  CopiedTopic(EmbeddedBroker sourceBroker, TestTopic source, EmbeddedBroker target)
      throws Exception {
    this.source = source;
    link = LinkTopic.name(source.topics.prefix());
    Map<String, Object> sourceKafka = client(sourceBroker);
    Map<String, Object> targetKafka = client(target);
    there = Admin.create(sourceKafka);
    try (Admin here = Admin.create(targetKafka)) {
      short one = 1;
      here.createTopics(
              Set.of(
                  new NewTopic(source.name, source.partitions, one),
                  new NewTopic(source.topics.monitor(), 1, one),
                  new NewTopic(link, 1, one)))
          .all()
          .get();
      LogTopic original = LogTopic.find(there, source.name, PATIENCE);
      LogTopic copy = LogTopic.find(here, source.name, PATIENCE);
      position =
          LinkPosition.NONE.opened(Map.of(source.name, new TopicPair(original.id(), copy.id())));
      from = LogConsumers.open(sourceKafka, LogConsumers.NO_RESET);
      from.assign(original.all());
      from.beginningOffsets(original.all()).forEach(from::seek);
    }
    ByteArraySerializer bytes = new ByteArraySerializer();
    Map<String, Object> transactional = new HashMap<>(targetKafka);
    transactional.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, link);
    to = new KafkaProducer<>(transactional, bytes, bytes);
    to.initTransactions();
  }

  private static Map<String, Object> client(EmbeddedBroker broker) {
    return Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers());
  }

  /** Copies what the source has now. */
  void copy() throws Exception {
    Map<TopicPartition, Long> ends = ends();
    Map<TopicPartition, Long> begins = new HashMap<>();
    from.assignment().forEach(at -> begins.put(at, from.position(at)));
    Map<TopicPartition, OffsetPair> reached = new HashMap<>();
    int open = 0;
    while (ends.entrySet().stream().anyMatch(end -> from.position(end.getKey()) < end.getValue())) {
      for (ConsumerRecord<byte[], byte[]> record : from.poll(Duration.ofMillis(100))) {
        if (open == 0) {
          to.beginTransaction();
        }
        TopicPartition at = new TopicPartition(record.topic(), record.partition());
        long offset = to.send(copyOf(record)).get().offset();
        reached.put(at, new OffsetPair(record.offset() + 1, offset + 1));
        open++;
        if (open == BATCH_RECORDS) {
          to.commitTransaction();
          open = 0;
        }
      }
    }
    if (open == 0) {
      to.beginTransaction();
    }
    Map<TopicPartition, Long> offsets = new HashMap<>();
    from.assignment().forEach(at -> offsets.put(at, from.position(at)));
    position = position.after(position.batch() + 1, begins, offsets, reached, 0);
    to.send(new ProducerRecord<>(link, LinkTopic.positionKey(), position.encode())).get();
    to.commitTransaction();
  }

  /**
   * Where the logs end, open transactions and all: the markers of one that has just been committed
   * may not have been written yet, and the last stable offset is before it until then.
   */
  private Map<TopicPartition, Long> ends() throws Exception {
    Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
    from.assignment().forEach(at -> latest.put(at, OffsetSpec.latest()));
    Map<TopicPartition, Long> ends = new HashMap<>();
    there.listOffsets(latest).all().get().forEach((at, end) -> ends.put(at, end.offset()));
    return ends;
  }

  private ProducerRecord<byte[], byte[]> copyOf(ConsumerRecord<byte[], byte[]> record) {
    return new ProducerRecord<>(
        source.name,
        record.partition(),
        record.timestamp(),
        record.key(),
        record.value(),
        record.headers());
  }

  @Override
  public void close() {
    from.close();
    to.close();
    there.close();
  }
}
