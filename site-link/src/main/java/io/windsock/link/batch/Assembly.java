package io.windsock.link.batch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** Gathers what polls return until it is taken as a batch. Owned by the sender's thread. */
public final class Assembly {
  private final Map<TopicPartition, Long> positions;
  private Map<TopicPartition, Gathering> gathering = new LinkedHashMap<>();
  private int records;
  private long bytes;

  private static final class Gathering {
    final long from;
    long next;
    final List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();

    Gathering(long from) {
      this.from = from;
      next = from;
    }
  }

  /**
   * Creates an empty assembly.
   *
   * @param positions the offset at which each partition is read from
   */
  public Assembly(Map<TopicPartition, Long> positions) {
    this.positions = new LinkedHashMap<>(positions);
  }

  /**
   * Makes the next batch say where a partition begins, also if it has no records. Later sessions
   * then find what was trimmed before it was read.
   */
  public void begin(TopicPartition partition) {
    add(partition, List.of(), positions.getOrDefault(partition, 0L));
  }

  /** Adds what a poll has returned. */
  public void add(ConsumerRecords<byte[], byte[]> polled) {
    for (Map.Entry<TopicPartition, OffsetAndMetadata> next : polled.nextOffsets().entrySet()) {
      add(next.getKey(), polled.records(next.getKey()), next.getValue().offset());
    }
  }

  /** Adds the records of a partition up to {@code next}. */
  void add(TopicPartition partition, List<ConsumerRecord<byte[], byte[]>> more, long next) {
    Long from = positions.get(partition);
    if (from == null) {
      throw new IllegalArgumentException(partition + " is not followed");
    }
    Gathering run = gathering.computeIfAbsent(partition, p -> new Gathering(from));
    run.records.addAll(more);
    run.next = next;
    positions.put(partition, next);
    records += more.size();
    for (ConsumerRecord<byte[], byte[]> record : more) {
      bytes += SourceBatch.weight(record);
    }
  }

  /** Returns the number of records gathered. */
  public int records() {
    return records;
  }

  /** Returns about how many bytes they have. */
  public long bytes() {
    return bytes;
  }

  /** Returns whether nothing was gathered, not even a position. */
  public boolean isEmpty() {
    return gathering.isEmpty();
  }

  /** Returns what was gathered as the batch of this number, and begins another one. */
  public SourceBatch take(long number) {
    List<SourceRun> runs = new ArrayList<>(gathering.size());
    gathering.forEach(
        (partition, run) ->
            runs.add(new SourceRun(new OffsetRange(partition, run.from, run.next), run.records)));
    SourceBatch batch = new SourceBatch(number, List.copyOf(runs), records, bytes);
    gathering = new LinkedHashMap<>();
    records = 0;
    bytes = 0;
    return batch;
  }
}
