package io.windsock.link.run;

import io.windsock.platform.kafka.LogConsumers;
import io.windsock.platform.kafka.LogReplay;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * What a partition holds: the number of its committed records, and a digest of their keys, values,
 * headers and timestamps in order.
 */
public record Contents(long records, String digest) {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Returns the contents of each partition; waits for transactions whose end is on its way. */
  public static Map<String, Contents> of(
      Map<String, Object> kafka, List<TopicPartition> partitions) {
    Map<TopicPartition, MessageDigest> digests = new HashMap<>();
    Map<TopicPartition, Long> counts = new HashMap<>();
    try (var consumer = LogConsumers.open(kafka, LogConsumers.NO_RESET)) {
      consumer.assign(partitions);
      LogReplay.fromBeginning(
          consumer,
          ends(kafka, partitions),
          PATIENCE,
          record -> {
            TopicPartition at = new TopicPartition(record.topic(), record.partition());
            counts.merge(at, 1L, Long::sum);
            add(digests.computeIfAbsent(at, p -> sha256()), record);
          });
    }
    Map<String, Contents> all = new TreeMap<>();
    for (TopicPartition at : partitions) {
      MessageDigest digest = digests.getOrDefault(at, sha256());
      all.put(
          at.toString(),
          new Contents(counts.getOrDefault(at, 0L), HexFormat.of().formatHex(digest.digest())));
    }
    return all;
  }

  /** The ends of the logs, committed or not: a commit's markers come after it returns. */
  private static Map<TopicPartition, Long> ends(
      Map<String, Object> kafka, List<TopicPartition> partitions) {
    ByteArrayDeserializer bytes = new ByteArrayDeserializer();
    try (var consumer = new KafkaConsumer<>(kafka, bytes, bytes)) {
      return consumer.endOffsets(partitions);
    }
  }

  private static void add(MessageDigest digest, ConsumerRecord<byte[], byte[]> record) {
    digest.update(ByteBuffer.allocate(Long.BYTES).putLong(0, record.timestamp()).array());
    add(digest, record.key());
    add(digest, record.value());
    for (Header header : record.headers()) {
      add(digest, header.key().getBytes(StandardCharsets.UTF_8));
      add(digest, header.value());
    }
  }

  private static void add(MessageDigest digest, byte @Nullable [] bytes) {
    int length = bytes == null ? -1 : bytes.length;
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, length).array());
    if (bytes != null) {
      digest.update(bytes);
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
