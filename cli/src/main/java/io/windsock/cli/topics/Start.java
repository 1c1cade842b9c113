package io.windsock.cli.topics;

import io.windsock.contracts.config.ConfigurationException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;

/** The position at which reading of a topic begins, the same in every partition. */
interface Start {
  /**
   * Moves the consumer to this position in all partitions assigned to it.
   *
   * @param ends the partitions' end offsets
   */
  void seek(KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends);

  /**
   * Parses {@code beginning}, {@code end}, {@code -N}, an offset, or an ISO time.
   *
   * @throws ConfigurationException if the text is none of these
   */
  static Start parse(String text) {
    if (text.equals("beginning")) {
      return (consumer, ends) -> consumer.seekToBeginning(consumer.assignment());
    }
    if (text.equals("end")) {
      return (consumer, ends) -> ends.forEach(consumer::seek);
    }
    try {
      if (text.matches("-?\\d{1,18}")) {
        long n = Long.parseLong(text);
        return text.startsWith("-")
            ? (consumer, ends) -> last(consumer, ends, -n)
            : (consumer, ends) -> offset(consumer, ends, n);
      }
      Instant time = Instant.parse(text);
      return (consumer, ends) -> time(consumer, ends, time.toEpochMilli());
    } catch (DateTimeParseException e) {
      throw ConfigurationException.of(
          "--from '" + text + "'",
          "give beginning, end, an offset, -N for the last N, or a time such as"
              + " 2026-01-31T12:00:00Z");
    }
  }

  private static void last(
      KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends, long n) {
    if (n > LastRecords.MAX) {
      throw ConfigurationException.of(
          "--from '-" + n + "'", "at most the last " + LastRecords.MAX + "; or give beginning");
    }
    if (n == 0) {
      ends.forEach(consumer::seek);
    } else {
      LastRecords.seek(consumer, ends, (int) n);
    }
  }

  private static void offset(
      KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends, long offset) {
    ends.forEach((tp, end) -> consumer.seek(tp, Math.min(offset, end)));
  }

  private static void time(
      KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends, long timeMs) {
    Map<TopicPartition, Long> asked = new HashMap<>();
    consumer.assignment().forEach(tp -> asked.put(tp, timeMs));
    Map<TopicPartition, OffsetAndTimestamp> found = consumer.offsetsForTimes(asked);
    ends.forEach(consumer::seek);
    found.forEach(
        (tp, at) -> {
          if (at != null) {
            consumer.seek(tp, at.offset());
          }
        });
  }
}
