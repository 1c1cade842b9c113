package io.windsock.link.transport;

import io.windsock.contracts.query.codec.AvroInput;
import io.windsock.contracts.query.codec.AvroOutput;
import io.windsock.contracts.query.codec.MalformedBatchException;
import io.windsock.link.batch.BatchLimits;
import io.windsock.link.stage.FrameHeader;
import io.windsock.link.stage.SessionProof;
import io.windsock.link.stage.SessionSeed;
import io.windsock.link.stage.WireName;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
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
 *  to the receiver: 0 Open, 1 Frame, 2 Alive      to the sender: 0 Opened, 1 Ack, 2 Alive, 3 challenge
 * </pre>
 */
public final class Messages {
  /** The longest message. */
  public static final int MAX_BYTES = BatchLimits.MAX_PART_BYTES + (64 << 10);

  /**
   * The most bytes that a sender sends before a session is open: the longest opening, and signs of
   * life.
   */
  static final int MAX_OPEN_BYTES = 512 << 10;

  private static final int OPEN = 0;
  private static final int DATA = 1;
  private static final int ALIVE = 2;
  private static final int CHALLENGE = 3;
  private static final int KINDS_TO_RECEIVER = 3;
  private static final int KINDS_TO_SENDER = 4;
  private static final Comparator<TopicPartition> BY_NAME =
      Comparator.comparing(TopicPartition::topic).thenComparingInt(TopicPartition::partition);

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
    /** Receives the receiver's random bytes. */
    void challenge(byte[] challenge) throws MalformedBatchException;

    /** Receives the reply to the first message, and the code that proves it. */
    void opened(Opened opened, byte[] code) throws MalformedBatchException;

    /** Receives the reply to a batch, and the code that proves it. */
    void ack(Ack ack, byte[] code) throws MalformedBatchException;
  }

  private Messages() {}

  /** Encodes the first message. */
  public static List<ByteBuffer> encode(Open open) {
    AvroOutput out = new AvroOutput(BYTES);
    out.number(OPEN);
    put(out, open);
    out.bytes(ByteBuffer.wrap(open.code()));
    return out.finish(0);
  }

  /** Returns what the first message says, without the code that proves it. */
  static byte[] content(Open open) {
    AvroOutput out = new AvroOutput(BYTES);
    put(out, open);
    return bytes(out);
  }

  private static void put(AvroOutput out, Open open) {
    out.text(open.link());
    out.bytes(ByteBuffer.wrap(open.salt()));
    out.text(open.key());
    List<SourceTopic> topics = open.topics();
    if (!topics.isEmpty()) {
      out.number(topics.size());
      for (SourceTopic topic : topics) {
        out.text(topic.name());
        out.number(topic.id().getMostSignificantBits());
        out.number(topic.id().getLeastSignificantBits());
        out.number(topic.partitions());
      }
    }
    out.number(0);
    out.number(open.anewAfter());
    int incomplete = open.incomplete().size();
    if (incomplete > 0) {
      out.number(incomplete);
      for (int at = 0; at < topics.size(); at++) {
        for (TopicPartition partition : topics.get(at).incompletePartitions()) {
          out.number(at);
          out.number(partition.partition());
        }
      }
    }
    out.number(0);
    putEnds(out, topics);
  }

  private static void putEnds(AvroOutput out, List<SourceTopic> topics) {
    List<Long> ends = topics.stream().flatMap(topic -> topic.ends().stream()).toList();
    if (!ends.isEmpty()) {
      out.number(ends.size());
      ends.forEach(out::number);
    }
    out.number(0);
  }

  private static byte[] bytes(AvroOutput out) {
    byte[] all = new byte[out.size()];
    ByteBuffer to = ByteBuffer.wrap(all);
    out.finish(0).forEach(to::put);
    return all;
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

  /** Encodes the receiver's random bytes, which it sends first. */
  public static List<ByteBuffer> challenge(byte[] random) {
    AvroOutput out = new AvroOutput(BYTES);
    out.number(CHALLENGE);
    out.bytes(ByteBuffer.wrap(random));
    return out.finish(0);
  }

  /** Encodes the reply to the first message. */
  public static List<ByteBuffer> encode(Opened opened, byte[] code) {
    AvroOutput out = new AvroOutput(BYTES);
    out.number(OPEN);
    put(out, opened);
    out.bytes(ByteBuffer.wrap(code));
    return out.finish(0);
  }

  /** Returns what the reply to the first message says; the same bytes for the same map. */
  static byte[] content(Opened opened) {
    AvroOutput out = new AvroOutput(BYTES);
    put(out, opened);
    return bytes(out);
  }

  private static void put(AvroOutput out, Opened opened) {
    out.number(opened.epoch());
    out.number(opened.batch());
    if (!opened.next().isEmpty()) {
      out.number(opened.next().size());
      opened.next().entrySet().stream()
          .sorted(Map.Entry.comparingByKey(BY_NAME))
          .forEach(
              next -> {
                out.text(next.getKey().topic());
                out.number(next.getKey().partition());
                out.number(next.getValue());
              });
    }
    out.number(0);
  }

  /** Encodes the reply to a batch. */
  public static List<ByteBuffer> encode(Ack ack, byte[] code) {
    AvroOutput out = new AvroOutput(BYTES);
    out.number(DATA);
    put(out, ack);
    out.bytes(ByteBuffer.wrap(code));
    return out.finish(0);
  }

  /** Returns what the reply to a batch says. */
  static byte[] content(Ack ack) {
    AvroOutput out = new AvroOutput(BYTES);
    put(out, ack);
    return bytes(out);
  }

  private static void put(AvroOutput out, Ack ack) {
    out.number(ack.batch());
    out.number(ack.receiveNs());
    out.number(ack.decryptNs());
    out.number(ack.decompressNs());
    out.number(ack.writeNs());
    out.number(ack.othersNs());
    out.number(ack.stages());
    out.number(ack.threads());
  }

  /**
   * Decodes a sender's message and passes it on.
   *
   * @throws MalformedBatchException with the reason, if it is none or beyond its bounds
   */
  public static void decode(byte[] bytes, int offset, int length, ToReceiver to)
      throws MalformedBatchException {
    AvroInput in = new AvroInput(bytes, offset, length);
    switch (in.index("message", KINDS_TO_RECEIVER)) {
      case OPEN -> to.open(open(in));
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
    switch (in.index("message", KINDS_TO_SENDER)) {
      case OPEN -> opened(in, to);
      case DATA -> ack(in, to);
      case CHALLENGE -> challenge(in, to);
      default -> in.requireEnd();
    }
  }

  private static Open open(AvroInput in) throws MalformedBatchException {
    String link = WireName.read(in, "link", MAX_NAME_BYTES);
    byte[] salt = random(in, "salt");
    String key = WireName.read(in, "key", MAX_NAME_BYTES);
    List<SourceTopic> topics = new ArrayList<>();
    in.begin();
    while (in.next("topics", topics.size(), Open.MAX_TOPICS)) {
      String name = WireName.read(in, "topic", BatchLimits.MAX_TOPIC_BYTES);
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
    takeIncomplete(in, topics);
    takeEnds(in, topics);
    byte[] code = code(in);
    return new Open(link, salt, key, topics, anewAfter, code);
  }

  private static byte[] random(AvroInput in, String what) throws MalformedBatchException {
    byte[] random = in.bytes(what, SessionSeed.RANDOM_BYTES);
    if (random.length != SessionSeed.RANDOM_BYTES) {
      throw new MalformedBatchException(what + ": " + random.length + " bytes");
    }
    return random;
  }

  /** Reads the code at a message's end. */
  private static byte[] code(AvroInput in) throws MalformedBatchException {
    byte[] code = in.bytes("code", SessionProof.BYTES);
    in.requireEnd();
    return code;
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

  /** They are of every partition of all topics, in order; or of none. */
  private static void takeEnds(AvroInput in, List<SourceTopic> topics)
      throws MalformedBatchException {
    List<Long> ends = new ArrayList<>();
    in.begin();
    while (in.next("ends", ends.size(), BatchLimits.MAX_RUNS)) {
      ends.add(in.number("end"));
    }
    long partitions = topics.stream().mapToLong(SourceTopic::partitions).sum();
    if (ends.isEmpty()) {
      return;
    }
    if (ends.size() != partitions) {
      throw new MalformedBatchException(ends.size() + " ends of " + partitions + " partitions");
    }
    int from = 0;
    for (int at = 0; at < topics.size(); at++) {
      int to = from + topics.get(at).partitions();
      topics.set(at, topics.get(at).with(ends.subList(from, to)));
      from = to;
    }
  }

  private static Frame frame(AvroInput in) throws MalformedBatchException {
    byte[] aad = in.bytes("header", MAX_HEADER_BYTES);
    byte[] payload = in.bytes("payload", MAX_BYTES);
    in.requireEnd();
    return new Frame(FrameHeader.decode(aad), aad, payload);
  }

  private static void challenge(AvroInput in, ToSender to) throws MalformedBatchException {
    byte[] random = random(in, "challenge");
    in.requireEnd();
    to.challenge(random);
  }

  private static void opened(AvroInput in, ToSender to) throws MalformedBatchException {
    int epoch = in.integer("epoch");
    long batch = in.number("batch");
    Map<TopicPartition, Long> next = new HashMap<>();
    in.begin();
    while (in.next("positions", next.size(), BatchLimits.MAX_RUNS)) {
      String topic = WireName.read(in, "topic", BatchLimits.MAX_TOPIC_BYTES);
      TopicPartition partition = new TopicPartition(topic, in.integer("partition"));
      next.put(partition, in.number("next"));
    }
    byte[] code = code(in);
    if (epoch < 1 || batch < 0) {
      throw new MalformedBatchException("epoch " + epoch + ", batch " + batch);
    }
    to.opened(new Opened(epoch, batch, next), code);
  }

  private static void ack(AvroInput in, ToSender to) throws MalformedBatchException {
    Ack ack =
        new Ack(
            in.number("batch"),
            in.number("receive"),
            in.number("decrypt"),
            in.number("decompress"),
            in.number("write"),
            in.number("others"),
            in.integer("stages"),
            in.integer("threads"));
    byte[] code = code(in);
    if (ack.stages() < 1 || ack.stages() > Ack.MAX_STAGES) {
      throw new MalformedBatchException("a reply of " + ack.stages() + " stages");
    }
    if (ack.threads() < 1 || ack.threads() > BatchLimits.MAX_PARTS) {
      throw new MalformedBatchException("a reply of " + ack.threads() + " threads");
    }
    to.ack(ack, code);
  }
}
