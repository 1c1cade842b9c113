package io.windsock.site.join;

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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
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
  public List<CopySearch.Place> find(List<PartitionLedger> ledgers) throws JoinException {
    Set<Integer> late =
        position().uncopied(topic).keySet().stream()
            .map(TopicPartition::partition)
            .collect(Collectors.toSet());
    CopySearch search = new CopySearch(ledgers, late, this::markerOf);
    try (var consumer = LogConsumers.open(kafka, LogConsumers.NO_RESET)) {
      consumer.assign(topic.all());
      Map<TopicPartition, Long> ends = consumer.endOffsets(topic.all());
      LogReplay.fromBeginning(consumer, ends, PATIENCE, search::receive);
    } catch (KafkaException e) {
      throw new JoinException("the log can't be read: " + e, e);
    }
    return search.places();
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
