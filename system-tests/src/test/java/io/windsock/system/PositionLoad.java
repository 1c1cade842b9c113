package io.windsock.system;

import io.windsock.contracts.topic.Topics;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.feeds.FeedEvent;
import io.windsock.feeds.generate.GeneratedFeed;
import io.windsock.feeds.generate.GeneratorOptions;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Writes the positions of generated days to a source topic, at one cluster and later at another. As
 * there is one stream, a record's sequence is its number in its partition.
 */
final class PositionLoad implements AutoCloseable {
  static final String STREAM = "positions";
  static final int PARTITIONS = 2;

  private static final int AT_A_TIME = 20;
  private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(20);

  private volatile boolean stopped;
  private Thread thread = new Thread(() -> {}, "none");

  /** The next day's seed. Owned by the thread. */
  private long seed = 1;

  /** The partition of a key. */
  static int partition(String key) {
    return Math.floorMod(Arrays.hashCode(key.getBytes(StandardCharsets.UTF_8)), PARTITIONS);
  }

  /** Writes until {@link #stop}. */
  void start(EmbeddedBroker cluster) {
    stopped = false;
    thread = new Thread(() -> run(cluster.bootstrapServers()), "position-load");
    thread.start();
  }

  private void run(String bootstrap) {
    ByteArraySerializer bytes = new ByteArraySerializer();
    Map<String, Object> properties = Map.of("bootstrap.servers", bootstrap);
    try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(properties, bytes, bytes)) {
      while (!stopped) {
        GeneratorOptions options =
            GeneratorOptions.day().withSeed(seed++).withFlights(60).withEvents(20_000);
        try (GeneratedFeed feed = new GeneratedFeed(Outputs.CATALOGUE, options)) {
          write(feed, producer);
        }
      }
    }
  }

  private void write(GeneratedFeed feed, KafkaProducer<byte[], byte[]> producer) {
    int sent = 0;
    for (FeedEvent event = feed.next(); event != null && !stopped; event = feed.next()) {
      if (STREAM.equals(event.type().stream())) {
        send(event, producer);
        if (++sent % AT_A_TIME == 0) {
          producer.flush();
          LockSupport.parkNanos(PAUSE_NS);
        }
      }
    }
  }

  private static void send(FeedEvent event, KafkaProducer<byte[], byte[]> producer) {
    byte[] key = event.key().getBytes(StandardCharsets.UTF_8);
    var unused =
        producer.send(
            new ProducerRecord<>(
                Topics.standard().source(STREAM), partition(event.key()), key, event.value()));
  }

  /** Ends writing; what was written is acknowledged. */
  void stop() throws InterruptedException {
    stopped = true;
    thread.join();
  }

  @Override
  public void close() {
    try {
      stop();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
