package io.windsock.topology.streams;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.processor.internals.DefaultKafkaClientSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Kafka clients like Streams' own, with three differences. The main consumer returns {@link
 * RecordBatch}es, notes lost records, and does not begin again where a log has lost its end. A
 * thread's producer accepts sends while its transaction is open. A thread's transactional id
 * derives from the instance's persistent id, whereas Streams creates a new one at each start; so
 * the producer of a restarted instance at once aborts the transaction of the killed one, and
 * readers need not wait for its timeout. Safe for use from any thread.
 */
public final class StreamsClients extends DefaultKafkaClientSupplier {
  private static final String PRODUCER_SUFFIX = "-producer";

  /** By source partition, its end as last reported to one of this instance's consumers. */
  private final Map<TopicPartition, Long> sourceEnds = new ConcurrentHashMap<>();

  private final LostRanges lost = new LostRanges();
  private final String transactionalPrefix;
  private final Predicate<TopicPartition> recreated;
  private final Map<String, ThreadProducer> producerOfThread = new ConcurrentHashMap<>();

  /** The settings of the last restore consumer, which belongs to no group. */
  private volatile Map<String, Object> outsideGroups = Map.of();

  /** Numbers the consumers of sources: metrics need a client's name to be unique. */
  private final AtomicInteger readers = new AtomicInteger();

  /**
   * Creates the clients of one instance.
   *
   * @param transactionalPrefix the prefix of its transactional ids, unique to the instance
   * @param recreated whether a source partition belongs to another topic than when last asked; may
   *     block, and is called by the consumers' threads
   */
  public StreamsClients(String transactionalPrefix, Predicate<TopicPartition> recreated) {
    this.transactionalPrefix = transactionalPrefix;
    this.recreated = recreated;
  }

  /** Returns the last producer created for the thread with this name; null if there is none. */
  @Nullable ThreadProducer producerOf(String threadName) {
    return producerOfThread.get(threadName);
  }

  /** Returns the known offset after a source partition's last record; 0 while unknown. */
  long end(TopicPartition source) {
    return sourceEnds.getOrDefault(source, 0L);
  }

  /** Returns the records deleted from the source partitions before they were received. */
  LostRanges lost() {
    return lost;
  }

  @Override
  public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
    Map<String, Object> own = new HashMap<>(config);
    // Streams' id ends with the number of the thread.
    String id = String.valueOf(config.get(ProducerConfig.TRANSACTIONAL_ID_CONFIG));
    String thread = id.substring(id.lastIndexOf('-') + 1);
    own.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalPrefix + "-" + thread);
    ThreadProducer producer = new ThreadProducer(own);
    String client = String.valueOf(config.get(ProducerConfig.CLIENT_ID_CONFIG));
    if (client.endsWith(PRODUCER_SUFFIX)) {
      String name = client.substring(0, client.length() - PRODUCER_SUFFIX.length());
      producerOfThread.put(name, producer);
    }
    return producer;
  }

  @Override
  public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
    outsideGroups = Collections.unmodifiableMap(new HashMap<>(config)); // it may have nulls
    return super.getRestoreConsumer(config);
  }

  /** Returns a consumer of source topics that belongs to no group; the caller closes it. */
  Consumer<byte[], byte[]> sourceConsumer() {
    Map<String, Object> own = new HashMap<>(outsideGroups);
    own.computeIfPresent(
        ConsumerConfig.CLIENT_ID_CONFIG, (name, id) -> id + "-" + readers.incrementAndGet());
    own.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    // What is looked for has been received, hence committed; open transactions after it are not.
    own.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted");
    return new KafkaConsumer<>(own, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  @Override
  public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
    return new BatchingConsumer(config, sourceEnds, lost, recreated);
  }
}
