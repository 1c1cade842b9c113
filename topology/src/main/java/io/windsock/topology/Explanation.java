package io.windsock.topology;

import io.windsock.contracts.schema.EventType;
import java.util.stream.Collectors;

/** A description of a topology: its inputs, its processing and its outputs. */
final class Explanation {
  private Explanation() {}

  static String of(TopologyConfig config) {
    return """
        Topology %s, domain %s, %d partitions

        %s
          every event, as it is ─▶ %s
          what the rules send   ─▶ %s
          what is no event      ─▶ %s

          a marker to both outputs every %d sent events, or after %d ms
          exactly once; committed every %d ms; %d %s
          an event has at most %d bytes and is at most %d ms ahead of its arrival

        Rules, in the order in which an event meets them:
        %s"""
        .formatted(
            config.applicationId(),
            config.catalogue().domain(),
            config.kafka().partitions(),
            sources(config),
            config.topics().forward(),
            config.topics().mirror(),
            config.topics().deadLetter(),
            config.markers().every(),
            config.markers().idleMs(),
            config.processing().commitIntervalMs(),
            config.processing().threads(),
            config.processing().threads() == 1 ? "thread" : "threads",
            config.limits().maxEventBytes(),
            config.limits().maxFutureMs(),
            config.rules().set().explain());
  }

  private static String sources(TopologyConfig config) {
    StringBuilder text = new StringBuilder();
    for (String stream : config.catalogue().streams()) {
      String types =
          config.catalogue().types().stream()
              .filter(type -> stream.equals(type.stream()))
              .map(EventType::name)
              .collect(Collectors.joining(", "));
      text.append("  %s ─▶ %s\n".formatted(config.topics().source(stream), types));
    }
    return text.toString();
  }
}
