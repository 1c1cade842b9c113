package io.windsock.gateway.update;

import io.windsock.contracts.config.ConfigCheck;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.topic.Topics;
import java.time.Duration;
import java.util.Map;

/**
 * Where updates are written. Immutable; validated on construction.
 *
 * @param bootstrapServers the Kafka cluster
 * @param topics the topics' names
 * @param catalogue the types of the events
 * @param properties further properties of the producer
 * @param delivery how long a write may take before its outcome counts as unknown, 1 s to 2 min;
 *     default 10 s
 * @param pending the most updates that wait to be written; default 10,000
 * @param pendingBytes the most bytes of keys and events that wait to be written; default 32 MiB, as
 *     much as the producer's buffer has
 */
public record UpdateConfig(
    String bootstrapServers,
    Topics topics,
    Catalogue catalogue,
    Map<String, String> properties,
    Duration delivery,
    int pending,
    long pendingBytes) {
  private static final int PENDING = 10_000;
  private static final int MAX_PENDING = 1_000_000;
  private static final long PENDING_BYTES = 32L << 20;
  private static final long MAX_PENDING_BYTES = 1L << 30;
  private static final long MIN_DELIVERY_MS = 1_000;
  private static final long MAX_DELIVERY_MS = 120_000;

  /** Validates the configuration and reports every fault. */
  public UpdateConfig {
    properties = Map.copyOf(properties);
    ConfigCheck check = new ConfigCheck("updates");
    check.holds(!bootstrapServers.isBlank(), "bootstrapServers", "empty", "host:port");
    check.range("deliveryMs", delivery.toMillis(), MIN_DELIVERY_MS, MAX_DELIVERY_MS);
    check.range("pending", pending, 1, MAX_PENDING);
    check.range("pendingBytes", pendingBytes, 1, MAX_PENDING_BYTES);
    check.done();
  }

  /** Returns a configuration with the default bounds. */
  public static UpdateConfig at(
      String bootstrapServers, Topics topics, Catalogue catalogue, Map<String, String> properties) {
    return new UpdateConfig(
        bootstrapServers,
        topics,
        catalogue,
        properties,
        Duration.ofSeconds(10),
        PENDING,
        PENDING_BYTES);
  }
}
