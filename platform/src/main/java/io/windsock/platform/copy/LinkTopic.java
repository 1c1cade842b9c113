package io.windsock.platform.copy;

import io.windsock.contracts.query.codec.MalformedBatchException;
import io.windsock.platform.kafka.LogConsumers;
import io.windsock.platform.kafka.LogReplay;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * The topic in which a cluster has what it knows of a link: compacted, one partition. One key has
 * the last position; a ring of {@link #POINTS} keys has earlier ones.
 */
public final class LinkTopic {
  /** What the names of all these topics begin with. */
  public static final String PREFIX = "windsock.link.";

  /** How many earlier positions are kept, by which tokens of the source are translated. */
  public static final int POINTS = 4096;

  private static final Duration PATIENCE = Duration.ofSeconds(15);
  private static final byte[] POSITION = {'p'};
  private static final byte POINT = 'm';

  private LinkTopic() {}

  /** Returns the topic of a link, which is also the transactional id that its sessions share. */
  public static String name(String link) {
    return PREFIX + link;
  }

  /** Returns the link of a topic. */
  public static String link(String topic) {
    return topic.substring(PREFIX.length());
  }

  /** Returns the key of the last position. */
  public static byte[] positionKey() {
    return POSITION.clone();
  }

  /** Returns the key of the earlier position with this number; it takes the oldest one's place. */
  public static byte[] pointKey(long number) {
    int slot = (int) Math.floorMod(number, (long) POINTS);
    return ByteBuffer.allocate(1 + Integer.BYTES).put(POINT).putInt(slot).array();
  }

  /** Returns whether a record with this key has the last position. */
  public static boolean isPosition(byte[] key) {
    return Arrays.equals(key, POSITION);
  }

  /**
   * Reads the last position that is committed.
   *
   * @param kafka the clients' properties: at least the bootstrap servers
   * @return {@link LinkPosition#NONE} if the topic has none
   * @throws KafkaException if the topic does not exist or can't be read
   */
  public static LinkPosition read(Map<String, Object> kafka, String topic) {
    Map<String, byte[]> last = new HashMap<>();
    List<TopicPartition> partition = List.of(new TopicPartition(topic, 0));
    try (var consumer = LogConsumers.open(kafka, LogConsumers.NO_RESET)) {
      consumer.assign(partition);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partition, PATIENCE);
      LogReplay.fromBeginning(
          consumer,
          ends,
          PATIENCE,
          record -> {
            if (isPosition(record.key())) {
              last.put(topic, record.value());
            }
          });
    }
    byte[] value = last.get(topic);
    try {
      return value == null ? LinkPosition.NONE : LinkPosition.decode(value);
    } catch (MalformedBatchException e) {
      throw new KafkaException("topic '" + topic + "' is unreadable: " + e.getMessage(), e);
    }
  }
}
