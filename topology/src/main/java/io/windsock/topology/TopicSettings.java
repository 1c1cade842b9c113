package io.windsock.topology;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.topic.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The required settings of one topic.
 *
 * @param name the topic
 * @param alone whether it has a single partition, regardless of the others
 * @param fixed settings that an existing topic must match, too
 * @param atLeast minimum settings, also of an existing topic; −1 counts as unlimited
 * @param initial settings of a topic created here; an existing topic may have others
 */
record TopicSettings(
    String name,
    boolean alone,
    Map<String, String> fixed,
    Map<String, Long> atLeast,
    Map<String, String> initial) {
  /**
   * The largest source record: large enough that an oversized event arrives and is dead-lettered.
   */
  private static final int SOURCE_MAX_BYTES = 4 * 1024 * 1024;

  /** The largest output record: a coalesced update is larger than an event. */
  static final int OUTPUT_MAX_BYTES = 5 * 1024 * 1024;

  /** The largest dead letter: a source record with its reason. */
  private static final int DEAD_LETTER_MAX_BYTES = 5 * 1024 * 1024;

  private static final long HOUR_MS = 3_600_000;
  private static final long DAY_MS = 24 * HOUR_MS;

  /** The segment size of an output topic; trimming frees whole segments. */
  private static final int OUTPUT_SEGMENT_BYTES = 64 * 1024 * 1024;

  private static final String CLEANUP = "cleanup.policy";
  private static final String TIMESTAMP = "message.timestamp.type";
  private static final String MAX_BYTES = "max.message.bytes";
  private static final String RETENTION = "retention.ms";
  private static final String RETENTION_BYTES = "retention.bytes";
  private static final String SEGMENT = "segment.bytes";

  static List<TopicSettings> of(Topics topics, Catalogue catalogue) {
    List<TopicSettings> all = new ArrayList<>();
    for (String stream : catalogue.streams()) {
      all.add(source(topics.source(stream)));
    }
    all.add(output(topics.forward()));
    all.add(output(topics.mirror()));
    all.add(deadLetter(topics.deadLetter()));
    all.add(control(topics.control()));
    all.add(monitor(topics.monitor()));
    all.add(decisions(topics.decisions()));
    return all;
  }

  private static TopicSettings source(String name) {
    return new TopicSettings(
        name,
        false,
        Map.of(CLEANUP, "delete", TIMESTAMP, "LogAppendTime"),
        Map.of(MAX_BYTES, (long) SOURCE_MAX_BYTES),
        Map.of(MAX_BYTES, String.valueOf(SOURCE_MAX_BYTES), RETENTION, String.valueOf(7 * DAY_MS)));
  }

  /** No retention by age: the controller trims the records that no site needs any more. */
  private static TopicSettings output(String name) {
    return new TopicSettings(
        name,
        false,
        Map.of(CLEANUP, "delete", TIMESTAMP, "CreateTime", RETENTION, "-1", RETENTION_BYTES, "-1"),
        Map.of(MAX_BYTES, (long) OUTPUT_MAX_BYTES),
        Map.of(
            MAX_BYTES, String.valueOf(OUTPUT_MAX_BYTES),
            SEGMENT, String.valueOf(OUTPUT_SEGMENT_BYTES)));
  }

  private static TopicSettings deadLetter(String name) {
    return new TopicSettings(
        name,
        false,
        Map.of(CLEANUP, "delete"),
        Map.of(MAX_BYTES, (long) DEAD_LETTER_MAX_BYTES),
        Map.of(
            MAX_BYTES, String.valueOf(DEAD_LETTER_MAX_BYTES),
            RETENTION, String.valueOf(30 * DAY_MS)));
  }

  /** Small segments, so replaced records are removed soon and a start reads little. */
  private static TopicSettings control(String name) {
    return alone(
        name,
        Map.of(CLEANUP, "compact"),
        Map.of(SEGMENT, String.valueOf(4 * 1024 * 1024), "min.cleanable.dirty.ratio", "0.2"));
  }

  /** Uses the broker's clock: a sample's age must not depend on its sender's clock. */
  private static TopicSettings monitor(String name) {
    return alone(
        name,
        Map.of(CLEANUP, "delete", TIMESTAMP, "LogAppendTime"),
        Map.of(RETENTION, String.valueOf(HOUR_MS), SEGMENT, String.valueOf(16 * 1024 * 1024)));
  }

  private static TopicSettings decisions(String name) {
    return alone(name, Map.of(CLEANUP, "delete", RETENTION, "-1", RETENTION_BYTES, "-1"), Map.of());
  }

  private static TopicSettings alone(
      String name, Map<String, String> fixed, Map<String, String> initial) {
    return new TopicSettings(name, true, fixed, Map.of(), initial);
  }
}
