package io.windsock.site.join;

import io.windsock.contracts.position.Token;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.contracts.wire.Marker;
import io.windsock.platform.copy.LinkPosition;
import io.windsock.platform.copy.LinkTopic;
import io.windsock.platform.kafka.LogConsumers;
import io.windsock.platform.kafka.LogReplay;
import io.windsock.platform.kafka.LogTopic;
import io.windsock.site.state.form.PartitionLedger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** Reads from the cluster of a site what a link has copied there. Owned by one thread. */
final class ClusterCopy implements CopiedLog {
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  private final Map<String, Object> kafka;
  private final Admin admin;
  private final LogTopic topic;
  private final EventCodec codec;

  /**
   * Creates a reader.
   *
   * @param kafka the client's properties: at least the bootstrap servers
   * @param admin a client of the cluster, which the caller closes
   * @param topic the site's log
   * @param codec decodes markers
   */
  ClusterCopy(Map<String, Object> kafka, Admin admin, LogTopic topic, EventCodec codec) {
    this.kafka = Map.copyOf(kafka);
    this.admin = admin;
    this.topic = topic;
    this.codec = codec;
  }

  @Override
  public LinkPosition position() throws JoinException {
    try {
      return LinkTopic.copying(kafka, admin, topic);
    } catch (KafkaException e) {
      throw new JoinException("the cluster does not say whether the log is a copy: " + e, e);
    }
  }

  @Override
  public List<CopySearch.Place> find(Token at, List<PartitionLedger> ledgers) throws JoinException {
    Map<TopicPartition, Long> began = position().began();
    try (var consumer = LogConsumers.open(kafka, LogConsumers.NO_RESET)) {
      consumer.assign(topic.all());
      Map<TopicPartition, Long> beginnings = consumer.beginningOffsets(topic.all());
      Map<TopicPartition, Long> ends = consumer.endOffsets(topic.all());
      List<CopySearch.Start> starts = new ArrayList<>();
      for (TopicPartition partition : topic.all()) {
        int p = partition.partition();
        starts.add(
            new CopySearch.Start(
                ledgers.get(p),
                at.next(p),
                began.getOrDefault(partition, 0L),
                beginnings.getOrDefault(partition, 0L) == 0));
      }
      CopySearch search = new CopySearch(starts, this::markerOf);
      LogReplay.fromBeginning(consumer, ends, PATIENCE, search::receive);
      return search.places();
    } catch (KafkaException e) {
      throw new JoinException("the log can't be read: " + e, e);
    }
  }

  private long markerOf(ConsumerRecord<byte[], byte[]> record) {
    byte[] value = record.value();
    try {
      return value == null ? CopySearch.NO_MARKER : codec.decode(value, Marker.class).getNumber();
    } catch (UndecodableException | RuntimeException e) {
      return CopySearch.NO_MARKER; // any program may write to the topic
    }
  }
}
