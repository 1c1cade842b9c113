package io.windsock.topology;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import io.windsock.topology.streams.TopologyGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;

/**
 * Refuses to go on without an output topic, or the status table's changelog, of an application that
 * has received records already. Made anew it would lack what was sent before, and sites would be
 * rebuilt from it without a word; and without the changelog sequences would begin again, so that
 * clients take what is new for old.
 */
final class LostTopics {
  private LostTopics() {}

  /**
   * Looks, before missing topics are created.
   *
   * @throws ConfigurationException with every such topic
   */
  static void check(Admin admin, TopologyConfig config) {
    Set<String> existing = AdminReply.get(admin.listTopics().names(), "list the topics");
    List<Fault> faults = new ArrayList<>();
    for (String topic : needed(config)) {
      if (!existing.contains(topic)) {
        faults.add(fault(topic, config.applicationId()));
      }
    }
    if (!faults.isEmpty() && hasReceived(admin, config)) {
      throw new ConfigurationException(faults);
    }
  }

  private static List<String> needed(TopologyConfig config) {
    return List.of(
        config.topics().forward(),
        config.topics().mirror(),
        TopologyGraph.changelog(config.applicationId()));
  }

  private static Fault fault(String topic, String applicationId) {
    return new Fault(
        "topic " + topic,
        "is gone, with all that "
            + applicationId
            + " wrote to it; restore it, or begin anew with another topic prefix and replay");
  }

  private static boolean hasReceived(Admin admin, TopologyConfig config) {
    return Committed.offsets(admin, config).values().stream().anyMatch(offset -> offset > 0);
  }
}
