package io.windsock.topology.streams;

import io.windsock.rules.history.KeyHistory;
import io.windsock.topology.receive.Limits;
import io.windsock.topology.receive.StatusTable;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.state.StoreBuilder;

/** Builds each task's {@link StatusStore}, always with logging. */
final class StatusStoreBuilder implements StoreBuilder<StatusStore> {
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
  private final Supplier<StatusTable> tables;

  StatusStoreBuilder(String name, Supplier<StatusTable> tables) {
    this.name = name;
    this.tables = tables;
  }

  @Override
  public StatusStore build() {
    return new StatusStore(name, tables.get());
  }

  @Override
  public String name() {
    return name;
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
  public StoreBuilder<StatusStore> withCachingEnabled() {
    return this;
  }

  @Override
  public StoreBuilder<StatusStore> withCachingDisabled() {
    return this;
  }

  @Override
  public StoreBuilder<StatusStore> withLoggingEnabled(Map<String, String> config) {
    throw new UnsupportedOperationException("the status table's changelog has fixed settings");
  }

  @Override
  public StoreBuilder<StatusStore> withLoggingDisabled() {
    throw new UnsupportedOperationException("a status table that is not logged");
  }
}
