package io.windsock.topology.guard;

import io.windsock.contracts.config.ConfigurationException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListGroupsOptions;
import org.apache.kafka.common.KafkaFuture;

/** The other consumer groups of a cluster: who else serves an application's prefix, or did. */
final class OtherGroups {
  /** No more groups are looked at. */
  private static final int MAX_GROUPS = 1_000;

  private final Admin admin;
  private final Application application;

  OtherGroups(Admin admin, Application application) {
    this.admin = admin;
    this.application = application;
  }

  /** A member of each other group that is a topology of the same prefix, by group. */
  Map<String, Group.Member> rivals() {
    Map<String, Group.Member> rivals = new TreeMap<>();
    Map<String, KafkaFuture<ConsumerGroupDescription>> described =
        admin.describeConsumerGroups(groups()).describedGroups();
    described.forEach(
        (id, reply) -> {
          for (Group.Member member : members(id, reply)) {
            if (Application.prefix(member.clientId()).equals(application.topics().prefix())) {
              rivals.put(id, member);
            }
          }
        });
    return rivals;
  }

  /** Those that are gone meanwhile, or may not be described, are no rivals that could be named. */
  private static List<Group.Member> members(
      String id, KafkaFuture<ConsumerGroupDescription> reply) {
    try {
      return Group.members(AdminReply.get(reply, "describe the group " + id));
    } catch (ConfigurationException e) {
      return List.of();
    }
  }

  /** The groups that have committed all that the outputs hold. */
  List<String> writersOf(Outputs outputs, Partitions.Bounds sources) {
    List<String> writers = new ArrayList<>();
    for (String group : groups()) {
      if (outputs.exceeding(application, Committed.all(admin, group), sources).isEmpty()) {
        writers.add(group);
      }
    }
    return writers;
  }

  private List<String> groups() {
    return AdminReply.get(
            admin.listGroups(ListGroupsOptions.forConsumerGroups()).all(), "list the groups")
        .stream()
        .map(GroupListing::groupId)
        .filter(id -> !id.equals(application.id()))
        .sorted()
        .limit(MAX_GROUPS)
        .toList();
  }
}
