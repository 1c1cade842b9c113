package io.windsock.link.run;

import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import io.windsock.link.interval.AdaptiveInterval;
import io.windsock.link.interval.BatchPolicy;
import io.windsock.link.interval.IntervalSettings;
import io.windsock.link.interval.MeasuredCapacity;
import io.windsock.link.pipeline.PipelineShape;
import io.windsock.link.receive.LinkReceiver;
import io.windsock.link.receive.ReceiverConfig;
import io.windsock.link.send.LinkSender;
import io.windsock.link.send.SenderConfig;
import io.windsock.link.send.WhenTrimmed;
import io.windsock.link.stage.Codec;
import io.windsock.link.stage.Compressor;
import io.windsock.link.stage.KeyRing;
import io.windsock.link.stage.LinkKey;
import io.windsock.link.transport.LinkTls;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Two clusters, and what a link between them needs. */
public final class Sites implements AutoCloseable {
  public static final String SECRET = "this text must not be seen on the line";
  public static final List<String> TOPICS = List.of("a", "b");
  private static final Map<String, Integer> PARTITIONS = Map.of("a", 3, "b", 2);

  /** The age up to which the links of {@link #senderConfig} may lose records. */
  static final Duration RPO = Duration.ofSeconds(1);

  private static final int IN_TRANSACTION = 1_000;

  /** Timestamps are of the minutes before the test: older records would be deleted by retention. */
  static final int SPAN_MS = 1_000_000;

  static final long START_MS = System.currentTimeMillis() - SPAN_MS;

  public final EmbeddedBroker source = EmbeddedBroker.start(Options.temporary());
  public final EmbeddedBroker target = EmbeddedBroker.start(Options.temporary());
  public final Map<String, Object> sourceKafka = kafka(source);
  public final Map<String, Object> targetKafka = kafka(target);

  public Sites() throws Exception {
    source.createTopics(topics());
  }

  /** The topics of the link, as they are created at the source. */
  public static List<NewTopic> topics() {
    List<NewTopic> topics = new ArrayList<>();
    PARTITIONS.forEach((name, count) -> topics.add(new NewTopic(name, count, (short) 1)));
    return topics;
  }

  private static Map<String, Object> kafka(EmbeddedBroker broker) {
    return Map.of("bootstrap.servers", broker.bootstrapServers());
  }

  public static List<TopicPartition> partitions() {
    List<TopicPartition> all = new ArrayList<>();
    for (String topic : TOPICS) {
      for (int p = 0; p < PARTITIONS.getOrDefault(topic, 0); p++) {
        all.add(new TopicPartition(topic, p));
      }
    }
    return all;
  }

  /**
   * Writes records with and without keys, tombstones and headers, in transactions, of which every
   * fifth is aborted.
   *
   * @return how many are committed
   */
  public int write(int records, long seed) {
    return write(source, records, seed);
  }

  /** As {@link #write(int, long)}, to either cluster. */
  static int write(EmbeddedBroker cluster, int records, long seed) {
    Random random = new Random(seed);
    ByteArraySerializer bytes = new ByteArraySerializer();
    Map<String, Object> properties =
        Map.of(
            "bootstrap.servers",
            cluster.bootstrapServers(),
            "transactional.id",
            "feed",
            "linger.ms",
            5);
    int committed = 0;
    try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(properties, bytes, bytes)) {
      producer.initTransactions();
      for (int t = 0; committed < records; t++) {
        producer.beginTransaction();
        for (int i = 0; i < IN_TRANSACTION; i++) {
          var unused = producer.send(record(random));
        }
        if (t % 5 == 3) {
          producer.abortTransaction();
        } else {
          producer.commitTransaction();
          committed += IN_TRANSACTION;
        }
      }
    }
    return committed;
  }

  /** A record like those of {@link #write}. */
  public static ProducerRecord<byte[], byte[]> record(Random random) {
    String topic = TOPICS.get(random.nextInt(TOPICS.size()));
    int partition = random.nextInt(PARTITIONS.getOrDefault(topic, 1));
    byte[] key = random.nextInt(10) == 0 ? null : text("key " + random.nextInt(5_000));
    byte[] value = random.nextInt(20) == 0 ? null : text(SECRET + " " + random.nextInt());
    List<Header> headers = new ArrayList<>();
    for (int h = random.nextInt(3); h > 0; h--) {
      headers.add(new RecordHeader("h" + h, h == 2 ? null : text("of " + random.nextInt(99))));
    }
    long timestampMs = START_MS + random.nextInt(SPAN_MS);
    return new ProducerRecord<>(topic, partition, timestampMs, key, value, headers);
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** A ring of one key, all of whose bytes are {@code fill}. */
  public static KeyRing keys(String id, int fill) {
    byte[] secret = new byte[LinkKey.BYTES];
    Arrays.fill(secret, (byte) fill);
    return KeyRing.of(new LinkKey(id, secret));
  }

  public LinkReceiver receiver(PipelineShape shape, @Nullable LinkTls tls) {
    return receiver(targetKafka, shape, tls);
  }

  /** A receiver at either cluster. */
  static LinkReceiver receiver(
      Map<String, Object> kafka, PipelineShape shape, @Nullable LinkTls tls) {
    return LinkReceiver.start(receiverConfig(kafka, shape, tls));
  }

  /** A receiver's settings, on any free port. */
  public static ReceiverConfig receiverConfig(
      Map<String, Object> kafka, PipelineShape shape, @Nullable LinkTls tls) {
    return receiverConfig(kafka, shape, tls, false);
  }

  /** As the other, with a pipeline that may change. */
  public static ReceiverConfig receiverConfig(
      Map<String, Object> kafka, PipelineShape shape, @Nullable LinkTls tls, boolean chooses) {
    return new ReceiverConfig(kafka, "127.0.0.1", 0, tls, keys("k1", 1), shape, chooses);
  }

  public LinkSender sender(int port, PipelineShape shape, KeyRing keys, @Nullable LinkTls tls) {
    return sender("main", sourceKafka, port, shape, keys, tls);
  }

  /** A sender at either cluster. */
  static LinkSender sender(
      String link,
      Map<String, Object> kafka,
      int port,
      PipelineShape shape,
      KeyRing keys,
      @Nullable LinkTls tls) {
    return LinkSender.start(senderConfig(link, kafka, port, shape, keys, tls));
  }

  /** The settings of a sender with the receiver's key, in clear text. */
  SenderConfig senderConfig(int port, PipelineShape shape) {
    return senderConfig("main", sourceKafka, port, shape, keys("k1", 1), null);
  }

  /** A sender in clear text that copies everything anew where the source was trimmed. */
  public LinkSender renewingSender(int port, PipelineShape shape) {
    return LinkSender.start(renewingConfig(port, shape));
  }

  /** The settings of such a sender. */
  public SenderConfig renewingConfig(int port, PipelineShape shape) {
    return senderConfig(
        "main",
        sourceKafka,
        port,
        shape,
        keys("k1", 1),
        null,
        Codec.PLAIN,
        false,
        WhenTrimmed.COPY_ANEW);
  }

  /** A sender's settings, with small batches that are not compressed. */
  public static SenderConfig senderConfig(
      String link,
      Map<String, Object> kafka,
      int port,
      PipelineShape shape,
      KeyRing keys,
      @Nullable LinkTls tls) {
    return senderConfig(link, kafka, port, shape, keys, tls, Codec.PLAIN, false);
  }

  /** As the other, with batches that are compressed, and a pipeline that may change. */
  public static SenderConfig senderConfig(
      String link,
      Map<String, Object> kafka,
      int port,
      PipelineShape shape,
      KeyRing keys,
      @Nullable LinkTls tls,
      Codec codec,
      boolean chooses) {
    return senderConfig(link, kafka, port, shape, keys, tls, codec, chooses, WhenTrimmed.STOP);
  }

  private static SenderConfig senderConfig(
      String link,
      Map<String, Object> kafka,
      int port,
      PipelineShape shape,
      KeyRing keys,
      @Nullable LinkTls tls,
      Codec codec,
      boolean chooses,
      WhenTrimmed whenTrimmed) {
    return new SenderConfig(
        link,
        kafka,
        TOPICS,
        "127.0.0.1",
        port,
        tls,
        keys,
        new Compressor(codec, 1),
        () -> new AdaptiveInterval(IntervalSettings.standard(), MeasuredCapacity.standard()),
        RPO,
        shape,
        chooses,
        new SenderConfig.Bounds(64 << 10, 8, 1 << 20),
        whenTrimmed);
  }

  /**
   * Returns a sender's settings with another policy of batches, and so many of them on their way.
   */
  public static SenderConfig with(
      SenderConfig config, Supplier<BatchPolicy> policy, int openBatches) {
    return new SenderConfig(
        config.link(),
        config.kafka(),
        config.topics(),
        config.host(),
        config.port(),
        config.tls(),
        config.keys(),
        config.compressor(),
        policy,
        config.rpo(),
        config.shape(),
        config.chooses(),
        new SenderConfig.Bounds(64 << 10, openBatches, 1 << 20),
        config.whenTrimmed());
  }

  public Map<String, Contents> atSource() {
    return Contents.of(sourceKafka, partitions());
  }

  public Map<String, Contents> atTarget() {
    return Contents.of(targetKafka, partitions());
  }

  @Override
  public void close() {
    target.close();
    source.close();
  }
}
