package io.windsock.topology.guard;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListGroupsOptions;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.jspecify.annotations.Nullable;

/**
 * The consumer groups of a cluster: whether an application's group is its alone, and who else
 * serves its prefix, or did. Members that read other topics have nothing to share with it: the
 * group keeps rebalancing, and events wait.
 */
record Groups(Admin admin, Application application) {
  /** No more groups are looked at. */
  private static final int MAX_GROUPS = 1_000;

  /**
   * A member. It is known by its client id alone: what is assigned to it is what the group's leader
   * takes for its topics, and nothing during a rebalance.
   */
  private record Member(String clientId, String host) {
    @Override
    public String toString() {
      return clientId + " at " + host;
    }
  }

  /** What another prefix does, or has done, under this application's id. */
  List<Fault> foreign(Positions positions) {
    List<Fault> faults = foreignMembers();
    return faults.isEmpty() ? foreignOffsets(positions) : faults;
  }

  /** The group's foreign members; of several the first. */
  List<Fault> foreignMembers() {
    for (Member member : ownMembers()) {
      String foreign = foreign(member);
      if (foreign != null) {
        return List.of(startAnother("is used by " + foreign + "; stop that member, or start this"));
      }
    }
    return List.of();
  }

  /** Why it can't be a member of the application's group, in words; null if it can. */
  private @Nullable String foreign(Member member) {
    if (member.clientId().startsWith(application.clientId(""))) {
      return null;
    }
    String prefix = Application.prefix(member.clientId());
    String own = "'" + application.topics().prefix() + "'";
    return member
        + (prefix.isEmpty()
            ? ", which is no topology of prefix " + own
            : ", which reads prefix '" + prefix + "', not " + own);
  }

  /** A group that has received this prefix too is left in peace: it may have done so for long. */
  private List<Fault> foreignOffsets(Positions positions) {
    Set<String> foreign = new TreeSet<>();
    for (TopicPartition partition : positions.committedBy(application.id()).keySet()) {
      if (application.isSource(partition.topic())) {
        return List.of();
      }
      foreign.add(partition.topic());
    }
    return foreign.isEmpty()
        ? List.of()
        : List.of(
            startAnother(
                "has received "
                    + String.join(", ", foreign)
                    + ", and nothing of prefix '"
                    + application.topics().prefix()
                    + "'; start this"));
  }

  private Fault startAnother(String message) {
    return application.fault(
        message
            + " topology with another --application-id (default: "
            + Application.defaultId(application.topics())
            + ")");
  }

  /** How many members the application's group has. */
  int size() {
    return ownMembers().size();
  }

  private List<Member> ownMembers() {
    KafkaFuture<ConsumerGroupDescription> reply =
        admin
            .describeConsumerGroups(List.of(application.id()))
            .describedGroups()
            .get(application.id());
    if (reply == null) {
      return List.of();
    }
    try {
      return members(application.id(), reply);
    } catch (ConfigurationException e) {
      if (AdminReply.is(reply, GroupIdNotFoundException.class)) {
        return List.of();
      }
      throw e;
    }
  }

  private static List<Member> members(String id, KafkaFuture<ConsumerGroupDescription> reply) {
    return AdminReply.get(reply, "describe the group " + id).members().stream()
        .map(member -> new Member(member.clientId(), member.host()))
        .toList();
  }

  /** The other topologies of the same prefix that run. */
  List<Fault> rivals() {
    Map<String, Member> rivals = new TreeMap<>();
    admin
        .describeConsumerGroups(others())
        .describedGroups()
        .forEach(
            (id, reply) -> {
              try {
                members(id, reply).stream()
                    .filter(member -> servesPrefix(member.clientId()))
                    .forEach(member -> rivals.put(id, member));
              } catch (ConfigurationException e) {
                // Gone meanwhile, or not to be described: no rival that could be named.
              }
            });
    List<Fault> faults = new ArrayList<>();
    rivals.forEach((id, member) -> faults.add(rival(id, member)));
    return faults;
  }

  private boolean servesPrefix(String clientId) {
    return Application.prefix(clientId).equals(application.topics().prefix());
  }

  private Fault rival(String id, Member member) {
    return application.fault(
        "the topology '"
            + id
            + "' ("
            + member
            + ") serves prefix '"
            + application.topics().prefix()
            + "' already; stop that one, start with --application-id "
            + id
            + " to share its work, or with another --prefix");
  }

  /** The ids of all other groups. */
  List<String> others() {
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
