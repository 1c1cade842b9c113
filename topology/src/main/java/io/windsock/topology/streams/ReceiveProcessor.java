package io.windsock.topology.streams;

import io.windsock.contracts.topic.EventHeaders;
import io.windsock.rules.history.Reference;
import io.windsock.topology.receive.Receiver;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.internals.InternalProcessorContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The topology's only processor. It passes each record to the task's {@link Receiver}, and the time
 * while the receiver has pending work. Owned by the task's thread.
 */
final class ReceiveProcessor implements Processor<byte[], RecordBatch, byte[], byte[]> {
  private static final Logger LOG = LoggerFactory.getLogger(ReceiveProcessor.class);

  /** A shorter interval would split Streams' own batches of records. */
  private static final Duration TICK = Duration.ofMillis(50);

  /**
   * The interval without pending work. Each tick makes Streams commit; the interval bounds the
   * delay of new parameters.
   */
  private static final Duration QUIET_TICK = Duration.ofMillis(500);

  /** An id without a value, which is invalid. */
  private static final byte[] NO_BYTES = {};

  private final TaskParts parts;
  private @Nullable InternalProcessorContext<byte[], byte[]> context;
  private @Nullable TaskOutlet outlet;
  private @Nullable Receiver receiver;

  /** Not yet told. */
  private List<Reference> heldLost = List.of();

  private @Nullable Cancellable ticks;
  private boolean quiet;

  ReceiveProcessor(TaskParts parts) {
    this.parts = parts;
  }

  @Override
  public void init(ProcessorContext<byte[], byte[]> processorContext) {
    var task = (InternalProcessorContext<byte[], byte[]>) processorContext;
    StatusStore store = task.getStateStore(TopologyGraph.STATUS_TABLE);
    context = task;
    outlet = parts.outlet(task);
    receiver = parts.receiver(store.table(), task, outlet);
    heldLost = receiver.lost();
    startTicks(TICK);
  }

  @Override
  public void process(Record<byte[], RecordBatch> record) {
    InternalProcessorContext<byte[], byte[]> task = Objects.requireNonNull(context);
    List<ConsumerRecord<byte[], byte[]>> records = record.value().records();
    receive(records, parts.streamOf(records.get(0).topic()), task.currentSystemTimeMs());
    if (quiet) {
      quiet = false;
      startTicks(TICK);
    }
  }

  private void receive(List<ConsumerRecord<byte[], byte[]>> records, int stream, long nowMs) {
    TaskOutlet out = Objects.requireNonNull(outlet);
    Receiver in = Objects.requireNonNull(receiver);
    in.takeParameters(nowMs);
    tellHeldLost(nowMs);
    if (!parts.lost().isEmpty()) {
      loseReceivedUpTo(in, nowMs);
      loseBefore(stream, records.get(0).offset(), nowMs);
    }
    for (int i = 0; i < records.size(); i++) {
      ConsumerRecord<byte[], byte[]> source = records.get(i);
      out.receiving(source);
      in.receive(
          stream,
          source.offset(),
          source.key(),
          source.value(),
          updateId(source),
          source.timestamp(),
          nowMs);
    }
    in.publishStatus();
  }

  /** Returns what identifies an update; null for other records, most of which have no headers. */
  private static byte @Nullable [] updateId(ConsumerRecord<byte[], byte[]> source) {
    Header header = source.headers().lastHeader(EventHeaders.UPDATE_ID);
    byte[] id = header == null ? null : header.value();
    return header != null && id == null ? NO_BYTES : id;
  }

  /** Accounts for records deleted before this offset of a stream, which is received next. */
  private void loseBefore(int stream, long offset, long nowMs) {
    for (LostRanges.Range range : parts.lost().of(partition(stream))) {
      if (range.to() <= offset) {
        lose(stream, range, nowMs);
      }
    }
  }

  /**
   * Does the same for every stream, including those without further records, once all earlier
   * records were received.
   */
  private void loseReceivedUpTo(Receiver in, long nowMs) {
    for (int stream = 0; stream < parts.sourceTopics().size(); stream++) {
      for (LostRanges.Range range : parts.lost().of(partition(stream))) {
        if (in.received(stream) >= range.after()) {
          lose(stream, range, nowMs);
        }
      }
    }
  }

  private void lose(int stream, LostRanges.Range range, long nowMs) {
    Receiver in = Objects.requireNonNull(receiver);
    long first =
        range.uncommitted()
            ? in.begin(stream, range.to())
            : in.lose(stream, range.from(), range.to());
    if (first < range.to()) {
      TopicPartition source = partition(stream);
      Objects.requireNonNull(outlet).lost(source.topic(), first, range.to(), nowMs);
      parts.counts().lost(parts.stream(stream), source.partition(), range.to() - first);
    }
  }

  /** Tells of events that rules held, and that were deleted from the source before a restart. */
  private void tellHeldLost(long nowMs) {
    if (heldLost.isEmpty()) {
      return;
    }
    int partition = Objects.requireNonNull(context).taskId().partition();
    LOG.error(
        "Partition {}: {} events that rules held were deleted from the source before a restart;"
            + " mirrors go without them. Sources must keep records for longer than the topology is"
            + " down. The dead-letter topic has their offsets",
        partition,
        heldLost.size());
    for (Reference reference : heldLost) {
      String topic = parts.topics().source(reference.stream());
      Objects.requireNonNull(outlet).heldLost(topic, reference.offset(), nowMs);
      parts.counts().lost(reference.stream(), partition, 1);
    }
    heldLost = List.of();
  }

  private TopicPartition partition(int stream) {
    int partition = Objects.requireNonNull(context).taskId().partition();
    return new TopicPartition(parts.sourceTopics().get(stream), partition);
  }

  private void startTicks(Duration interval) {
    if (ticks != null) {
      ticks.cancel();
    }
    ticks =
        Objects.requireNonNull(context)
            .schedule(interval, PunctuationType.WALL_CLOCK_TIME, this::tick);
  }

  private void tick(long nowMs) {
    Receiver due = Objects.requireNonNull(receiver);
    tellHeldLost(nowMs);
    if (!parts.lost().isEmpty()) {
      loseReceivedUpTo(due, nowMs);
    }
    due.tick(nowMs);
    due.publishStatus();
    if (due.isQuiet() && !quiet) {
      quiet = true;
      startTicks(QUIET_TICK);
    }
  }

  @Override
  public void close() {
    if (receiver != null) {
      parts.closed(receiver);
    }
  }
}
