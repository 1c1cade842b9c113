package io.windsock.topology.guard;

import io.windsock.contracts.config.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Detects source records that an application would skip or can no longer receive. */
final class SourceCheck {
  private static final Duration POLL = Duration.ofMillis(100);

  private SourceCheck() {}

  /**
   * A range of offsets, possibly without records: ends of transactions, aborted records and
   * compacted records leave empty offsets.
   *
   * @param from the first offset
   * @param to the offset after the last
   */
  private record Span(long from, long to) {
    static final Span NONE = new Span(0, 0);
  }

  /**
   * Returns what would be skipped because committed offsets were set forward, or received again
   * from the beginning. A committed offset may exceed the changelog's stamp, because ends of
   * transactions, aborted records and compacted records have offsets too; so the range between them
   * is read. A source that ends below the stamp is left to {@link #truncated}. The end of a
   * transaction may reach the group before the changelog, so a stamp that is behind is read again.
   */
  static List<Fault> skipped(Positions positions) {
    List<String> skipped = Settled.read(() -> skips(positions));
    return skipped.isEmpty()
        ? List.of()
        : List.of(
            positions
                .application()
                .fault(
                    "has committed what its changelog has not received: "
                        + Settled.summary(skipped)
                        + "; if its offsets were set forward, start with --restore-offsets"));
  }

  private static List<String> skips(Positions positions) {
    Map<TopicPartition, Long> ahead = positions.committed();
    Map<TopicPartition, Long> stamps = positions.stamps();
    ahead
        .entrySet()
        .removeIf(at -> at.getValue() <= stamps.getOrDefault(at.getKey(), at.getValue()));
    if (ahead.isEmpty()) {
      return List.of();
    }
    Positions.Bounds sources = positions.sources();
    Map<TopicPartition, Span> between = new HashMap<>();
    List<String> skipped = new ArrayList<>();
    ahead.forEach(
        (source, committed) -> {
          long next = Math.max(sources.begin(source), stamps.getOrDefault(source, 0L));
          long end = sources.end(source);
          if (end >= next && end < committed) {
            skipped.add(source + " ends at offset " + end + ", committed is " + committed);
          } else if (end >= next && next < committed) {
            between.put(source, new Span(next, committed));
          }
        });
    if (!between.isEmpty()) {
      firstRecords(positions, between)
          .forEach(
              (source, offset) ->
                  skipped.add(
                      "records of %s from offset %s on were not received, committed is %s"
                          .formatted(source, offset, ahead.get(source))));
    }
    skipped.sort(null);
    return skipped;
  }

  /** Returns the offset of the first committed record in each span that holds one. */
  private static Map<TopicPartition, Long> firstRecords(
      Positions positions, Map<TopicPartition, Span> spans) {
    Map<TopicPartition, Long> first = new HashMap<>();
    ToLongFunction<TopicPartition> to = at -> spans.getOrDefault(at, Span.NONE).to();
    try (var consumer = positions.reader()) {
      consumer.assign(spans.keySet());
      spans.forEach((partition, span) -> consumer.seek(partition, span.from()));
      long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(AdminReply.TIMEOUT_MS);
      Set<TopicPartition> unread = new HashSet<>(spans.keySet());
      while (!unread.isEmpty() && System.nanoTime() < deadline) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
          first.putIfAbsent(
              new TopicPartition(record.topic(), record.partition()), record.offset());
        }
        unread.removeIf(at -> first.containsKey(at) || consumer.position(at) >= to.applyAsLong(at));
        consumer.assign(unread);
      }
    }
    first.entrySet().removeIf(record -> record.getValue() >= to.applyAsLong(record.getKey()));
    return first;
  }

  /**
   * Returns each source partition that begins after the records received or accounted for as lost.
   * If nothing is committed, the changelog's stamp gives the records received; a partition with
   * neither was never processed and lacks nothing.
   */
  static List<Fault> trimmed(Positions positions) {
    Map<TopicPartition, Long> received = positions.committed();
    positions.stamps().forEach((partition, stamp) -> received.merge(partition, stamp, Math::max));
    Positions.Bounds sources = positions.sources();
    List<Fault> faults = new ArrayList<>();
    received.forEach(
        (partition, next) -> {
          long begin = sources.begin(partition);
          if (begin > next) {
            faults.add(deleted(partition, next, begin));
          }
        });
    return faults;
  }

  private static Fault deleted(TopicPartition partition, long next, long begin) {
    return new Fault(
        "source " + partition,
        ("offsets %s to %s were deleted before they were received; send these events again if you can,"
                + " then start with --accept-loss, which counts and dead-letters the range")
            .formatted(next, begin - 1));
  }

  /**
   * Returns each source partition that ends before the records received: its log has lost its end.
   * There Kafka would begin again, and everything retained would be sent a second time. A recreated
   * topic ends there too, but Kafka deletes the committed offsets together with a topic, and a
   * partition without one is received from its beginning.
   */
  static List<Fault> truncated(Positions positions) {
    Map<TopicPartition, Long> committed = positions.committed();
    Map<TopicPartition, Long> stamps = positions.stamps();
    Positions.Bounds sources = positions.sources();
    List<Fault> faults = new ArrayList<>();
    committed.forEach(
        (partition, next) -> {
          long end = sources.end(partition);
          if (end < next && end < stamps.getOrDefault(partition, next)) {
            faults.add(truncated(positions.application(), partition, next, end));
          }
        });
    return faults;
  }

  private static Fault truncated(
      Application application, TopicPartition partition, long next, long end) {
    return new Fault(
        "source " + partition,
        ("ends at offset %s, but was received up to offset %s, so its log has lost its end; start with"
                + " --accept-loss, which continues at the end, or, if the topic was recreated, delete the"
                + " committed offsets of %s on %s, and it is received from its beginning")
            .formatted(end, next, application.id(), partition.topic()));
  }
}
