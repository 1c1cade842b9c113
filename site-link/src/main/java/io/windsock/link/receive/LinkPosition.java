package io.windsock.link.receive;

import io.windsock.contracts.query.codec.AvroInput;
import io.windsock.contracts.query.codec.AvroOutput;
import io.windsock.contracts.query.codec.MalformedBatchException;
import io.windsock.link.batch.BatchLimits;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;

/**
 * What the target has of a link. Immutable.
 *
 * @param epoch the epoch of the last session
 * @param batch the number of the last batch; 0 if there is none
 * @param topics the topics, by name
 * @param next by source partition, the offset after the last that is committed at the target
 */
record LinkPosition(
    int epoch, long batch, Map<String, TopicPair> topics, Map<TopicPartition, Long> next) {
  /** What the target has of a link that was never used. */
  static final LinkPosition NONE = new LinkPosition(0, 0, Map.of(), Map.of());

  private static final int VERSION = 1;
  private static final int BYTES = 512;

  LinkPosition {
    topics = Map.copyOf(topics);
    next = Map.copyOf(next);
  }

  /** Returns the position at the beginning of the next session. */
  LinkPosition opened(Map<String, TopicPair> now) {
    return new LinkPosition(epoch + 1, batch, now, next);
  }

  /** Returns the position after a batch. */
  LinkPosition after(long number, Map<TopicPartition, Long> offsets) {
    Map<TopicPartition, Long> all = new HashMap<>(next);
    all.putAll(offsets);
    return new LinkPosition(epoch, number, topics, all);
  }

  byte[] encode() {
    AvroOutput out = new AvroOutput(BYTES);
    out.number(VERSION);
    out.number(epoch);
    out.number(batch);
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
    if (!next.isEmpty()) {
      out.number(next.size());
      next.forEach(
          (partition, offset) -> {
            out.text(partition.topic());
            out.number(partition.partition());
            out.number(offset);
          });
    }
    out.number(0);
    byte[] bytes = new byte[out.size()];
    ByteBuffer to = ByteBuffer.wrap(bytes);
    out.finish(0).forEach(to::put);
    return bytes;
  }

  private static void put(AvroOutput out, Uuid id) {
    out.number(id.getMostSignificantBits());
    out.number(id.getLeastSignificantBits());
  }

  /**
   * Decodes a position.
   *
   * @throws MalformedBatchException with the reason, if the bytes are none
   */
  static LinkPosition decode(byte[] bytes) throws MalformedBatchException {
    AvroInput in = new AvroInput(bytes, 0, bytes.length);
    int version = in.integer("version");
    if (version != VERSION) {
      throw new MalformedBatchException("position: version " + version + ", not " + VERSION);
    }
    int epoch = in.integer("epoch");
    long batch = in.number("batch");
    Map<String, TopicPair> topics = new HashMap<>();
    in.begin();
    while (in.next("topics", topics.size(), BatchLimits.MAX_RUNS)) {
      String name = in.text("topic", BatchLimits.MAX_TOPIC_BYTES);
      topics.put(name, new TopicPair(id(in), id(in)));
    }
    Map<TopicPartition, Long> next = new HashMap<>();
    in.begin();
    while (in.next("offsets", next.size(), BatchLimits.MAX_RUNS)) {
      String topic = in.text("topic", BatchLimits.MAX_TOPIC_BYTES);
      TopicPartition partition = new TopicPartition(topic, in.integer("partition"));
      next.put(partition, in.number("next"));
    }
    in.requireEnd();
    return new LinkPosition(epoch, batch, topics, next);
  }

  private static Uuid id(AvroInput in) throws MalformedBatchException {
    long most = in.number("id");
    return new Uuid(most, in.number("id"));
  }
}
