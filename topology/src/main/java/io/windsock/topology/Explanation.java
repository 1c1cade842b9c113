package io.windsock.topology;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventType;
import java.util.List;
import java.util.stream.Collectors;

/** A description of a topology: its inputs, its processing and its outputs. */
final class Explanation {
  private Explanation() {}

  static String of(TopologyConfig config) {
    StringBuilder text = new StringBuilder();
    text.append("Topology ").append(config.applicationId());
    text.append(", domain ").append(config.catalogue().domain());
    text.append(", ").append(config.partitions()).append(" partitions\n\n");
    sources(text, config);
    text.append("\n  every event, as it is ─▶ ").append(config.topics().forward());
    text.append("\n  what the rules send   ─▶ ").append(config.topics().mirror());
    text.append("\n  what is no event      ─▶ ").append(config.topics().deadLetter());
    text.append("\n\n");
    settings(text, config);
    text.append("\nRules, in the order in which an event meets them:\n");
    text.append(config.rules().explain());
    return text.toString();
  }

  private static void sources(StringBuilder text, TopologyConfig config) {
    Catalogue catalogue = config.catalogue();
    for (String stream : catalogue.streams()) {
      List<EventType> types =
          catalogue.types().stream().filter(type -> stream.equals(type.stream())).toList();
      text.append("  ").append(config.topics().source(stream)).append(" ─▶ ");
      text.append(types.stream().map(EventType::name).collect(Collectors.joining(", ")));
      text.append('\n');
    }
  }

  private static void settings(StringBuilder text, TopologyConfig config) {
    text.append("  a marker to both outputs every ").append(config.markerEvery());
    text.append(" sent events, or after ").append(config.markerIdleMs()).append(" ms\n");
    text.append("  exactly once; committed every ").append(config.commitIntervalMs());
    text.append(" ms; ").append(config.threads());
    text.append(config.threads() == 1 ? " thread\n" : " threads\n");
    text.append("  an event has at most ").append(config.maxEventBytes());
    text.append(" bytes and is at most ").append(config.maxFutureMs());
    text.append(" ms ahead of its arrival\n");
  }
}
