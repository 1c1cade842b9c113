package io.windsock.topology.streams;

import io.windsock.rules.history.KeyHistory;
import io.windsock.topology.receive.Limits;
import io.windsock.topology.receive.StatusTable;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.internals.InternalProcessorContext;
import org.apache.kafka.streams.processor.internals.RecordBatchingStateRestoreCallback;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.internals.CacheFlushListener;
import org.apache.kafka.streams.state.internals.CachedStateStore;
import org.jspecify.annotations.Nullable;

/**
 * The Streams store of a {@link StatusTable}. Streams flushes the caches of a task's stores at the
 * start of each commit, inside the transaction. The store then writes its changes to the changelog,
 * each key once, whatever the number of its events. Kept in memory only; after a restart Streams
 * restores it from the changelog before the first record. Owned by the task's thread.
 */
final class StatusStore implements StateStore, CachedStateStore<byte[], byte[]> {
  /** Kafka's overhead for a batch of a single record, with a margin. */
  private static final int BATCH_OVERHEAD_BYTES = 1024;

  /** The largest batch in the changelog: one history of maximum size. */
  static final int MAX_BATCH_BYTES =
      KeyHistory.MAX_ENCODED_BYTES + Limits.MAX_KEY_BYTES + BATCH_OVERHEAD_BYTES;

  /** Settings of the changelog topic: small segments, so that compaction keeps restarts short. */
  private static final Map<String, String> CHANGELOG =
      Map.of(
          TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
          String.valueOf(MAX_BATCH_BYTES),
          TopicConfig.SEGMENT_BYTES_CONFIG,
          String.valueOf(32 * 1024 * 1024),
          TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG,
          "0.2");

  private final String name;
  private final StatusTable table;
  private @Nullable InternalProcessorContext<?, ?> context;
  private boolean open;

  StatusStore(String name, StatusTable table) {
    this.name = name;
    this.table = table;
  }

  /** Builds each task's store, always with logging. */
  record Builder(String name, Supplier<StatusTable> tables) implements StoreBuilder<StatusStore> {
    @Override
    public StatusStore build() {
      return new StatusStore(name, tables.get());
    }

    @Override
    public Map<String, String> logConfig() {
      return CHANGELOG;
    }

    @Override
    public boolean loggingEnabled() {
      return true;
    }

    @Override
    public Builder withCachingEnabled() {
      return this;
    }

    @Override
    public Builder withCachingDisabled() {
      return this;
    }

    @Override
    public Builder withLoggingEnabled(Map<String, String> config) {
      throw new UnsupportedOperationException("the status table's changelog has fixed settings");
    }

    @Override
    public Builder withLoggingDisabled() {
      throw new UnsupportedOperationException("a status table that is not logged");
    }
  }

  StatusTable table() {
    return table;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void init(StateStoreContext stateStoreContext, StateStore root) {
    context = (InternalProcessorContext<?, ?>) stateStoreContext;
    stateStoreContext.register(root, new Restore(table));
    open = true;
  }

  /** Streams passes timestamps only to restore callbacks of this type. */
  private record Restore(StatusTable table) implements RecordBatchingStateRestoreCallback {
    @Override
    public void restoreBatch(Collection<ConsumerRecord<byte[], byte[]>> records) {
      for (ConsumerRecord<byte[], byte[]> record : records) {
        table.restore(record.key(), record.value(), record.timestamp());
      }
    }

    @Override
    public void restore(byte[] key, byte[] value) {
      throw new UnsupportedOperationException("restored in batches");
    }
  }

  @Override
  public void flushCache() {
    InternalProcessorContext<?, ?> task = Objects.requireNonNull(context, "not initialised");
    long nowMs = task.currentSystemTimeMs();
    table.drain(
        nowMs,
        (key, value) ->
            task.logChange(
                name,
                Bytes.wrap(key),
                value,
                nowMs,
                new RecordHeaders(),
                Position.emptyPosition()));
  }

  /** There is no second copy that could be outdated. */
  @Override
  public void clearCache() {}

  /** Streams sets a listener only for stores of its DSL. */
  @Override
  public boolean setFlushListener(
      CacheFlushListener<byte[], byte[]> listener, boolean sendOldValues) {
    return false;
  }

  @Override
  public boolean persistent() {
    return false;
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public void close() {
    open = false;
    table.clear();
  }

  @Override
  public Position getPosition() {
    return Position.emptyPosition();
  }
}
