package io.windsock.platform.copy;

import io.windsock.contracts.query.codec.MalformedBatchException;
import io.windsock.platform.kafka.LogTopic;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * What the target has of a link. Immutable.
 *
 * @param epoch the epoch of the last session
 * @param batch the number of the last batch; 0 if there is none
 * @param topics the topics, by name
 * @param next by source partition, the offset after the last that is committed at the target
 * @param copied by partition of which there is a record, the point after the last one
 * @param lastRecordMs the newest timestamp of the last batch that had records, ms since the epoch;
 *     0 if there is none
 * @param points how many earlier positions have been kept
 * @param promotedMs when the target was made the primary, ms since the epoch; 0 if it was not
 * @param began by source partition whose copy lacks its beginning, the offset of the source at
 *     which the copy begins: above 0 if the source had been trimmed; 0 if it had not, and is itself
 *     a copy without its beginning
 * @param isRenewing whether what was copied is being deleted, to be copied anew
 * @param awaited by source partition which the target never had whole, the offset that the copy has
 *     to reach: where the source ended when the copy began
 */
public record LinkPosition(
    int epoch,
    long batch,
    Map<String, TopicPair> topics,
    Map<TopicPartition, Long> next,
    Map<TopicPartition, OffsetPair> copied,
    long lastRecordMs,
    long points,
    long promotedMs,
    Map<TopicPartition, Long> began,
    boolean isRenewing,
    Map<TopicPartition, Long> awaited) {
  /** The most partitions of a link, of all topics that it copies or has copied together. */
  public static final int MAX_PARTITIONS = 16_384;

  /** What the target has of a link that was never used. */
  public static final LinkPosition NONE =
      new LinkPosition(0, 0, Map.of(), Map.of(), Map.of(), 0, 0, 0, Map.of(), false);

  /** Copies the maps. */
  public LinkPosition {
    topics = Map.copyOf(topics);
    next = Map.copyOf(next);
    copied = Map.copyOf(copied);
    began = Map.copyOf(began);
    awaited = Map.copyOf(awaited);
  }

  /** Creates the position of a link of whose target nothing is awaited. */
  public LinkPosition(
      int epoch,
      long batch,
      Map<String, TopicPair> topics,
      Map<TopicPartition, Long> next,
      Map<TopicPartition, OffsetPair> copied,
      long lastRecordMs,
      long points,
      long promotedMs,
      Map<TopicPartition, Long> began,
      boolean isRenewing) {
    this(
        epoch,
        batch,
        topics,
        next,
        copied,
        lastRecordMs,
        points,
        promotedMs,
        began,
        isRenewing,
        Map.of());
  }

  /**
   * Returns the position at the beginning of the next session.
   *
   * @param now the topics that the link copies
   */
  public LinkPosition opened(Map<String, TopicPair> now) {
    return new LinkPosition(
        epoch + 1,
        batch,
        now,
        next,
        copied,
        lastRecordMs,
        points,
        promotedMs,
        began,
        false,
        awaited);
  }

  /**
   * Returns the position after a batch.
   *
   * @param from by source partition, the offset at which the batch begins
   * @param offsets by source partition, the offset after what the batch has of it
   * @param reached by partition of which the batch has records, the point after the last one
   * @param newestMs the newest timestamp of its records, ms since the epoch; 0 if it has none
   */
  public LinkPosition after(
      long number,
      Map<TopicPartition, Long> from,
      Map<TopicPartition, Long> offsets,
      Map<TopicPartition, OffsetPair> reached,
      long newestMs) {
    Map<TopicPartition, Long> reaches = joined(next, offsets);
    return new LinkPosition(
        epoch,
        number,
        topics,
        reaches,
        joined(copied, reached),
        newestMs == 0 ? lastRecordMs : newestMs,
        points,
        promotedMs,
        joined(began, late(from)),
        false,
        awaited.isEmpty() ? awaited : unreached(reaches));
  }

  private Map<TopicPartition, Long> unreached(Map<TopicPartition, Long> reaches) {
    Map<TopicPartition, Long> left = new HashMap<>(awaited);
    left.entrySet().removeIf(goal -> reaches.getOrDefault(goal.getKey(), 0L) >= goal.getValue());
    return left;
  }

  /** Returns where the copies of partitions begin that the target has nothing of yet, if late. */
  private Map<TopicPartition, Long> late(Map<TopicPartition, Long> from) {
    Map<TopicPartition, Long> late = new HashMap<>();
    from.forEach(
        (partition, offset) -> {
          if (offset > 0 && !next.containsKey(partition)) {
            late.put(partition, offset);
          }
        });
    return late;
  }

  /**
   * Returns the position once it is known which partitions of the source are copies without their
   * beginnings.
   */
  public LinkPosition ofIncomplete(Collection<TopicPartition> partitions) {
    Map<TopicPartition, Long> all = new HashMap<>(began);
    partitions.forEach(partition -> all.putIfAbsent(partition, 0L));
    return new LinkPosition(
        epoch,
        batch,
        topics,
        next,
        copied,
        lastRecordMs,
        points,
        promotedMs,
        all,
        isRenewing,
        awaited);
  }

  /**
   * Returns the position once it is known where the source ends. Partitions of which the target has
   * something already began earlier.
   *
   * @param ends by source partition, the offset after its last committed record
   */
  public LinkPosition awaiting(Map<TopicPartition, Long> ends) {
    Map<TopicPartition, Long> all = new HashMap<>(awaited);
    ends.forEach(
        (partition, end) -> {
          if (end > 0 && !next.containsKey(partition)) {
            all.put(partition, end);
          }
        });
    return new LinkPosition(
        epoch,
        batch,
        topics,
        next,
        copied,
        lastRecordMs,
        points,
        promotedMs,
        began,
        isRenewing,
        all);
  }

  /** Returns the position before what was copied is deleted, to be copied anew. */
  public LinkPosition renewing() {
    return new LinkPosition(
        epoch, batch, topics, next, copied, lastRecordMs, points, promotedMs, began, true, awaited);
  }

  /**
   * Returns the position once what was copied of some topics is deleted.
   *
   * @param deleted their names
   */
  public LinkPosition renewed(Collection<String> deleted) {
    Map<String, TopicPair> left = new HashMap<>(topics);
    left.keySet().removeAll(deleted);
    return new LinkPosition(
        epoch,
        batch,
        left,
        without(deleted, next),
        without(deleted, copied),
        0,
        points,
        promotedMs,
        without(deleted, began),
        false,
        without(deleted, awaited));
  }

  private static <T> Map<TopicPartition, T> without(
      Collection<String> deleted, Map<TopicPartition, T> all) {
    Map<TopicPartition, T> left = new HashMap<>(all);
    left.keySet().removeIf(partition -> deleted.contains(partition.topic()));
    return left;
  }

  /** Returns the position once one more earlier one is kept. */
  public LinkPosition pointed() {
    return new LinkPosition(
        epoch,
        batch,
        topics,
        next,
        copied,
        lastRecordMs,
        points + 1,
        promotedMs,
        began,
        isRenewing,
        awaited);
  }

  /**
   * Returns the position once the target has lost what was copied of some partitions. It does not
   * say how much is left: all that the source has of them counts as lost.
   */
  public LinkPosition lost(Collection<TopicPartition> partitions) {
    Map<TopicPartition, Long> kept = new HashMap<>(next);
    kept.keySet().removeAll(partitions);
    Map<TopicPartition, OffsetPair> pairs = new HashMap<>(copied);
    pairs.keySet().removeAll(partitions);
    return new LinkPosition(
        epoch,
        batch,
        topics,
        kept,
        pairs,
        lastRecordMs,
        points,
        promotedMs,
        began,
        isRenewing,
        awaited);
  }

  /**
   * Returns the position once the target is the primary. If what was copied was being deleted, it
   * does not say how much the target has: all that the source has counts as lost.
   */
  public LinkPosition promoted(long nowMs) {
    if (isRenewing) {
      return new LinkPosition(
          epoch, batch, topics, Map.of(), Map.of(), 0, points, nowMs, began, true, awaited);
    }
    return new LinkPosition(
        epoch,
        batch,
        topics,
        next,
        copied,
        lastRecordMs,
        points,
        nowMs,
        began,
        isRenewing,
        awaited);
  }

  /**
   * Returns whether it is of a link that copies a topic.
   *
   * @param topic the topic at the target
   */
  public boolean copies(LogTopic topic) {
    TopicPair pair = topics.get(topic.name());
    return pair != null && pair.target().equals(topic.id());
  }

  /**
   * Returns by partition the offset of the source at which the copy of a topic begins, where it
   * lacks its beginning, as in {@link #began}; empty if it lacks nothing, or is not of this link.
   *
   * @param topic the topic at the target
   */
  public Map<TopicPartition, Long> uncopied(LogTopic topic) {
    if (!copies(topic)) {
      return Map.of();
    }
    Map<TopicPartition, Long> uncopied = new HashMap<>(began);
    uncopied.keySet().removeIf(partition -> !partition.topic().equals(topic.name()));
    return uncopied;
  }

  /**
   * Returns whether it says where the copies of these partitions begin. Once the link is promoted,
   * it copies no more of them.
   */
  public boolean hasBegun(Collection<TopicPartition> partitions) {
    return isPromoted() || next.keySet().containsAll(partitions);
  }

  /**
   * Returns the target's offset after the last record that was copied of a partition; 0 if none
   * was. Empty if that is unknown: records before {@link #next} may have been copied by a build
   * that did not keep it.
   */
  public OptionalLong end(TopicPartition partition) {
    OffsetPair last = copied.get(partition);
    if (last != null) {
      return OptionalLong.of(last.target());
    }
    long begin = began.getOrDefault(partition, 0L);
    return next.getOrDefault(partition, begin) == begin ? OptionalLong.of(0) : OptionalLong.empty();
  }

  /**
   * Returns in words what the target lacks of what the source had when the copy began; null if it
   * lacks nothing of that.
   */
  public @Nullable String incomplete() {
    if (isRenewing) {
      return "what was copied is being deleted, to be copied anew";
    }
    TopicPartition first =
        awaited.keySet().stream()
            .min(
                Comparator.comparing(TopicPartition::topic)
                    .thenComparingInt(TopicPartition::partition))
            .orElse(null);
    return first == null
        ? null
        : "the copy is not whole yet: %s is copied up to %d, and the source had it up to %d when the copy began (partitions like it: %d)"
            .formatted(first, next.getOrDefault(first, 0L), awaited.get(first), awaited.size());
  }

  /** Returns all partitions of which it says something. */
  public Set<TopicPartition> partitions() {
    Set<TopicPartition> all = new HashSet<>(next.keySet());
    all.addAll(copied.keySet());
    all.addAll(began.keySet());
    all.addAll(awaited.keySet());
    return all;
  }

  /** Returns whether the target was made the primary. */
  public boolean isPromoted() {
    return promotedMs > 0;
  }

  private static <T> Map<TopicPartition, T> joined(
      Map<TopicPartition, T> before, Map<TopicPartition, T> now) {
    Map<TopicPartition, T> all = new HashMap<>(before);
    all.putAll(now);
    return all;
  }

  /** Returns the position as bytes. */
  public byte[] encode() {
    return LinkPositionFormat.encode(this);
  }

  /**
   * Decodes a position.
   *
   * @throws MalformedBatchException with the reason, if the bytes are none
   */
  public static LinkPosition decode(byte[] bytes) throws MalformedBatchException {
    return LinkPositionFormat.decode(bytes);
  }
}
