package io.windsock.topology.streams;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventValidator;
import io.windsock.contracts.topic.Topics;
import io.windsock.topology.receive.Limits;
import io.windsock.topology.receive.ParametersReader;
import io.windsock.topology.receive.PartitionStatus;
import io.windsock.topology.receive.Receiver;
import io.windsock.topology.receive.StatusTable;
import io.windsock.topology.receive.TaskParameters;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.internals.InternalProcessorContext;
import org.jspecify.annotations.Nullable;

/** The shared parts of one topology's tasks, and the status of each task. Shared by all threads. */
public final class TaskParts {
  private final StreamsClients clients;
  private final Topics topics;
  private final Catalogue catalogue;
  private final EventValidator validator;
  private final TaskParameters initial;
  private final ParametersReader reader;
  private final Supplier<@Nullable TaskParameters> offered;
  private final Map<Integer, Receiver> receivers = new ConcurrentHashMap<>();
  private final Limits limits;
  private final long markerIdleMs;
  private final TaskCounts counts;
  private final String[] sourceTopics;

  /**
   * Creates the parts.
   *
   * @param initial the parameters in force until others are offered
   * @param offered the newest parameters; null if there are none
   * @param markerIdleMs the age of the last marker after which another follows without a full count
   * @param counts receives the tasks' counts
   */
  public TaskParts(
      StreamsClients clients,
      Topics topics,
      Catalogue catalogue,
      TaskParameters initial,
      Supplier<@Nullable TaskParameters> offered,
      Limits limits,
      long markerIdleMs,
      TaskCounts counts) {
    this.clients = clients;
    this.topics = topics;
    this.catalogue = catalogue;
    this.validator = new EventValidator(catalogue);
    this.initial = initial;
    this.reader = new ParametersReader(catalogue);
    this.offered = offered;
    this.limits = limits;
    this.markerIdleMs = markerIdleMs;
    this.counts = counts;
    this.sourceTopics = catalogue.streams().stream().map(topics::source).toArray(String[]::new);
  }

  List<String> sourceTopics() {
    return List.of(sourceTopics);
  }

  /** Returns the topic of a stream, whose name may be of a former catalogue. */
  private String source(String stream) {
    return topics.source(stream);
  }

  /** Returns the number of the stream whose topic is {@code topic}. */
  int streamOf(String topic) {
    for (int stream = 0; stream < sourceTopics.length; stream++) {
      if (sourceTopics[stream].equals(topic)) {
        return stream;
      }
    }
    throw new IllegalStateException("a record of topic " + topic);
  }

  StatusTable table() {
    return new StatusTable(catalogue.streams(), initial, reader);
  }

  TaskOutlet outlet(InternalProcessorContext<?, ?> task) {
    return new TaskOutlet(
        task, clients.producerOf(Thread.currentThread().getName()), topics, counts::marker);
  }

  Receiver receiver(StatusTable table, InternalProcessorContext<?, ?> task, TaskOutlet outlet) {
    int partition = task.taskId().partition();
    Receiver receiver =
        new Receiver(
            partition,
            catalogue,
            validator,
            offered,
            limits,
            markerIdleMs,
            table,
            new SourceReader(clients::sourceConsumer, this::source, partition),
            outlet,
            task.currentSystemTimeMs());
    receivers.put(partition, receiver);
    return receiver;
  }

  /** Removes the closed task of {@code receiver}. */
  void closed(Receiver receiver) {
    receivers.values().remove(receiver);
  }

  LostRanges lost() {
    return clients.lost();
  }

  TaskCounts counts() {
    return counts;
  }

  String stream(int number) {
    return catalogue.streams().get(number);
  }

  Topics topics() {
    return topics;
  }

  /** Returns the status of the partitions processed here. */
  public List<PartitionStatus> statuses() {
    return receivers.values().stream().map(Receiver::status).toList();
  }

  /** Returns the ready queue of a partition: the known source records that it has not received. */
  public long ready(PartitionStatus status) {
    long ready = 0;
    for (int stream = 0; stream < sourceTopics.length; stream++) {
      TopicPartition at = new TopicPartition(sourceTopics[stream], status.sample().getPartition());
      ready += Math.max(0, clients.end(at) - status.stamp()[stream]);
    }
    return ready;
  }
}
