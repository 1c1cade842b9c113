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
 * acknowledged up to its end.
 */
public final class CopyProgress {
  /** An age, or a lag, that is not known. */
  public static final long UNKNOWN = -1;

  private static final long NONE = Long.MAX_VALUE;

  private final Map<TopicPartition, Long> acknowledged = new HashMap<>();

  /** The timestamps of the oldest record of each batch on its way, the oldest batch first, ms. */
  private final Deque<Long> sentMs = new ArrayDeque<>();

  private long gatheredMs = NONE;
  private @Nullable Ends latest;

  /** Ends that are not all acknowledged; their time is the next {@code coveredMs}. */
  private @Nullable Ends awaited;

  private long coveredMs = UNKNOWN;
  private volatile LongConsumer delays = delayNs -> {};

  /** Where the source's log ended when it was asked. */
  private record Ends(Map<TopicPartition, Long> offsets, long askedMs) {}

  /** Creates the progress of a link without a session. */
  public CopyProgress() {}

  /** Sets what receives each batch's delay, from its oldest record to its acknowledgement, ns. */
  public void onDelay(LongConsumer receiver) {
    delays = receiver;
  }

  /** A session has begun, and reads from these offsets. */
  public synchronized void began(Map<TopicPartition, Long> positions) {
    ended();
    acknowledged.clear();
    acknowledged.putAll(positions);
    cover();
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
      acknowledged.putAll(next);
      cover();
    }
    if (oldestMs != null && oldestMs != NONE) {
      delays.accept(Math.max(0, nowMs - oldestMs) * 1_000_000);
    }
  }

  /** The source's log ended at these offsets when it was asked. */
  public synchronized void ends(Map<TopicPartition, Long> offsets, long askedMs) {
    latest = new Ends(Map.copyOf(offsets), askedMs);
    if (awaited == null) {
      awaited = latest;
    }
    cover();
  }

  private void cover() {
    Ends goal = awaited;
    while (goal != null && lag(goal) == 0) {
      coveredMs = goal.askedMs;
      Ends newest = latest;
      goal = newest != null && newest.askedMs > coveredMs ? newest : null;
    }
    awaited = goal;
  }

  private long lag(Ends ends) {
    long lag = 0;
    for (Map.Entry<TopicPartition, Long> next : acknowledged.entrySet()) {
      Long end = ends.offsets.get(next.getKey());
      if (end == null) {
        return UNKNOWN;
      }
      lag += Math.max(0, end - next.getValue());
    }
    return acknowledged.isEmpty() ? UNKNOWN : lag;
  }

  /** Returns the partitions that the link copies; none before the first session. */
  public synchronized Set<TopicPartition> partitions() {
    return Set.copyOf(acknowledged.keySet());
  }

  /** Returns the offsets that are not acknowledged, or {@link #UNKNOWN}. */
  public synchronized long lag() {
    Ends ends = latest;
    return ends == null ? UNKNOWN : lag(ends);
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
    if (lag() == 0) {
      return 0;
    }
    return coveredMs == UNKNOWN ? UNKNOWN : Math.max(0, nowMs - coveredMs);
  }
}
