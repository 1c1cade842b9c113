package io.windsock.feeds.replay;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventType;
import io.windsock.contracts.topic.Topics;
import io.windsock.feeds.FeedEvent;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Selects the events of a feed to send, and their topics. Immutable. */
final class Selection {
  private final long fromMs;
  private final long toMs;
  // By ordinal of the type; null: not selected.
  private final @Nullable String[] topics;

  /**
   * Creates the selection that the options specify.
   *
   * @throws ConfigurationException if they name a type that has no stream, or that does not exist
   */
  Selection(ReplayOptions options, Catalogue catalogue, Topics names) {
    fromMs = options.from() == null ? Long.MIN_VALUE : options.from().toEpochMilli();
    toMs = options.to() == null ? Long.MAX_VALUE : options.to().toEpochMilli();
    topics = new String[catalogue.types().size()];
    List<String> sendable = new ArrayList<>();
    for (EventType type : catalogue.types()) {
      String stream = type.stream();
      if (stream != null) {
        sendable.add(type.name());
        boolean wanted = options.types().isEmpty() || options.types().contains(type.name());
        topics[type.ordinal()] = wanted ? names.source(stream) : null;
      }
    }
    List<Fault> faults = new ArrayList<>();
    for (String name : options.types()) {
      if (!sendable.contains(name)) {
        faults.add(
            new Fault(
                "types",
                "'" + name + "' is not a source event; the source events are " + sendable));
      }
    }
    if (!faults.isEmpty()) {
      throw new ConfigurationException(faults);
    }
  }

  /** Returns the topic of an event; null if it is skipped. */
  @Nullable String topic(FeedEvent event) {
    long time = event.eventTimeMs();
    return time < fromMs || time >= toMs ? null : topics[event.type().ordinal()];
  }

  /** Returns every topic that an event may be sent to. */
  Set<String> topics() {
    Set<String> all = new LinkedHashSet<>();
    for (String topic : topics) {
      if (topic != null) {
        all.add(topic);
      }
    }
    return all;
  }
}
