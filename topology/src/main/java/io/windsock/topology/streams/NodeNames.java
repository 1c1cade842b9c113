package io.windsock.topology.streams;

/**
 * Names of the topology's nodes and of its store. They are stored in Kafka, so they must not
 * change.
 */
final class NodeNames {
  static final String SOURCE = "source";
  static final String RECEIVE = "receive";
  static final String FORWARD = "forward";
  static final String MIRROR = "mirror";
  static final String DEAD_LETTER = "dead-letter";
  static final String STATUS_TABLE = "status-table";

  private NodeNames() {}
}
