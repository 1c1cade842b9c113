package io.windsock.platform.copy;

import io.windsock.contracts.query.codec.MalformedBatchException;
import io.windsock.platform.kafka.LogConsumers;
import io.windsock.platform.kafka.LogReplay;
import io.windsock.platform.kafka.LogTopic;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicListing;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/**
 * The topic in which a cluster has what it knows of a link: compacted, one partition. One key has
 * the last position; a ring of {@link #POINTS} keys has earlier ones.
 */
public final class LinkTopic {
  /** What the names of all these topics begin with. */
  public static final String PREFIX = "windsock.link.";

  /** How many earlier positions are kept, by which tokens of the source are translated. */
  public static final int POINTS = 4096;

  /**
   * The offsets at the topic's end that are read for the last position. Each transaction ends with
   * one, so an earlier one is looked for only if there were attempts after it that failed. The
   * earlier positions, and those that are not compacted yet, are gigabytes for thousands of
   * partitions.
   */
  private static final long LAST_OFFSETS = 64;

  /** How many times as many offsets are read when the last position was not among them. */
  private static final long WIDER = 16;

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

  /**
   * Returns the ids of the topics of all links to a cluster, by name.
   *
   * @throws KafkaException if the cluster does not answer
   */
  public static Map<String, Uuid> find(Admin admin) {
    Map<String, Uuid> topics = new HashMap<>();
    for (TopicListing listing : listed(admin)) {
      if (listing.name().startsWith(PREFIX)) {
        topics.put(listing.name(), listing.topicId());
      }
    }
    return topics;
  }

  private static Collection<TopicListing> listed(Admin admin) {
    try {
      return admin.listTopics().listings().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new KafkaException(String.valueOf(e.getCause()), e);
    } catch (TimeoutException e) {
      throw new KafkaException("no list of topics within " + PATIENCE.toSeconds() + " s", e);
    } catch (InterruptedException e) {
      throw new InterruptException("interrupted while topics are listed", e);
    }
  }

  /**
   * Returns the last position of the link that copies a topic to this cluster; {@link
   * LinkPosition#NONE} if no link does.
   *
   * @param kafka the clients' properties: at least the bootstrap servers
   * @param topic the topic at this cluster
   * @throws KafkaException if the cluster does not answer, or a link's topic can't be read
   */
  public static LinkPosition copying(Map<String, Object> kafka, Admin admin, LogTopic topic) {
    return copying(positions(kafka, admin), topic);
  }

  /**
   * Returns the position of the link that copies a topic to this cluster; {@link LinkPosition#NONE}
   * if no link does.
   *
   * @param positions the last positions of all links to this cluster
   * @param topic the topic at this cluster
   */
  public static LinkPosition copying(Collection<LinkPosition> positions, LogTopic topic) {
    return positions.stream()
        .filter(position -> position.copies(topic))
        .findFirst()
        .orElse(LinkPosition.NONE);
  }

  /**
   * Returns the last positions of all links to this cluster.
   *
   * @param kafka the clients' properties: at least the bootstrap servers
   * @throws KafkaException if the cluster does not answer, or a link's topic can't be read
   */
  public static List<LinkPosition> positions(Map<String, Object> kafka, Admin admin) {
    return find(admin).keySet().stream().map(link -> read(kafka, link)).toList();
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
    try (var consumer = LogConsumers.open(kafka, LogConsumers.NO_RESET)) {
      return read(consumer, topic);
    }
  }

  /** As {@link #read(Map, String)}, with a consumer of the cluster. */
  static LinkPosition read(Consumer<byte[], byte[]> consumer, String topic) {
    TopicPartition only = new TopicPartition(topic, 0);
    consumer.assign(List.of(only));
    long end = consumer.endOffsets(List.of(only), PATIENCE).getOrDefault(only, 0L);
    long begin = consumer.beginningOffsets(List.of(only), PATIENCE).getOrDefault(only, 0L);
    byte[] value = null;
    long from = end;
    for (long offsets = LAST_OFFSETS; value == null && from > begin; offsets *= WIDER) {
      from = Math.max(begin, end - offsets);
      consumer.seek(only, from);
      value = last(consumer, only, end);
    }
    try {
      return value == null ? LinkPosition.NONE : LinkPosition.decode(value);
    } catch (MalformedBatchException e) {
      throw new KafkaException("topic '" + topic + "' is unreadable: " + e.getMessage(), e);
    }
  }

  /** Returns the last position from the consumer's own on, before {@code end}; null if none is. */
  private static byte @Nullable [] last(
      Consumer<byte[], byte[]> consumer, TopicPartition only, long end) {
    Map<TopicPartition, byte[]> last = new HashMap<>();
    LogReplay.onwards(
        consumer,
        Map.of(only, end),
        PATIENCE,
        record -> {
          if (isPosition(record.key())) {
            last.put(only, record.value());
          }
        });
    return last.get(only);
  }
}
