package io.windsock.topology.streams;

import io.windsock.contracts.topic.Topics;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.Topology;

/** Builds the Streams topology: one source node, one processor with its store, three sinks. */
public final class TopologyGraph {
  /** The largest batch that it writes: a history in the changelog. */
  public static final int MAX_BATCH_BYTES = StatusStore.MAX_BATCH_BYTES;

  // Names of the nodes and of the store, which are stored in Kafka and must not change.
  static final String FORWARD = "forward";
  static final String MIRROR = "mirror";
  static final String DEAD_LETTER = "dead-letter";
  static final String STATUS_TABLE = "status-table";
  private static final String SOURCE = "source";
  private static final String RECEIVE = "receive";

  private TopologyGraph() {}

  /** Returns the name of the topic in which Streams keeps an application's status table. */
  public static String changelog(String applicationId) {
    return applicationId + "-" + STATUS_TABLE + "-changelog";
  }

  /** Returns the topology of these tasks. */
  public static Topology of(TaskParts parts) {
    Topics topics = parts.topics();
    Topology topology = new Topology();
    topology.addSource(
        AutoOffsetReset.earliest(),
        SOURCE,
        // The broker's append time, adjusted so that Streams never skips a record.
        (record, partitionTime) -> Math.max(0, record.timestamp()),
        new ByteArrayDeserializer(),
        new RecordBatch.Unpacker(),
        parts.sourceTopics().toArray(String[]::new));
    topology.addProcessor(RECEIVE, () -> new ReceiveProcessor(parts), SOURCE);
    topology.addStateStore(new StatusStore.Builder(STATUS_TABLE, parts::table), RECEIVE);
    addSink(topology, FORWARD, topics.forward());
    addSink(topology, MIRROR, topics.mirror());
    addSink(topology, DEAD_LETTER, topics.deadLetter());
    return topology;
  }

  private static void addSink(Topology topology, String name, String topic) {
    topology.addSink(name, topic, new ByteArraySerializer(), new ByteArraySerializer(), RECEIVE);
  }
}
