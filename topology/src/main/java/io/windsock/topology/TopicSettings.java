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
 * @param alone whether it has one partition, whatever the others have
 * @param fixed settings that it must have, whoever created it
 * @param atLeast settings that must be at least so large, whoever created it; −1 is larger than any
 * @param initial settings that it gets if it is created here, and may have otherwise
 */
record TopicSettings(
    String name,
    boolean alone,
    Map<String, String> fixed,
    Map<String, Long> atLeast,
    Map<String, String> initial) {
  /** What a source topic takes: so large that an oversized event arrives, and is dead-lettered. */
  private static final int SOURCE_MAX_BYTES = 4 * 1024 * 1024;

  /** What an output takes: a coalesced update is larger than an event. */
  static final int OUTPUT_MAX_BYTES = 5 * 1024 * 1024;

  /** A dead letter is a source record and its reason. */
  private static final int DEAD_LETTER_MAX_BYTES = 5 * 1024 * 1024;

  private static final long HOUR_MS = 3_600_000;
  private static final long DAY_MS = 24 * HOUR_MS;

  /** Of an output topic: what is trimmed is freed a segment at a time. */
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

  /** Never trimmed by age: the controller trims what no site needs any more. */
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

  /** Small segments, so that what is replaced goes soon and a start reads little. */
  private static TopicSettings control(String name) {
    return alone(
        name,
        Map.of(CLEANUP, "compact"),
        Map.of(SEGMENT, String.valueOf(4 * 1024 * 1024), "min.cleanable.dirty.ratio", "0.2"));
  }

  /** By the broker's clock: how old a sample is must not depend on the clock of who took it. */
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
