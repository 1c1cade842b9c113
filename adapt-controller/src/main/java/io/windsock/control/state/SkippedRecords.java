package io.windsock.control.state;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The records of a poll that can't be read, such as the samples that an earlier build left in the
 * monitor topic: reported in one line for each topic, not one for each record. Owned by the control
 * thread.
 */
final class SkippedRecords {
  private final Consumer<String> log;
  private final Map<String, Skipped> byTopic = new LinkedHashMap<>();

  /** Creates it; {@code log} takes a sentence for each topic. */
  SkippedRecords(Consumer<String> log) {
    this.log = log;
  }

  /** Adds a record, with the reason why it is skipped. */
  void add(String topic, long offset, String reason) {
    byTopic.computeIfAbsent(topic, it -> new Skipped(offset, reason)).count++;
  }

  /** Reports what was added since the last report. */
  void report() {
    byTopic.forEach((topic, skipped) -> log.accept(skipped.text(topic)));
    byTopic.clear();
  }

  private static final class Skipped {
    private final long offset;
    private final String reason;
    private int count;

    Skipped(long offset, String reason) {
      this.offset = offset;
      this.reason = reason;
    }

    String text(String topic) {
      return count == 1
          ? "%s-0@%d: skipped: %s".formatted(topic, offset, reason)
          : "%s-0: skipped %,d records; the first, @%d: %s".formatted(topic, count, offset, reason);
    }
  }
}
