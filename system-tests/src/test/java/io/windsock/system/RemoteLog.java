package io.windsock.system;

import io.windsock.contracts.topic.Topics;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.site.testing.FlightLog;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Writes a mirror topic as a topology does, in transactions, at one cluster and later at another.
 * Some transactions are aborted, so that the offsets of a copy differ.
 */
final class RemoteLog {
  static final int PARTITIONS = 3;

  /** So many that most are updated once or twice: an update that is missed stays missed. */
  private static final int FLIGHTS = 3_000;

  private static final int AT_A_TIME = 40;
  private static final int ABORTED_EVERY = 10;
  private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final Topics TOPICS = Topics.standard();

  private final FlightLog log =
      new FlightLog(3, PARTITIONS, FLIGHTS, List.of("EGLL", "KATL"), System::currentTimeMillis);
  private volatile boolean stopped;
  private Thread thread = new Thread(() -> {}, "none");

  /** Creates the topics that a mirror needs, without the mirror topic if a link creates it. */
  static void prepare(EmbeddedBroker cluster, boolean mirror) throws Exception {
    NewTopic monitor = new NewTopic(TOPICS.monitor(), 1, (short) 1);
    NewTopic output = new NewTopic(TOPICS.mirror(), PARTITIONS, (short) 1);
    cluster.createTopics(mirror ? List.of(monitor, output) : List.of(monitor));
  }

  /** Writes one record of each flight. */
  void schedule(EmbeddedBroker cluster) {
    try (var producer = producer(cluster)) {
      producer.beginTransaction();
      log.schedule().forEach(record -> send(producer, record));
      producer.commitTransaction();
    }
  }

  /** Writes until {@link #stop}. */
  void start(EmbeddedBroker cluster) {
    stopped = false;
    thread = new Thread(() -> run(cluster), "remote-log");
    thread.start();
  }

  private void run(EmbeddedBroker cluster) {
    try (var producer = producer(cluster)) {
      for (int i = 1; !stopped; i++) {
        producer.beginTransaction();
        if (i % ABORTED_EVERY == 0) {
          send(producer, log.position(0));
          producer.flush();
          producer.abortTransaction();
        } else {
          log.next(AT_A_TIME).forEach(record -> send(producer, record));
          producer.commitTransaction();
        }
        LockSupport.parkNanos(PAUSE_NS);
      }
    }
  }

  private static KafkaProducer<byte[], byte[]> producer(EmbeddedBroker cluster) {
    ByteArraySerializer bytes = new ByteArraySerializer();
    Map<String, Object> properties =
        Map.of("bootstrap.servers", cluster.bootstrapServers(), "transactional.id", "remote-log");
    KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(properties, bytes, bytes);
    producer.initTransactions();
    return producer;
  }

  private static void send(
      KafkaProducer<byte[], byte[]> producer, ConsumerRecord<byte[], byte[]> record) {
    // Whether it arrived, the commit says.
    var unused =
        producer.send(
            new ProducerRecord<>(
                TOPICS.mirror(),
                record.partition(),
                record.timestamp(),
                record.key(),
                record.value(),
                record.headers()));
  }

  /** Ends writing; what was written is committed. */
  void stop() throws InterruptedException {
    stopped = true;
    thread.join();
  }
}
