package io.windsock.link.batch;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Gathers what polls return until it is taken as a batch; what is too much for one waits for the
 * next. Owned by the sender's thread.
 */
public final class Assembly {
  /** The time of the oldest record that waits, if none does, ms. */
  public static final long NONE = Long.MAX_VALUE;

  private final Map<TopicPartition, Long> positions;

  /** What polls have returned and is not gathered, in order. */
  private final Deque<Waiting> waiting = new ArrayDeque<>();

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

  /** What a poll has returned of a partition. */
  private static final class Waiting {
    final TopicPartition partition;
    final List<ConsumerRecord<byte[], byte[]>> records;

    /** The offset after them. */
    final long next;

    /** How many of them are gathered. */
    int gathered;

    Waiting(TopicPartition partition, List<ConsumerRecord<byte[], byte[]>> records, long next) {
      this.partition = partition;
      this.records = records;
      this.next = next;
    }

    /** Returns the timestamp of the oldest one, the first that is not gathered, ms. */
    long oldestMs() {
      return gathered < records.size() ? records.get(gathered).timestamp() : NONE;
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
    gather(partition, List.of(), positions.getOrDefault(partition, 0L), 0);
  }

  /** Adds what a poll has returned to what waits. */
  public void add(ConsumerRecords<byte[], byte[]> polled) {
    for (Map.Entry<TopicPartition, OffsetAndMetadata> next : polled.nextOffsets().entrySet()) {
      add(next.getKey(), polled.records(next.getKey()), next.getValue().offset());
    }
  }

  /** Adds the records of a partition up to {@code next} to what waits. */
  void add(TopicPartition partition, List<ConsumerRecord<byte[], byte[]>> more, long next) {
    waiting.add(new Waiting(partition, more, next));
  }

  /** Returns whether anything waits. */
  public boolean waits() {
    return !waiting.isEmpty();
  }

  /** Returns the timestamp of the oldest record that waits, ms, or {@link #NONE}. */
  public long waitingMs() {
    return waiting.stream().mapToLong(Waiting::oldestMs).min().orElse(NONE);
  }

  /**
   * Gathers what waits until the batch has this many records or bytes.
   *
   * @return whether anything did wait, and had room
   */
  public boolean gather(int mostRecords, long mostBytes) {
    boolean any = false;
    while (!waiting.isEmpty() && records < mostRecords && bytes < mostBytes) {
      Waiting first = waiting.element();
      int begin = first.gathered;
      int end = begin;
      long weight = 0;
      while (end < first.records.size()
          && records + end - begin < mostRecords
          && bytes + weight < mostBytes) {
        weight += SourceBatch.weight(first.records.get(end));
        end++;
      }
      first.gathered = end;
      boolean whole = end == first.records.size();
      long next = whole ? first.next : first.records.get(end - 1).offset() + 1;
      gather(first.partition, first.records.subList(begin, end), next, weight);
      if (whole) {
        waiting.remove();
      }
      any = true;
    }
    return any;
  }

  private void gather(
      TopicPartition partition, List<ConsumerRecord<byte[], byte[]>> more, long next, long weight) {
    Long from = positions.get(partition);
    if (from == null) {
      throw new IllegalArgumentException(partition + " is not followed");
    }
    Gathering run = gathering.computeIfAbsent(partition, p -> new Gathering(from));
    run.records.addAll(more);
    run.next = next;
    positions.put(partition, next);
    records += more.size();
    bytes += weight;
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
