package io.windsock.topology.streams;

import io.windsock.contracts.topic.EventHeaders;
import io.windsock.contracts.topic.Topics;
import io.windsock.contracts.wire.Marker;
import io.windsock.topology.receive.Outlet;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.streams.processor.internals.InternalProcessorContext;
import org.apache.kafka.streams.processor.internals.RecordCollector;
import org.jspecify.annotations.Nullable;

/**
 * Sends the output of a task's receiver to the task's own partition. It uses the thread's producer
 * directly while its transaction is open, and otherwise Streams' record collector, which opens the
 * transaction (decision 12). Owned by the task's thread.
 */
final class TaskOutlet implements Outlet {
  private final InternalProcessorContext<?, ?> context;
  private final RecordCollector collector;
  private final @Nullable ThreadProducer producer;
  private final String forwardTopic;
  private final String mirrorTopic;
  private final DeadLetters deadLetters;
  private final Integer partition;
  private final Consumer<Marker> markers;

  /** The header of the last sequence sent, which the forward and the mirror record share. */
  private List<Header> headers = List.of();

  private long headersSequence = -1;
  private @Nullable ConsumerRecord<byte[], byte[]> source;

  /**
   * Creates the outlet of a task.
   *
   * @param markers called for each marker sent
   */
  TaskOutlet(
      InternalProcessorContext<?, ?> context,
      @Nullable ThreadProducer producer,
      Topics topics,
      Consumer<Marker> markers) {
    this.markers = markers;
    this.context = context;
    this.producer = producer;
    this.collector = ((RecordCollector.Supplier) context).recordCollector();
    this.forwardTopic = topics.forward();
    this.mirrorTopic = topics.mirror();
    this.deadLetters = new DeadLetters(topics.deadLetter());
    this.partition = context.taskId().partition();
  }

  @Override
  public void forward(byte[] key, byte[] value, long sequence, long appendTimeMs) {
    send(TopologyGraph.FORWARD, record(forwardTopic, key, value, headers(sequence), appendTimeMs));
  }

  @Override
  public void mirror(byte[] key, byte[] value, long sequence, long appendTimeMs, long withheldMs) {
    List<Header> own = headers(sequence);
    if (withheldMs > 0) {
      byte[] withheld = EventHeaders.withheld(withheldMs);
      own = List.of(own.get(0), new RecordHeader(EventHeaders.WITHHELD, withheld));
    }
    send(TopologyGraph.MIRROR, record(mirrorTopic, key, value, own, appendTimeMs));
  }

  @Override
  public void marker(Marker marker, byte[] value, long timestampMs) {
    send(TopologyGraph.FORWARD, record(forwardTopic, null, value, null, timestampMs));
    send(TopologyGraph.MIRROR, record(mirrorTopic, null, value, null, timestampMs));
    markers.accept(marker);
  }

  /** Sets the record being received, from which a dead letter is created. */
  void receiving(ConsumerRecord<byte[], byte[]> record) {
    source = record;
  }

  @Override
  public void deadLetter(String reason) {
    send(
        TopologyGraph.DEAD_LETTER,
        deadLetters.record(Objects.requireNonNull(source, "no record"), partition, reason));
  }

  /**
   * Sends a note about source records deleted before they were received; {@code to} is exclusive.
   */
  void lost(String topic, long from, long to, long nowMs) {
    send(TopologyGraph.DEAD_LETTER, deadLetters.lost(topic, partition, from, to, nowMs));
  }

  /** Sends a note about an event that a rule held, and that was deleted before a restart. */
  void heldLost(String topic, long offset, long nowMs) {
    send(TopologyGraph.DEAD_LETTER, deadLetters.heldLost(topic, partition, offset, nowMs));
  }

  /** Returns a plain list, because the producer's record copies it anyway. */
  private List<Header> headers(long sequence) {
    if (sequence != headersSequence) {
      headers = List.of(new RecordHeader(EventHeaders.SEQUENCE, EventHeaders.sequence(sequence)));
      headersSequence = sequence;
    }
    return headers;
  }

  private ProducerRecord<byte[], byte[]> record(
      String topic,
      byte @Nullable [] key,
      byte[] value,
      @Nullable List<Header> recordHeaders,
      long timestampMs) {
    return new ProducerRecord<>(topic, partition, timestampMs, key, value, recordHeaders);
  }

  private void send(String node, ProducerRecord<byte[], byte[]> record) {
    if (producer != null && producer.trySend(record)) {
      return;
    }
    collector.send(record.key(), record.value(), node, context, record);
  }
}
