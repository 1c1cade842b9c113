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
 * The consumer groups of a cluster. It checks that an application's group has no foreign members,
 * and that no other application serves or has served its prefix. Members that read other topics
 * make the group rebalance continually, which delays events.
 */
record Groups(Admin admin, Application application) {
  /** The maximum number of groups examined. */
  private static final int MAX_GROUPS = 1_000;

  /**
   * A member, identified by its client id alone: its assignment depends on the topics of the
   * group's leader, and is empty during a rebalance.
   */
  private record Member(String clientId, String host) {
    @Override
    public String toString() {
      return clientId + " at " + host;
    }
  }

  /**
   * Returns the faults of another prefix's activity, past or present, under this application's id.
   */
  List<Fault> foreign(Positions positions) {
    List<Fault> faults = foreignMembers();
    return faults.isEmpty() ? foreignOffsets(positions) : faults;
  }

  /** Returns a fault for the first foreign member of the group; empty if there is none. */
  List<Fault> foreignMembers() {
    for (Member member : ownMembers()) {
      String foreign = foreign(member);
      if (foreign != null) {
        return List.of(startAnother("is used by " + foreign + "; stop that member, or start this"));
      }
    }
    return List.of();
  }

  /** Returns why a member can't belong to the application's group; null if it can. */
  private @Nullable String foreign(Member member) {
    if (member.clientId().startsWith(application.clientId(""))) {
      return null;
    }
    String prefix = Application.prefix(member.clientId());
    String own = "'" + application.topics().prefix() + "'";
    return member
        + (prefix.isEmpty()
            ? ", which is not a topology of prefix " + own
            : ", which reads prefix '" + prefix + "', not " + own);
  }

  /** A group that has also received this prefix is accepted: it may have done so for long. */
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
                "has received %s, and nothing of prefix '%s'; start this"
                    .formatted(String.join(", ", foreign), application.topics().prefix())));
  }

  private Fault startAnother(String message) {
    return application.fault(
        "%s topology with another --application-id (default: %s)"
            .formatted(message, Application.defaultId(application.topics())));
  }

  /** Returns the number of members in the application's group. */
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

  /** Returns the other running topologies with the same prefix. */
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
                // The group has been deleted meanwhile or can't be described, so it can't be
                // reported as a rival.
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
        ("the topology '%s' (%s) serves prefix '%s' already; stop that one, start with"
                + " --application-id %s to share its work, or with another --prefix")
            .formatted(id, member, application.topics().prefix(), id));
  }

  /** Returns the ids of all other groups. */
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
