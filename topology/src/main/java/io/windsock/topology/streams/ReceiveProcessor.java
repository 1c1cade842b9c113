package io.windsock.topology.streams;

import io.windsock.topology.receive.Receiver;
import java.time.Duration;
import java.util.Objects;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.internals.InternalProcessorContext;
import org.apache.kafka.streams.processor.internals.ProcessorRecordContext;
import org.jspecify.annotations.Nullable;

/**
 * The topology's one processor: hands each record to the task's {@link Receiver}, and the clock
 * while something waits for it. Owned by the task's thread.
 */
final class ReceiveProcessor implements Processor<byte[], byte[], byte[], byte[]> {
  /** Shorter ticks would cut Streams' own batches of records short. */
  private static final Duration TICK = Duration.ofMillis(50);

  private final TaskParts parts;
  private @Nullable InternalProcessorContext<byte[], byte[]> context;
  private @Nullable Receiver receiver;

  /** Runs only while something waits for the clock: a tick makes Streams commit. */
  private @Nullable Cancellable ticks;

  ReceiveProcessor(TaskParts parts) {
    this.parts = parts;
  }

  @Override
  public void init(ProcessorContext<byte[], byte[]> processorContext) {
    var task = (InternalProcessorContext<byte[], byte[]>) processorContext;
    StatusStore store = task.getStateStore(NodeNames.STATUS_TABLE);
    context = task;
    receiver = parts.receiver(store.table(), task);
    startTicks(task);
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    InternalProcessorContext<byte[], byte[]> task = Objects.requireNonNull(context);
    ProcessorRecordContext source = task.recordContext();
    Objects.requireNonNull(receiver)
        .receive(
            parts.streamOf(source.topic()),
            source.offset(),
            record.key(),
            record.value(),
            record.timestamp(),
            task.currentSystemTimeMs());
    if (ticks == null) {
      startTicks(task);
    }
  }

  private void startTicks(ProcessorContext<?, ?> task) {
    ticks = task.schedule(TICK, PunctuationType.WALL_CLOCK_TIME, this::tick);
  }

  private void tick(long nowMs) {
    Receiver due = Objects.requireNonNull(receiver);
    due.tick(nowMs);
    if (due.isQuiet() && ticks != null) {
      ticks.cancel();
      ticks = null;
    }
  }
}
