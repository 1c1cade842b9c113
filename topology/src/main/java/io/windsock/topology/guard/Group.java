package io.windsock.topology.guard;

import io.windsock.contracts.config.ConfigurationException;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.jspecify.annotations.Nullable;

/** The members of a consumer group. */
final class Group {
  private Group() {}

  /**
   * A member. It is known by its client id alone: what is assigned to it is what the group's leader
   * takes for its topics, and nothing during a rebalance.
   *
   * @param clientId what it calls itself
   * @param host where it runs
   */
  record Member(String clientId, String host) {
    /** Why it can't be a member of {@code application}'s group, in words; null if it can. */
    @Nullable String foreignTo(Application application) {
      if (clientId.startsWith(application.clientId(""))) {
        return null;
      }
      String prefix = Application.prefix(clientId);
      String own = "'" + application.topics().prefix() + "'";
      return this
          + (prefix.isEmpty()
              ? ", which is no topology of prefix " + own
              : ", which reads prefix '" + prefix + "', not " + own);
    }

    @Override
    public String toString() {
      return clientId + " at " + host;
    }
  }

  /** The members of {@code group}; empty if there is no such group. */
  static List<Member> members(Admin admin, String group) {
    KafkaFuture<ConsumerGroupDescription> reply =
        admin.describeConsumerGroups(List.of(group)).describedGroups().get(group);
    if (reply == null) {
      return List.of();
    }
    try {
      return members(AdminReply.get(reply, "describe the group " + group));
    } catch (ConfigurationException e) {
      if (AdminReply.is(reply, GroupIdNotFoundException.class)) {
        return List.of();
      }
      throw e;
    }
  }

  /** The members of a group that was described. */
  static List<Member> members(ConsumerGroupDescription group) {
    List<Member> members = new ArrayList<>();
    for (MemberDescription member : group.members()) {
      members.add(new Member(member.clientId(), member.host()));
    }
    return members;
  }
}
