package io.windsock.platform.copy;

import io.windsock.contracts.position.Token;
import io.windsock.platform.kafka.LogTopic;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Translates tokens of a topic's source, of one link, by the positions that the link's topic has. A
 * position is exact at the end of a batch. A token in between is, by partition, after one and
 * before the next. Thread-safe.
 */
public final class SourceTokens {
  /** In place of an offset that is not known. */
  private static final long UNKNOWN = -1;

  private static final Translation NOT_COPIED =
      new Translation.NotYet("the link to this cluster has not copied as much as the client has");

  private final LogTopic topic;

  /** Earlier positions, the oldest first; at most {@link LinkTopic#POINTS}. */
  private final List<Point> points = new ArrayList<>();

  private @Nullable LinkPosition last;

  /** By partition, the offset after the last record, at both sites. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Point(long batch, long[] source, long[] target) {}

  /**
   * Creates an empty translation.
   *
   * @param topic the topic at the target
   */
  public SourceTokens(LogTopic topic) {
    this.topic = topic;
  }

  /** Takes the link's last position. */
  public synchronized void last(LinkPosition position) {
    last = position;
  }

  /** Takes an earlier position, which may be older than others taken. */
  public synchronized void point(LinkPosition position) {
    int at = points.size();
    while (at > 0 && points.get(at - 1).batch() > position.batch()) {
      at--;
    }
    points.add(at, pointOf(position));
    if (points.size() > LinkTopic.POINTS) {
      points.remove(0);
    }
  }

  private Point pointOf(LinkPosition position) {
    long[] source = new long[topic.partitions()];
    long[] target = new long[topic.partitions()];
    for (int p = 0; p < source.length; p++) {
      OffsetPair pair = position.copied().get(new TopicPartition(topic.name(), p));
      source[p] = pair == null ? 0 : pair.source(); // nothing yet: the beginning of both
      target[p] = pair == null ? 0 : pair.target();
    }
    return new Point(position.batch(), source, target);
  }

  /** Returns whether tokens of this epoch are those of the source. */
  public synchronized boolean knows(long epoch) {
    TopicPair pair = last == null ? null : last.topics().get(topic.name());
    return pair != null
        && pair.target().equals(topic.id())
        && LogTopic.epoch(pair.source()) == epoch;
  }

  /** Translates a token whose epoch it {@link #knows}. */
  public synchronized Translation translate(Token token) {
    LinkPosition now = last;
    if (now == null || token.partitions() != topic.partitions()) {
      return new Translation.None("of another number of partitions");
    }
    long[] before = new long[topic.partitions()];
    long[] after = new long[topic.partitions()];
    for (int p = 0; p < before.length; p++) {
      long source = token.next(p);
      TopicPartition partition = new TopicPartition(topic.name(), p);
      if (source > now.next().getOrDefault(partition, 0L)) {
        return now.isPromoted()
            ? new Translation.None("past what was copied before the fail-over")
            : NOT_COPIED;
      }
      if (source < now.began().getOrDefault(partition, 0L)) {
        return new Translation.None("before what the link has copied");
      }
      OffsetPair end = now.copied().get(partition);
      if (source > 0 && end != null) {
        int above = firstAbove(p, source);
        boolean atEnd = end.source() <= source;
        before[p] = atEnd ? end.target() : above == 0 ? UNKNOWN : points.get(above - 1).target()[p];
        after[p] = atEnd ? end.target() : exactOrNext(p, source, above, end);
      }
      if (before[p] == UNKNOWN) {
        return new Translation.None("older than what the link remembers");
      }
    }
    return new Translation.At(new Token(topic.epoch(), before), new Token(topic.epoch(), after));
  }

  /** Returns the first point after {@code source} in a partition. */
  private int firstAbove(int partition, long source) {
    int low = 0;
    int high = points.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (points.get(middle).source()[partition] <= source) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private long exactOrNext(int partition, long source, int above, OffsetPair end) {
    if (above > 0 && points.get(above - 1).source()[partition] == source) {
      return points.get(above - 1).target()[partition];
    }
    return above < points.size() ? points.get(above).target()[partition] : end.target();
  }
}
