package io.windsock.topology.streams;

import io.windsock.contracts.topic.Topics;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.Topology;

/** Builds the Streams topology: one source node, one processor with its store, three sinks. */
public final class TopologyGraph {
  /** The largest batch that it writes: a history in the changelog. */
  public static final int MAX_BATCH_BYTES = StatusStoreBuilder.MAX_BATCH_BYTES;

  private TopologyGraph() {}

  /** Returns the name of the topic in which Streams keeps an application's status table. */
  public static String changelog(String applicationId) {
    return applicationId + "-" + NodeNames.STATUS_TABLE + "-changelog";
  }

  /** Returns the topology of these tasks. */
  public static Topology of(TaskParts parts) {
    Topics topics = parts.topics();
    Topology topology = new Topology();
    topology.addSource(
        AutoOffsetReset.earliest(),
        NodeNames.SOURCE,
        new AppendTime(),
        new ByteArrayDeserializer(),
        new RecordBatch.Unpacker(),
        parts.sourceTopics().toArray(String[]::new));
    topology.addProcessor(NodeNames.RECEIVE, () -> new ReceiveProcessor(parts), NodeNames.SOURCE);
    topology.addStateStore(
        new StatusStoreBuilder(NodeNames.STATUS_TABLE, parts::table), NodeNames.RECEIVE);
    addSink(topology, NodeNames.FORWARD, topics.forward());
    addSink(topology, NodeNames.MIRROR, topics.mirror());
    addSink(topology, NodeNames.DEAD_LETTER, topics.deadLetter());
    return topology;
  }

  private static void addSink(Topology topology, String name, String topic) {
    topology.addSink(
        name, topic, new ByteArraySerializer(), new ByteArraySerializer(), NodeNames.RECEIVE);
  }
}
