package io.windsock.topology.guard;

import io.windsock.contracts.config.Fault;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;

/**
 * Whether an application's group is its alone. Members that read other topics have nothing to share
 * with it: the group keeps rebalancing, and events wait.
 */
final class GroupCheck {
  private GroupCheck() {}

  /** What another prefix does, or has done, under this application's id. */
  static List<Fault> faults(Admin admin, Application application) {
    List<Fault> faults = members(admin, application);
    return faults.isEmpty() ? offsets(admin, application) : faults;
  }

  /** The group's foreign members; of several the first. */
  static List<Fault> members(Admin admin, Application application) {
    for (Group.Member member : Group.members(admin, application.id())) {
      String foreign = member.foreignTo(application);
      if (foreign != null) {
        return List.of(
            fault(application, "is used by " + foreign + "; stop that member, or start this"));
      }
    }
    return List.of();
  }

  /** A group that has received this prefix too is left in peace: it may have done so for long. */
  private static List<Fault> offsets(Admin admin, Application application) {
    Map<TopicPartition, Long> committed = Committed.all(admin, application.id());
    Set<String> foreign = new TreeSet<>();
    for (TopicPartition partition : committed.keySet()) {
      if (application.isSource(partition.topic())) {
        return List.of();
      }
      foreign.add(partition.topic());
    }
    return foreign.isEmpty()
        ? List.of()
        : List.of(
            fault(
                application,
                "has received "
                    + String.join(", ", foreign)
                    + ", and nothing of prefix '"
                    + application.topics().prefix()
                    + "'; start this"));
  }

  private static Fault fault(Application application, String message) {
    return new Fault(
        "application id '" + application.id() + "'",
        message
            + " topology with another --application-id (default: "
            + Application.defaultId(application.topics())
            + ")");
  }
}
