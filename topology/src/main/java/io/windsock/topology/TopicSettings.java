package io.windsock.topology;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.topic.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What one topic must be like.
 *
 * @param name the topic
 * @param fixed settings that it must have, whoever created it
 * @param atLeast settings that must be at least so large, whoever created it; −1 is larger than any
 * @param initial settings that it gets if it is created here, and may have otherwise
 */
record TopicSettings(
    String name,
    Map<String, String> fixed,
    Map<String, Long> atLeast,
    Map<String, String> initial) {
  /** What a source topic takes: so large that an oversized event arrives, and is dead-lettered. */
  private static final int SOURCE_MAX_BYTES = 4 * 1024 * 1024;

  /** What an output takes: a coalesced update is larger than an event. */
  static final int OUTPUT_MAX_BYTES = 5 * 1024 * 1024;

  /** A dead letter is a source record and its reason. */
  private static final int DEAD_LETTER_MAX_BYTES = 5 * 1024 * 1024;

  private static final long DAY_MS = 24 * 3_600_000L;

  private static final String CLEANUP = "cleanup.policy";
  private static final String TIMESTAMP = "message.timestamp.type";
  private static final String MAX_BYTES = "max.message.bytes";
  private static final String RETENTION = "retention.ms";

  static List<TopicSettings> of(Topics topics, Catalogue catalogue) {
    List<TopicSettings> all = new ArrayList<>();
    for (String stream : catalogue.streams()) {
      all.add(source(topics.source(stream)));
    }
    all.add(output(topics.forward()));
    all.add(output(topics.mirror()));
    all.add(deadLetter(topics.deadLetter()));
    return all;
  }

  private static TopicSettings source(String name) {
    return new TopicSettings(
        name,
        Map.of(CLEANUP, "delete", TIMESTAMP, "LogAppendTime"),
        Map.of(MAX_BYTES, (long) SOURCE_MAX_BYTES),
        Map.of(MAX_BYTES, String.valueOf(SOURCE_MAX_BYTES), RETENTION, String.valueOf(7 * DAY_MS)));
  }

  /** Never trimmed by age: a site starts from the beginning, or from a snapshot of it. */
  private static TopicSettings output(String name) {
    return new TopicSettings(
        name,
        Map.of(
            CLEANUP, "delete", TIMESTAMP, "CreateTime", RETENTION, "-1", "retention.bytes", "-1"),
        Map.of(MAX_BYTES, (long) OUTPUT_MAX_BYTES),
        Map.of(MAX_BYTES, String.valueOf(OUTPUT_MAX_BYTES)));
  }

  private static TopicSettings deadLetter(String name) {
    return new TopicSettings(
        name,
        Map.of(CLEANUP, "delete"),
        Map.of(MAX_BYTES, (long) DEAD_LETTER_MAX_BYTES),
        Map.of(
            MAX_BYTES, String.valueOf(DEAD_LETTER_MAX_BYTES),
            RETENTION, String.valueOf(30 * DAY_MS)));
  }
}
