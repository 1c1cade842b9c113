package io.windsock.cli.topics;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.topic.Topics;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The topics of one domain by short name: a stream's own, {@code mirror}, and so on. */
public final class TopicNames {
  private TopicNames() {}

  /** Returns topics by short name, in the order of the flow. */
  public static Map<String, String> of(Topics topics, Catalogue catalogue) {
    return of(topics, catalogue.streams());
  }

  /** Returns the same for these streams. */
  static Map<String, String> of(Topics topics, Collection<String> streams) {
    Map<String, String> names = new LinkedHashMap<>();
    for (String stream : streams) {
      names.put(stream, topics.source(stream));
    }
    names.put("forward", topics.forward());
    names.put("mirror", topics.mirror());
    names.put("dead-letter", topics.deadLetter());
    return names;
  }

  /** Returns the streams whose source topics are in {@code existing}, in alphabetical order. */
  public static Set<String> streams(Topics topics, Collection<String> existing) {
    String source = topics.source("");
    Set<String> streams = new TreeSet<>();
    for (String topic : existing) {
      if (topic.startsWith(source)) {
        streams.add(topic.substring(source.length()));
      }
    }
    return streams;
  }
}
