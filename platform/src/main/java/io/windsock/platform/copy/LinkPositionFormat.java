package io.windsock.platform.copy;

import io.windsock.contracts.query.codec.AvroInput;
import io.windsock.contracts.query.codec.AvroOutput;
import io.windsock.contracts.query.codec.MalformedBatchException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;

/**
 * The logged form of a {@link LinkPosition}: a version, then its components in their order, in
 * Avro's encoding. Earlier versions end earlier; what they lack is empty or 0.
 */
final class LinkPositionFormat {
  /** The most topics of a position, and the most partitions. */
  private static final int MAX_ITEMS = LinkPosition.MAX_PARTITIONS;

  /** The longest topic name that Kafka accepts. */
  private static final int MAX_TOPIC_BYTES = 249;

  /** The form without {@code copied} and what follows it. */
  private static final int FIRST_VERSION = 1;

  /** The form without {@code began} and what follows it. */
  private static final int SECOND_VERSION = 2;

  /** The form without {@code awaited}. */
  private static final int THIRD_VERSION = 3;

  private static final int VERSION = 4;
  private static final int BYTES = 512;

  private LinkPositionFormat() {}

  /** Returns the position as bytes: in the third form if nothing is awaited. */
  static byte[] encode(LinkPosition position) {
    AvroOutput out = new AvroOutput(BYTES);
    out.number(position.awaited().isEmpty() ? THIRD_VERSION : VERSION);
    out.number(position.epoch());
    out.number(position.batch());
    putTopics(out, position.topics());
    putOffsets(out, position.next());
    putCopied(out, position.copied());
    out.number(position.lastRecordMs());
    out.number(position.points());
    out.number(position.promotedMs());
    putOffsets(out, position.began());
    out.number(position.isRenewing() ? 1 : 0);
    if (!position.awaited().isEmpty()) {
      putOffsets(out, position.awaited());
    }
    byte[] bytes = new byte[out.size()];
    ByteBuffer to = ByteBuffer.wrap(bytes);
    out.finish(0).forEach(to::put);
    return bytes;
  }

  private static void putTopics(AvroOutput out, Map<String, TopicPair> topics) {
    if (!topics.isEmpty()) {
      out.number(topics.size());
      topics.forEach(
          (name, pair) -> {
            out.text(name);
            put(out, pair.source());
            put(out, pair.target());
          });
    }
    out.number(0);
  }

  private static void put(AvroOutput out, Uuid id) {
    out.number(id.getMostSignificantBits());
    out.number(id.getLeastSignificantBits());
  }

  private static void putOffsets(AvroOutput out, Map<TopicPartition, Long> offsets) {
    if (!offsets.isEmpty()) {
      out.number(offsets.size());
      offsets.forEach(
          (partition, offset) -> {
            put(out, partition);
            out.number(offset);
          });
    }
    out.number(0);
  }

  private static void putCopied(AvroOutput out, Map<TopicPartition, OffsetPair> copied) {
    if (!copied.isEmpty()) {
      out.number(copied.size());
      copied.forEach(
          (partition, pair) -> {
            put(out, partition);
            out.number(pair.source());
            out.number(pair.target());
          });
    }
    out.number(0);
  }

  private static void put(AvroOutput out, TopicPartition partition) {
    out.text(partition.topic());
    out.number(partition.partition());
  }

  /**
   * Decodes a position.
   *
   * @throws MalformedBatchException with the reason, if the bytes are none
   */
  static LinkPosition decode(byte[] bytes) throws MalformedBatchException {
    AvroInput in = new AvroInput(bytes, 0, bytes.length);
    int version = in.integer("version");
    if (version < FIRST_VERSION || version > VERSION) {
      throw new MalformedBatchException("position: version " + version + ", not " + VERSION);
    }
    int epoch = in.integer("epoch");
    long batch = in.number("batch");
    Map<String, TopicPair> topics = topics(in);
    Map<TopicPartition, Long> next = offsets(in);
    if (version == FIRST_VERSION) {
      in.requireEnd();
      return new LinkPosition(epoch, batch, topics, next, Map.of(), 0, 0, 0, Map.of(), false);
    }
    LinkPosition position =
        new LinkPosition(
            epoch,
            batch,
            topics,
            next,
            copied(in),
            in.number("last record"),
            in.number("points"),
            in.number("promoted"),
            version == SECOND_VERSION ? Map.of() : offsets(in),
            version != SECOND_VERSION && in.index("renewing", 2) == 1,
            version == VERSION ? offsets(in) : Map.of());
    in.requireEnd();
    return position;
  }

  private static Map<String, TopicPair> topics(AvroInput in) throws MalformedBatchException {
    Map<String, TopicPair> topics = new HashMap<>();
    in.begin();
    while (in.next("topics", topics.size(), MAX_ITEMS)) {
      String name = in.text("topic", MAX_TOPIC_BYTES);
      topics.put(name, new TopicPair(id(in), id(in)));
    }
    return topics;
  }

  private static Map<TopicPartition, Long> offsets(AvroInput in) throws MalformedBatchException {
    Map<TopicPartition, Long> offsets = new HashMap<>();
    in.begin();
    while (in.next("offsets", offsets.size(), MAX_ITEMS)) {
      TopicPartition partition = partition(in);
      offsets.put(partition, in.number("next"));
    }
    return offsets;
  }

  private static Map<TopicPartition, OffsetPair> copied(AvroInput in)
      throws MalformedBatchException {
    Map<TopicPartition, OffsetPair> copied = new HashMap<>();
    in.begin();
    while (in.next("copied", copied.size(), MAX_ITEMS)) {
      TopicPartition partition = partition(in);
      copied.put(partition, new OffsetPair(in.number("source"), in.number("target")));
    }
    return copied;
  }

  private static TopicPartition partition(AvroInput in) throws MalformedBatchException {
    String topic = in.text("topic", MAX_TOPIC_BYTES);
    return new TopicPartition(topic, in.integer("partition"));
  }

  private static Uuid id(AvroInput in) throws MalformedBatchException {
    long most = in.number("id");
    return new Uuid(most, in.number("id"));
  }
}
