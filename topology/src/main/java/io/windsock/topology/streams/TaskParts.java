package io.windsock.topology.streams;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventValidator;
import io.windsock.contracts.topic.Topics;
import io.windsock.rules.RuleSet;
import io.windsock.topology.receive.Limits;
import io.windsock.topology.receive.Markers;
import io.windsock.topology.receive.Receiver;
import io.windsock.topology.receive.StatusTable;
import java.util.List;
import org.apache.kafka.streams.processor.internals.InternalProcessorContext;

/**
 * What the tasks of one topology have in common, and how each gets its own parts. Immutable; shared
 * by all threads.
 */
final class TaskParts {
  private final StreamsClients clients;
  private final Topics topics;
  private final Catalogue catalogue;
  private final EventValidator validator;
  private final RuleSet rules;
  private final Limits limits;
  private final Markers markers;
  private final String[] sourceTopics;

  TaskParts(
      StreamsClients clients,
      Topics topics,
      Catalogue catalogue,
      RuleSet rules,
      Limits limits,
      Markers markers) {
    this.clients = clients;
    this.topics = topics;
    this.catalogue = catalogue;
    this.validator = new EventValidator(catalogue);
    this.rules = rules;
    this.limits = limits;
    this.markers = markers;
    this.sourceTopics = catalogue.streams().stream().map(topics::source).toArray(String[]::new);
  }

  List<String> sourceTopics() {
    return List.of(sourceTopics);
  }

  /** Number of the stream that lands in {@code topic}. */
  int streamOf(String topic) {
    for (int stream = 0; stream < sourceTopics.length; stream++) {
      if (sourceTopics[stream].equals(topic)) {
        return stream;
      }
    }
    throw new IllegalStateException("a record of topic " + topic);
  }

  StatusTable table() {
    return new StatusTable(catalogue.streams(), rules);
  }

  TaskOutlet outlet(InternalProcessorContext<?, ?> task) {
    return new TaskOutlet(task, clients.producerOf(Thread.currentThread().getName()), topics);
  }

  Receiver receiver(StatusTable table, InternalProcessorContext<?, ?> task, TaskOutlet outlet) {
    return new Receiver(
        task.taskId().partition(),
        catalogue,
        validator,
        rules,
        limits,
        markers,
        table,
        outlet,
        task.currentSystemTimeMs());
  }
}
