package io.windsock.link.transport;

import io.windsock.contracts.query.codec.AvroInput;
import io.windsock.contracts.query.codec.AvroOutput;
import io.windsock.contracts.query.codec.MalformedBatchException;
import io.windsock.link.batch.BatchLimits;
import io.windsock.link.stage.FrameHeader;
import io.windsock.link.stage.OpenProof;
import io.windsock.link.stage.SessionCipher;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;

/**
 * Converts between the messages of a stream and bytes: Avro's binary encoding of a union for each
 * direction. All methods are pure.
 *
 * <pre>
 *  to the receiver: 0 Open, 1 Frame, 2 Alive          to the sender: 0 Opened, 1 Ack, 2 Alive
 * </pre>
 */
public final class Messages {
  /** The longest message. */
  public static final int MAX_BYTES = BatchLimits.MAX_PART_BYTES + (64 << 10);

  private static final int OPEN = 0;
  private static final int DATA = 1;
  private static final int ALIVE = 2;
  private static final int KINDS = 3;
  private static final int MAX_NAME_BYTES = 249;
  private static final int MAX_HEADER_BYTES = 512;
  private static final int BYTES = 256;

  /** Receives the messages of a sender. */
  public interface ToReceiver {
    /** Receives the first message. */
    void open(Open open) throws MalformedBatchException;

    /** Receives a frame. */
    void frame(Frame frame) throws MalformedBatchException;
  }

  /** Receives the messages of a receiver. */
  public interface ToSender {
    /** Receives the reply to the first message. */
    void opened(Opened opened) throws MalformedBatchException;

    /** Receives the reply to a batch. */
    void ack(Ack ack) throws MalformedBatchException;
  }

  private Messages() {}

  /** Encodes the first message. */
  public static List<ByteBuffer> encode(Open open) {
    AvroOutput out = new AvroOutput(BYTES);
    out.number(OPEN);
    out.text(open.link());
    out.bytes(ByteBuffer.wrap(open.salt()));
    out.text(open.proof().key());
    out.bytes(ByteBuffer.wrap(open.proof().code()));
    if (!open.topics().isEmpty()) {
      out.number(open.topics().size());
      for (SourceTopic topic : open.topics()) {
        out.text(topic.name());
        out.number(topic.id().getMostSignificantBits());
        out.number(topic.id().getLeastSignificantBits());
        out.number(topic.partitions());
      }
    }
    out.number(0);
    out.number(open.anewAfter());
    putIncomplete(out, open);
    return out.finish(0);
  }

  /**
   * Appends the partitions that are incomplete at the source. Without any it appends nothing, as a
   * build that does not know of them; a receiver of such a build refuses the opening otherwise.
   */
  private static void putIncomplete(AvroOutput out, Open open) {
    int count = open.incomplete().size();
    if (count == 0) {
      return;
    }
    out.number(count);
    for (int topic = 0; topic < open.topics().size(); topic++) {
      for (int partition : open.topics().get(topic).incomplete()) {
        out.number(topic);
        out.number(partition);
      }
    }
    out.number(0);
  }

  /** Encodes a frame. */
  public static List<ByteBuffer> encode(Frame frame) {
    AvroOutput out = new AvroOutput(BYTES);
    out.number(DATA);
    out.bytes(ByteBuffer.wrap(frame.aad()));
    out.bytes(ByteBuffer.wrap(frame.payload()));
    return out.finish(0);
  }

  /** Encodes what either side sends while it has nothing else to. */
  public static List<ByteBuffer> alive() {
    AvroOutput out = new AvroOutput(1);
    out.number(ALIVE);
    return out.finish(0);
  }

  /** Encodes the reply to the first message. */
  public static List<ByteBuffer> encode(Opened opened) {
    AvroOutput out = new AvroOutput(BYTES);
    out.number(OPEN);
    out.number(opened.epoch());
    out.number(opened.batch());
    if (!opened.next().isEmpty()) {
      out.number(opened.next().size());
      opened
          .next()
          .forEach(
              (partition, next) -> {
                out.text(partition.topic());
                out.number(partition.partition());
                out.number(next);
              });
    }
    out.number(0);
    return out.finish(0);
  }

  /** Encodes the reply to a batch. */
  public static List<ByteBuffer> encode(Ack ack) {
    AvroOutput out = new AvroOutput(BYTES);
    out.number(DATA);
    out.number(ack.batch());
    out.number(ack.receiveNs());
    out.number(ack.decryptNs());
    out.number(ack.decompressNs());
    out.number(ack.writeNs());
    if (ack.othersNs() > 0) {
      out.number(ack.othersNs());
    }
    return out.finish(0);
  }

  /**
   * Decodes a sender's message and passes it on.
   *
   * @throws MalformedBatchException with the reason, if it is none or beyond its bounds
   */
  public static void decode(byte[] bytes, int offset, int length, ToReceiver to)
      throws MalformedBatchException {
    AvroInput in = new AvroInput(bytes, offset, length);
    switch (in.index("message", KINDS)) {
      case OPEN -> to.open(open(in, offset + length));
      case DATA -> to.frame(frame(in));
      default -> in.requireEnd();
    }
  }

  /**
   * Decodes a receiver's message and passes it on.
   *
   * @throws MalformedBatchException with the reason, if it is none or beyond its bounds
   */
  public static void decode(byte[] bytes, int offset, int length, ToSender to)
      throws MalformedBatchException {
    AvroInput in = new AvroInput(bytes, offset, length);
    switch (in.index("message", KINDS)) {
      case OPEN -> to.opened(opened(in));
      case DATA -> to.ack(ack(in, offset + length));
      default -> in.requireEnd();
    }
  }

  private static Open open(AvroInput in, int end) throws MalformedBatchException {
    String link = in.text("link", MAX_NAME_BYTES);
    byte[] salt = in.bytes("salt", SessionCipher.SALT_BYTES);
    if (salt.length != SessionCipher.SALT_BYTES) {
      throw new MalformedBatchException("salt: " + salt.length + " bytes");
    }
    String key = in.text("key", MAX_NAME_BYTES);
    OpenProof proof = new OpenProof(key, in.bytes("proof", OpenProof.BYTES));
    List<SourceTopic> topics = new ArrayList<>();
    in.begin();
    while (in.next("topics", topics.size(), Open.MAX_TOPICS)) {
      String name = in.text("topic", BatchLimits.MAX_TOPIC_BYTES);
      Uuid id = new Uuid(in.number("id"), in.number("id"));
      int partitions = in.integer("partitions");
      if (partitions < 1 || partitions > BatchLimits.MAX_RUNS) {
        throw new MalformedBatchException("topic '" + name + "': " + partitions + " partitions");
      }
      topics.add(new SourceTopic(name, id, partitions));
    }
    int anewAfter = in.integer("anew");
    if (anewAfter < 0) {
      throw new MalformedBatchException("anew: after session " + anewAfter);
    }
    if (in.at() < end) {
      takeIncomplete(in, topics);
    }
    in.requireEnd();
    return new Open(link, salt, proof, topics, anewAfter);
  }

  private static void takeIncomplete(AvroInput in, List<SourceTopic> topics)
      throws MalformedBatchException {
    Map<Integer, Set<Integer>> incomplete = new HashMap<>();
    in.begin();
    for (int count = 0; in.next("incomplete", count, BatchLimits.MAX_RUNS); count++) {
      int topic = in.index("topic", topics.size());
      int partition = in.index("partition", topics.get(topic).partitions());
      incomplete.computeIfAbsent(topic, at -> new HashSet<>()).add(partition);
    }
    incomplete.forEach((at, partitions) -> topics.set(at, topics.get(at).with(partitions)));
  }

  private static Frame frame(AvroInput in) throws MalformedBatchException {
    byte[] aad = in.bytes("header", MAX_HEADER_BYTES);
    byte[] payload = in.bytes("payload", MAX_BYTES);
    in.requireEnd();
    return new Frame(FrameHeader.decode(aad), aad, payload);
  }

  private static Opened opened(AvroInput in) throws MalformedBatchException {
    int epoch = in.integer("epoch");
    long batch = in.number("batch");
    Map<TopicPartition, Long> next = new HashMap<>();
    in.begin();
    while (in.next("positions", next.size(), BatchLimits.MAX_RUNS)) {
      String topic = in.text("topic", BatchLimits.MAX_TOPIC_BYTES);
      TopicPartition partition = new TopicPartition(topic, in.integer("partition"));
      next.put(partition, in.number("next"));
    }
    in.requireEnd();
    if (epoch < 1 || batch < 0) {
      throw new MalformedBatchException("epoch " + epoch + ", batch " + batch);
    }
    return new Opened(epoch, batch, next);
  }

  private static Ack ack(AvroInput in, int end) throws MalformedBatchException {
    Ack ack =
        new Ack(
            in.number("batch"),
            in.number("receive"),
            in.number("decrypt"),
            in.number("decompress"),
            in.number("write"),
            in.at() < end ? in.number("others") : 0);
    in.requireEnd();
    return ack;
  }
}
