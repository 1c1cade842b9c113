package io.windsock.link.stats;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * How far the target is behind the source, as the sender knows it. Times are ms since the epoch,
 * and are passed in. Any thread may use it.
 *
 * <p>In a session the age of what may be lost is that of the oldest record on its way. Without one
 * nothing is read, so the age is counted from the last time at which the log is known to have been
 * acknowledged up to its end. The same holds while the source does not report where its log ends:
 * ends that are older than {@link #FRESH_MS} do not say that the target has everything.
 */
public final class CopyProgress {
  /** An age, or a lag, that is not known. */
  public static final long UNKNOWN = -1;

  /** For how long an end says where the log ends now, ms: several times the interval of asking. */
  static final long FRESH_MS = 3_000;

  private static final long NONE = Long.MAX_VALUE;

  private final Map<TopicPartition, Reach> partitions = new HashMap<>();

  /** The timestamps of the oldest record of each batch on its way, the oldest batch first, ms. */
  private final Deque<Long> sentMs = new ArrayDeque<>();

  private long gatheredMs = NONE;
  private volatile LongConsumer delays = delayNs -> {};

  /** Where a partition ended when the source was asked. */
  private record End(long offset, long askedMs) {}

  /** How far the target has a partition, and where that ends. Guarded by the progress. */
  private static final class Reach {
    private long acknowledged;
    private @Nullable End latest;

    /** An end that is not acknowledged; its time is the next {@code coveredMs}. */
    private @Nullable End awaited;

    private long coveredMs = UNKNOWN;

    void acknowledged(long next) {
      acknowledged = next;
      cover();
    }

    void ends(End end) {
      latest = end;
      if (awaited == null) {
        awaited = end;
      }
      cover();
    }

    private void cover() {
      End goal = awaited;
      while (goal != null && goal.offset <= acknowledged) {
        coveredMs = goal.askedMs;
        End newest = latest;
        goal = newest != null && newest.askedMs > coveredMs ? newest : null;
      }
      awaited = goal;
    }

    long lag(long nowMs) {
      End end = latest;
      return end == null || nowMs - end.askedMs > FRESH_MS
          ? UNKNOWN
          : Math.max(0, end.offset - acknowledged);
    }
  }

  /** Creates the progress of a link without a session. */
  public CopyProgress() {}

  /** Sets what receives each batch's delay, from its oldest record to its acknowledgement, ns. */
  public void onDelay(LongConsumer receiver) {
    delays = receiver;
  }

  /**
   * A session has begun, and reads from these offsets.
   *
   * @param had the partitions of which the target has something. Of others, and of those of which
   *     it has less than was acknowledged, it has lost what it had: it is not known to have had
   *     everything at any time
   */
  public synchronized void began(Map<TopicPartition, Long> positions, Set<TopicPartition> had) {
    ended();
    partitions.keySet().retainAll(positions.keySet());
    partitions.keySet().retainAll(had);
    partitions
        .entrySet()
        .removeIf(at -> positions.getOrDefault(at.getKey(), 0L) < at.getValue().acknowledged);
    reached(positions);
  }

  private void reached(Map<TopicPartition, Long> next) {
    next.forEach(
        (partition, offset) ->
            partitions.computeIfAbsent(partition, p -> new Reach()).acknowledged(offset));
  }

  /** The session has ended; what was on its way is sent again in the next one. */
  public synchronized void ended() {
    sentMs.clear();
    gatheredMs = NONE;
  }

  /** Records were read; the first one of each partition counts as its oldest. */
  public synchronized void gathered(ConsumerRecords<?, ?> polled) {
    for (TopicPartition partition : polled.partitions()) {
      gathered(polled.records(partition).get(0).timestamp());
    }
  }

  /** Records were read and are not on their way, the oldest with this timestamp, ms. */
  public synchronized void gathered(long oldestMs) {
    gatheredMs = Math.min(gatheredMs, oldestMs);
  }

  /** What was read is on its way as a batch. */
  public synchronized void sent() {
    sentMs.add(gatheredMs);
    gatheredMs = NONE;
  }

  /**
   * The oldest batch on its way was acknowledged.
   *
   * @param next by partition, the offset after its records
   */
  public void acknowledged(Map<TopicPartition, Long> next, long nowMs) {
    Long oldestMs;
    synchronized (this) {
      oldestMs = sentMs.poll();
      reached(next);
    }
    if (oldestMs != null && oldestMs != NONE) {
      delays.accept(Math.max(0, nowMs - oldestMs) * 1_000_000);
    }
  }

  /**
   * The source's log ended at these offsets when it was asked.
   *
   * @param offsets by partition; those of which the source did not say it are not in it
   */
  public synchronized void ends(Map<TopicPartition, Long> offsets, long askedMs) {
    offsets.forEach(
        (partition, offset) -> {
          Reach reach = partitions.get(partition);
          if (reach != null) {
            reach.ends(new End(offset, askedMs));
          }
        });
  }

  /** Returns the partitions that the link copies; none before the first session. */
  public synchronized Set<TopicPartition> partitions() {
    return Set.copyOf(partitions.keySet());
  }

  /**
   * Returns the offsets that are not acknowledged, or {@link #UNKNOWN} if the source has not
   * reported lately where each partition ends.
   */
  public synchronized long lag(long nowMs) {
    long lag = 0;
    for (Reach reach : partitions.values()) {
      long its = reach.lag(nowMs);
      if (its == UNKNOWN) {
        return UNKNOWN;
      }
      lag += its;
    }
    return partitions.isEmpty() ? UNKNOWN : lag;
  }

  /** Returns the batches on their way. */
  public synchronized int unacknowledged() {
    return sentMs.size();
  }

  /** Returns the age of the oldest record that is not acknowledged, ms, or {@link #UNKNOWN}. */
  public synchronized long rpoMs(long nowMs) {
    long oldestMs = gatheredMs;
    for (long sent : sentMs) {
      oldestMs = Math.min(oldestMs, sent);
    }
    if (oldestMs != NONE) {
      return Math.max(0, nowMs - oldestMs);
    }
    if (lag(nowMs) == 0) {
      return 0;
    }
    long coveredMs = coveredMs();
    return coveredMs == UNKNOWN ? UNKNOWN : Math.max(0, nowMs - coveredMs);
  }

  /** Returns the last time up to which all partitions were acknowledged, or {@link #UNKNOWN}. */
  private long coveredMs() {
    return partitions.values().stream().mapToLong(reach -> reach.coveredMs).min().orElse(UNKNOWN);
  }
}
