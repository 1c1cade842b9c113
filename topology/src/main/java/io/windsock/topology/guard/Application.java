package io.windsock.topology.guard;

import io.windsock.contracts.config.Fault;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.topic.Topics;
import java.util.List;

/**
 * A topology as Kafka knows it: one consumer group, and the topics of one prefix.
 *
 * @param id names the group, the changelog and the transactions
 * @param topics names of the topics
 * @param catalogue the domain's event types
 */
public record Application(String id, Topics topics, Catalogue catalogue) {
  /** A character that occurs in neither a prefix nor an id. */
  private static final char SEPARATOR = '@';

  /** Returns the default id of the application for a prefix. */
  public static String defaultId(Topics topics) {
    return topics.prefix() + "-topology";
  }

  /**
   * Returns the prefix of an instance's consumer client ids. It identifies the application of every
   * group member, even while the group has no assignment.
   */
  public String clientId(String instance) {
    return id + SEPARATOR + topics.prefix() + SEPARATOR + instance;
  }

  /** Returns the source topics, in the order of a stamp's components. */
  public List<String> sources() {
    return catalogue.streams().stream().map(topics::source).toList();
  }

  /** Returns whether {@code topic} is a source topic of this prefix, of any catalogue. */
  boolean isSource(String topic) {
    return topic.startsWith(topics.source(""));
  }

  Fault fault(String message) {
    return new Fault("application id '" + id + "'", message);
  }

  /**
   * Returns the prefix of the topology that a client belongs to; empty if the client id has another
   * format.
   */
  static String prefix(String clientId) {
    String[] parts = clientId.split(String.valueOf(SEPARATOR), -1);
    return parts.length == 3 ? parts[1] : "";
  }
}
