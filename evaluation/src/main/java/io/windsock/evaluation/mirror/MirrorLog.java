package io.windsock.evaluation.mirror;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.topic.EventHeaders;
import io.windsock.contracts.wire.Marker;
import io.windsock.feeds.FeedEvent;
import io.windsock.feeds.FeedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/** Writes a feed to a mirror topic as a topology that mirrors everything would. */
public final class MirrorLog implements AutoCloseable {
  private static final int MARKER_EVERY = 50;
  private static final int TRANSACTION_EVENTS = 20_000;

  private final String topic;
  private final Catalogue catalogue;
  private final EventCodec codec;
  private final KafkaProducer<byte[], byte[]> producer;
  private final long[] sequence;
  private final long[] sinceMarker;
  private final long[] marker;
  private int inTransaction;

  /**
   * Creates the topic.
   *
   * @param catalogue of the events
   */
  public MirrorLog(String bootstrapServers, String topic, int partitions, Catalogue catalogue)
      throws InterruptedException, ExecutionException {
    this.topic = topic;
    this.catalogue = catalogue;
    codec = new EventCodec(catalogue);
    sequence = new long[partitions];
    sinceMarker = new long[partitions];
    marker = new long[partitions];
    try (Admin admin =
        Admin.create(Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers))) {
      admin.createTopics(Set.of(new NewTopic(topic, partitions, (short) 1))).all().get();
    }
    ByteArraySerializer bytes = new ByteArraySerializer();
    producer =
        new KafkaProducer<>(
            Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                topic,
                ProducerConfig.BATCH_SIZE_CONFIG,
                128 * 1024,
                ProducerConfig.LINGER_MS_CONFIG,
                20,
                ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION,
                1),
            bytes,
            bytes);
    producer.initTransactions();
    producer.beginTransaction();
  }

  /** Writes the whole feed; returns the number of events. */
  public long write(FeedReader feed) throws IOException {
    long events = 0;
    for (FeedEvent event = feed.next(); event != null; event = feed.next()) {
      write(event.key().getBytes(StandardCharsets.UTF_8), event.value());
      events++;
    }
    return events;
  }

  void write(byte[] key, byte[] value) {
    int partition = Utils.toPositive(Utils.murmur2(key)) % sequence.length;
    send(partition, key, value, ++sequence[partition]);
    if (++sinceMarker[partition] == MARKER_EVERY) {
      send(partition, null, marker(partition), 0);
    }
    if (++inTransaction == TRANSACTION_EVENTS) {
      inTransaction = 0;
      producer.commitTransaction();
      producer.beginTransaction();
    }
  }

  private byte[] marker(int partition) {
    long sent = sinceMarker[partition];
    sinceMarker[partition] = 0;
    Marker record =
        new Marker(
            ++marker[partition],
            partition,
            0L,
            List.of(sequence[partition]),
            sequence[partition],
            sent,
            sent,
            0L,
            sent,
            0L,
            0L,
            0L,
            0L,
            0L,
            0L,
            Map.of());
    return codec.encode(catalogue.type("Marker"), record);
  }

  private void send(int partition, byte @Nullable [] key, byte[] value, long number) {
    RecordHeaders headers = new RecordHeaders();
    if (key != null) {
      headers.add(EventHeaders.SEQUENCE, EventHeaders.sequence(number));
    }
    // The commit reports whether the record was written.
    var unused = producer.send(new ProducerRecord<>(topic, partition, null, key, value, headers));
  }

  @Override
  public void close() {
    producer.commitTransaction();
    producer.close();
  }
}
