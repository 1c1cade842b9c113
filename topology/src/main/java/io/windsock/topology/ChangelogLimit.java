package io.windsock.topology;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.topology.guard.AdminReply;
import io.windsock.topology.streams.TopologyGraph;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ensures that an existing changelog topic accepts the largest history. Otherwise the same
 * transaction would fail repeatedly. Streams sets the limit on a changelog that it creates, and
 * never changes an existing one.
 */
final class ChangelogLimit {
  private static final Logger LOG = LoggerFactory.getLogger(ChangelogLimit.class);
  private static final String LIMIT = TopicConfig.MAX_MESSAGE_BYTES_CONFIG;

  private ChangelogLimit() {}

  /**
   * Raises the limit of the application's changelog topic if the topic exists with a lower one.
   *
   * @throws ConfigurationException if the cluster refuses; the message has the command that raises
   *     it
   */
  static void ensure(Admin admin, TopologyConfig config) {
    String topic = TopologyGraph.changelog(config.applicationId());
    if (!AdminReply.get(admin.listTopics().names(), "list the topics").contains(topic)) {
      return;
    }
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    long limit = limit(admin, resource);
    if (limit < TopologyGraph.MAX_BATCH_BYTES) {
      raise(admin, resource, limit);
    }
  }

  private static long limit(Admin admin, ConfigResource resource) {
    Map<ConfigResource, Config> configs =
        AdminReply.get(
            admin.describeConfigs(List.of(resource)).all(),
            "read the settings of " + resource.name());
    ConfigEntry entry = Objects.requireNonNull(configs.get(resource)).get(LIMIT);
    return entry == null || entry.value() == null ? 0 : Long.parseLong(entry.value());
  }

  private static void raise(Admin admin, ConfigResource resource, long limit) {
    String needed = String.valueOf(TopologyGraph.MAX_BATCH_BYTES);
    AlterConfigOp set = new AlterConfigOp(new ConfigEntry(LIMIT, needed), AlterConfigOp.OpType.SET);
    try {
      AdminReply.get(
          admin.incrementalAlterConfigs(Map.of(resource, List.of(set))).all(),
          "raise " + LIMIT + " of " + resource.name());
      LOG.info("Topic {}: {} was {} and is {} now", resource.name(), LIMIT, limit, needed);
    } catch (ConfigurationException e) {
      throw ConfigurationException.of(
          "topic " + resource.name(),
          ("%s is %d; it must be at least %s, and the cluster says: %s; kafka-configs.sh --alter"
                  + " --entity-type topics --entity-name %s --add-config %s=%s")
              .formatted(
                  LIMIT,
                  limit,
                  needed,
                  e.faults().get(0).message(),
                  resource.name(),
                  LIMIT,
                  needed));
    }
  }
}
