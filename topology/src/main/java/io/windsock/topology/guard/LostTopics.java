package io.windsock.topology.guard;

import io.windsock.contracts.config.Fault;
import io.windsock.topology.streams.TopologyGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Refuses to continue if an output topic, or the status table's changelog, is missing although the
 * application has received records. A recreated output would lack the earlier records, and sites
 * would be rebuilt from it incompletely without notice. Without the changelog, sequences would
 * restart, so clients would take new events for old ones.
 */
final class LostTopics {
  private LostTopics() {}

  /** Returns a fault for each such topic; must run before missing topics are created. */
  static List<Fault> faults(Positions positions) {
    Application application = positions.application();
    Set<String> existing =
        AdminReply.get(positions.admin().listTopics().names(), "list the topics");
    List<Fault> faults = new ArrayList<>();
    for (String topic : needed(application)) {
      if (!existing.contains(topic)) {
        faults.add(fault(topic, application.id()));
      }
    }
    return !faults.isEmpty() && hasReceived(positions) ? faults : List.of();
  }

  private static List<String> needed(Application application) {
    return List.of(
        application.topics().forward(),
        application.topics().mirror(),
        TopologyGraph.changelog(application.id()));
  }

  private static Fault fault(String topic, String applicationId) {
    return new Fault(
        "topic " + topic,
        "is gone, with all that "
            + applicationId
            + " wrote to it; restore it, or begin anew with another topic prefix and replay");
  }

  private static boolean hasReceived(Positions positions) {
    return positions.committed().values().stream().anyMatch(offset -> offset > 0);
  }
}
