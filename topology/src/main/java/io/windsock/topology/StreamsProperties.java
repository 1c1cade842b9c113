package io.windsock.topology;

import io.windsock.topology.streams.TopologyGraph;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;

/** The Kafka Streams settings of a topology: exactly once, and large batches. */
final class StreamsProperties {
  private static final int KIB = 1024;

  /** The maximum duration of a transaction, ms; a hung one blocks all readers for this long. */
  private static final int TRANSACTION_MS = 30_000;

  /** How soon a refused batch is sent again, ms; the producer doubles it each time. */
  private static final int RETRY_MS = 20;

  private StreamsProperties() {}

  static Properties of(TopologyConfig config, String instanceId) {
    Properties all = new Properties();
    application(all, config);
    all.put(StreamsConfig.CLIENT_ID_CONFIG, config.application().clientId(instanceId));
    consumer(all, instanceId);
    producer(all, config);
    all.putAll(config.kafka().properties());
    return all;
  }

  private static void application(Properties all, TopologyConfig config) {
    all.put(StreamsConfig.APPLICATION_ID_CONFIG, config.applicationId());
    all.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, config.kafka().bootstrapServers());
    all.put(StreamsConfig.STATE_DIR_CONFIG, config.processing().stateDir().toString());
    all.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, config.processing().threads());
    all.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    all.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, config.kafka().replication());
    all.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, config.processing().commitIntervalMs());
    // The status table acts as its own cache.
    all.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
    // Waiting for quiet streams costs Streams about as much per record as everything else; no state
    // depends on the order between streams (decision 13).
    all.put(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, StreamsConfig.MAX_TASK_IDLE_MS_DISABLED);
    // Counted in batches.
    all.put(StreamsConfig.BUFFERED_RECORDS_PER_PARTITION_CONFIG, 20);
    // The interval at which a thread without input checks the clock and commits.
    all.put(
        StreamsConfig.POLL_MS_CONFIG,
        Math.max(5, Math.min(50, config.processing().commitIntervalMs() / 2)));
    all.put(StreamsConfig.LOG_SUMMARY_INTERVAL_MS_CONFIG, -1);
  }

  private static void consumer(Properties all, String instanceId) {
    put(all, ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, instanceId);
    // A killed instance that does not return is replaced after this time.
    put(all, ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, 10_000);
    put(all, ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, 2_000);
    // A rebalance waits this long for a missing member, such as a replaced thread.
    put(all, ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, 60_000);
    put(all, ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 10_000);
    put(all, ConsumerConfig.FETCH_MAX_BYTES_CONFIG, 16 * KIB * KIB);
    put(all, ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, 2 * KIB * KIB);
    put(all, ConsumerConfig.RECEIVE_BUFFER_CONFIG, KIB * KIB);
  }

  private static void put(Properties all, String name, Object value) {
    all.put(StreamsConfig.mainConsumerPrefix(name), value);
  }

  private static void producer(Properties all, TopologyConfig config) {
    putForProducer(all, ProducerConfig.ACKS_CONFIG, "all");
    putForProducer(all, ProducerConfig.BATCH_SIZE_CONFIG, 256 * KIB);
    // Records are invisible before the commit, which sends partial batches. Sending them earlier
    // would only cost the brokers requests.
    putForProducer(all, ProducerConfig.LINGER_MS_CONFIG, config.processing().commitIntervalMs());
    putForProducer(all, ProducerConfig.BUFFER_MEMORY_CONFIG, 64 * KIB * KIB);
    putForProducer(all, ProducerConfig.SEND_BUFFER_CONFIG, KIB * KIB);
    // A transaction that takes longer than this is lost, so there is no reason to wait longer for
    // its sends.
    putForProducer(all, ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, TRANSACTION_MS);
    putForProducer(all, ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, TRANSACTION_MS);
    putForProducer(all, ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, TRANSACTION_MS / 2);
    // A partition may refuse the first batch of a transaction while the previous one completes in
    // it. All that was sent after that batch is refused with it, so a late retry delays everything.
    putForProducer(all, ProducerConfig.RETRY_BACKOFF_MS_CONFIG, RETRY_MS);
    putForProducer(all, ProducerConfig.MAX_REQUEST_SIZE_CONFIG, TopologyGraph.MAX_BATCH_BYTES);
  }

  private static void putForProducer(Properties all, String name, Object value) {
    all.put(StreamsConfig.producerPrefix(name), value);
  }
}
