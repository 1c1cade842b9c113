package io.windsock.site;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.site.apply.OutputLog;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads the samples of the monitor topic, from its beginning on. */
final class SampleReader implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final EventCodec codec = new EventCodec(OutputLog.CATALOGUE);
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Set<String> keys = new HashSet<>();
  private long lastMs;
  private long leastMs = Long.MAX_VALUE;

  SampleReader(TestTopic topic) {
    Map<String, Object> properties = new HashMap<>(topic.client());
    properties.put("auto.offset.reset", "earliest");
    properties.put("allow.auto.create.topics", false);
    ByteArrayDeserializer bytes = new ByteArrayDeserializer();
    consumer = new KafkaConsumer<>(properties, bytes, bytes);
    consumer.assign(List.of(new TopicPartition(topic.topics.monitor(), 0)));
  }

  /** The next sample that fits. */
  SiteSample await(Predicate<SiteSample> fits) throws UndecodableException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    SiteSample found = null;
    while (found == null) {
      assertThat(System.nanoTime()).as("no such sample came").isLessThan(end);
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
        if (record.value() == null) {
          continue;
        }
        SiteSample sample = codec.decode(record.value(), SiteSample.class);
        note(record, sample);
        if (found == null && fits.test(sample)) {
          found = sample;
        }
      }
    }
    return found;
  }

  private void note(ConsumerRecord<byte[], byte[]> record, SiteSample sample) {
    keys.add(new String(record.key(), StandardCharsets.UTF_8));
    if (lastMs > 0 && !sample.getPhase().equals("CLOSED")) {
      leastMs = Math.min(leastMs, sample.getAtMs() - lastMs);
    }
    lastMs = sample.getAtMs();
  }

  /** All keys seen. */
  Set<String> keys() {
    return keys;
  }

  /** The least time between two samples, the last one of a closing site left out. */
  long leastMs() {
    return leastMs;
  }

  @Override
  public void close() {
    consumer.close();
  }
}
