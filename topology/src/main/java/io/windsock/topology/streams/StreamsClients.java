package io.windsock.topology.streams;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.processor.internals.DefaultKafkaClientSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Kafka's clients as Streams makes them, but for three things. The main consumer hands out {@link
 * RecordBatch}es, and notes what was lost. A thread's producer can be sent to while its transaction
 * is open. And a thread's transactional id is made from the instance's lasting id, where Streams
 * makes up a new one at each start: so the new producer of a restarted instance aborts at once what
 * the killed one left open; otherwise readers would wait for the transaction's timeout. Safe for
 * use from any thread.
 */
public final class StreamsClients extends DefaultKafkaClientSupplier {
  private static final String PRODUCER_SUFFIX = "-producer";

  private final SourceEnds sourceEnds = new SourceEnds();
  private final LostRanges lost = new LostRanges();
  private final String transactionalPrefix;
  private final Map<String, ThreadProducer> producerOfThread = new ConcurrentHashMap<>();

  /**
   * Clients of one instance.
   *
   * @param transactionalPrefix what its transactional ids start with; no other instance's
   */
  public StreamsClients(String transactionalPrefix) {
    this.transactionalPrefix = transactionalPrefix;
  }

  /** The producer that Streams made last for the thread of this name; null if there is none. */
  @Nullable ThreadProducer producerOf(String threadName) {
    return producerOfThread.get(threadName);
  }

  /** Where the source partitions end. */
  SourceEnds sourceEnds() {
    return sourceEnds;
  }

  /** What was deleted from the source partitions before it was received. */
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
  public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
    return new BatchingConsumer(config, sourceEnds, lost);
  }
}
