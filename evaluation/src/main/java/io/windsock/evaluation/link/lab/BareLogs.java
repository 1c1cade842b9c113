package io.windsock.evaluation.link.lab;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The logs of the two sites without a link: what reading the source and writing the target alone
 * achieve, as the raw devices of the paper's baseline.
 */
public final class BareLogs {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final double NS_PER_SECOND = 1e9;

  private BareLogs() {}

  /** Returns at which rate one consumer reads the backlog at the source, MB/s. */
  public static double read(Site source, Backlog backlog) {
    List<TopicPartition> all = new ArrayList<>();
    for (int p = 0; p < backlog.partitions(); p++) {
      all.add(new TopicPartition(backlog.topic(), p));
    }
    ByteArrayDeserializer bytes = new ByteArrayDeserializer();
    Map<String, Object> properties =
        Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, source.servers());
    try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(properties, bytes, bytes)) {
      consumer.assign(all);
      consumer.seekToBeginning(all);
      long beginNs = System.nanoTime();
      for (long read = 0; read < backlog.records(); ) {
        read += consumer.poll(POLL).count();
      }
      return rate(backlog, beginNs);
    }
  }

  /** Returns at which rate one producer writes the backlog to a new topic at the target, MB/s. */
  public static double write(Site target, Backlog backlog, String topic)
      throws InterruptedException {
    target.create(topic, backlog.partitions());
    try {
      long beginNs = System.nanoTime();
      backlog.write(target, topic);
      return rate(backlog, beginNs);
    } finally {
      target.delete(topic);
    }
  }

  private static double rate(Backlog backlog, long beginNs) {
    return backlog.megabytes() * NS_PER_SECOND / (System.nanoTime() - beginNs);
  }
}
