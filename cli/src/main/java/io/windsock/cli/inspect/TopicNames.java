package io.windsock.cli.inspect;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.topic.Topics;
import java.util.LinkedHashMap;
import java.util.Map;

/** The topics of one domain under short names: a stream's own, {@code mirror}, and so on. */
final class TopicNames {
  private TopicNames() {}

  /** Short name to topic, in the order of the flow. */
  static Map<String, String> of(Topics topics, Catalogue catalogue) {
    Map<String, String> names = new LinkedHashMap<>();
    for (String stream : catalogue.streams()) {
      names.put(stream, topics.source(stream));
    }
    names.put("forward", topics.forward());
    names.put("mirror", topics.mirror());
    names.put("dead-letter", topics.deadLetter());
    return names;
  }
}
