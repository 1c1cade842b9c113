package io.windsock.link.fault;

import io.windsock.link.run.Sites;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Writes to the source in small transactions, some of which are aborted, until it is closed. On a
 * thread of its own.
 */
final class Feed implements AutoCloseable {
  private static final int MAX_IN_TRANSACTION = 200;
  private static final int ABORTED_OF = 7;
  private static final long PAUSE_MS = 40;

  private final Map<String, Object> kafka;
  private final Random random;
  private final Thread thread = new Thread(this::run, "feed");
  private volatile boolean closed;
  private long committed;

  Feed(Map<String, Object> kafka, long seed) {
    this.kafka = kafka;
    random = new Random(seed);
    thread.setDaemon(true);
    thread.start();
  }

  /** Returns how many records are committed. After {@link #end}. */
  long committed() {
    return committed;
  }

  private void run() {
    Map<String, Object> properties = new HashMap<>(kafka);
    properties.put("transactional.id", "feed");
    ByteArraySerializer bytes = new ByteArraySerializer();
    try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(properties, bytes, bytes)) {
      producer.initTransactions();
      while (!closed) {
        write(producer);
        TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void write(KafkaProducer<byte[], byte[]> producer) {
    producer.beginTransaction();
    int records = 1 + random.nextInt(MAX_IN_TRANSACTION);
    for (int i = 0; i < records; i++) {
      var unused = producer.send(Sites.record(random));
    }
    if (random.nextInt(ABORTED_OF) == 0) {
      producer.abortTransaction();
    } else {
      producer.commitTransaction();
      committed += records;
    }
  }

  /** Ends it; what is open then is committed or aborted first. */
  void end() throws InterruptedException {
    closed = true;
    thread.join();
  }

  @Override
  public void close() {
    closed = true;
  }
}
