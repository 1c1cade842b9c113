package io.windsock.testbed.audit;

import io.windsock.contracts.config.Failure;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.contracts.topic.EventHeaders;
import io.windsock.contracts.wire.Marker;
import io.windsock.platform.kafka.LogReplay;
import io.windsock.site.apply.ReferenceReplay;
import io.windsock.site.status.SiteDomain;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.Header;

/**
 * Reads every topic of a drained pipeline from its beginning to its end, in one thread: counts
 * events, sums markers, and computes from each output the expected state of the sites.
 */
final class Audit {
  /** The longest that a topic may return nothing before its end; brokers respond much sooner. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** The content of an output topic. */
  record Output(Map<String, Long> events, Markers markers, String digest, long keys) {}

  /** The source records accounted for by the dead-letter topic. */
  record DeadLetters(long records, long lost) {}

  private final Pipeline pipeline;
  private final EventCodec codec;
  private final int markerId;

  Audit(Pipeline pipeline) {
    this.pipeline = pipeline;
    codec = new EventCodec(pipeline.catalogue());
    markerId = pipeline.catalogue().id(Marker.class);
  }

  Map<String, Long> sources() {
    TopicCounts counts = new TopicCounts(pipeline.catalogue());
    for (String stream : pipeline.catalogue().streams()) {
      read(pipeline.topics().source(stream), record -> counts.add(record.value()));
    }
    return counts.events();
  }

  /**
   * Numbers of source records that were dead-lettered, and that were deleted before being received.
   */
  DeadLetters deadLetters() {
    long[] records = new long[1];
    long[] lost = new long[1];
    read(
        pipeline.topics().deadLetter(),
        record -> {
          Header last = record.headers().lastHeader(EventHeaders.LAST_LOST_OFFSET);
          if (last == null) {
            records[0]++;
          } else {
            Header first = record.headers().lastHeader(EventHeaders.SOURCE_OFFSET);
            lost[0] += 1 + decimal(last) - decimal(first);
          }
        });
    return new DeadLetters(records[0], lost[0]);
  }

  private static long decimal(Header header) {
    return Long.parseLong(new String(header.value(), StandardCharsets.UTF_8));
  }

  Output output(String topic) {
    TopicCounts counts = new TopicCounts(pipeline.catalogue());
    Markers markers = new Markers();
    ReferenceReplay reference =
        new ReferenceReplay(
            new SiteDomain(pipeline.catalogue(), pipeline.ede()), pipeline.partitions());
    read(
        topic,
        record -> {
          if (isMarker(record)) {
            markers.add(decoded(record));
          } else {
            counts.add(record.value());
          }
          reference.receive(record);
        });
    return new Output(counts.events(), markers, reference.digest(), reference.keys());
  }

  private boolean isMarker(ConsumerRecord<byte[], byte[]> record) {
    return record.key() == null
        && record.value() != null
        && Framing.schemaId(record.value()) == markerId;
  }

  private org.apache.avro.generic.GenericRecord decoded(ConsumerRecord<byte[], byte[]> record) {
    try {
      return codec.decode(record.value());
    } catch (UndecodableException e) {
      throw new Failure(
          "a marker can't be read, at "
              + record.topic()
              + "-"
              + record.partition()
              + " offset "
              + record.offset()
              + ": "
              + e.getMessage(),
          e);
    }
  }

  private void read(String topic, Consumer<ConsumerRecord<byte[], byte[]>> receiver) {
    try (var consumer = Consumers.committed(pipeline.client())) {
      List<TopicPartition> partitions = new ArrayList<>();
      for (int p = 0; p < pipeline.partitions(); p++) {
        partitions.add(new TopicPartition(topic, p));
      }
      LogReplay.fromBeginning(consumer, consumer.endOffsets(partitions), PATIENCE, receiver);
    } catch (TimeoutException e) {
      throw new Failure("topic " + topic + ": " + e.getMessage(), e);
    }
  }
}
