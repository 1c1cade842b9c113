package io.windsock.site.apply;

import io.windsock.contracts.position.Token;
import io.windsock.platform.copy.LinkTopic;
import io.windsock.platform.kafka.LogReader;
import io.windsock.platform.kafka.LogTopic;
import io.windsock.platform.kafka.MissingOffset;
import io.windsock.site.disk.DiskFault;
import io.windsock.site.join.JoinFrom;
import io.windsock.site.join.Preference;
import io.windsock.site.state.SiteState;
import io.windsock.site.status.FaultCounters;
import io.windsock.site.status.SiteFault;
import java.util.Comparator;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Where a state begins in a log, whether the log still reaches back to it, and whether another
 * site's snapshot may be preferred to it.
 *
 * @param beginning the log's beginning
 * @param begun whether the state was empty, and is placed there now
 * @param missing what the state needs and the log does not have; null if there is nothing
 * @param preference which snapshot of another site is preferred; null if none is to be looked for,
 *     or the log has not what the state needs
 */
record LogStart(
    Token beginning,
    boolean begun,
    @Nullable MissingOffset missing,
    @Nullable Preference preference) {
  /**
   * Places an empty state at the log's beginning, if the log is whole or beginning late is allowed,
   * and no snapshot may be preferred. Notes a fault of a state that began with a log which turned
   * out to be a copy without its beginning.
   *
   * @param faults counts partitions that begin late
   * @throws KafkaException if the cluster does not say whether the log is a copy
   */
  static LogStart place(
      ApplyOptions options, Admin admin, LogReader log, SiteState state, FaultCounters faults) {
    LogTopic topic = log.topic();
    Token beginning = log.beginning();
    boolean empty = state.batch() == 0;
    boolean late = options.following().beginLate();
    Map<TopicPartition, Long> uncopied =
        empty || state.beganWhole()
            ? LinkTopic.copying(options.kafka(), admin, topic).uncopied(topic)
            : Map.of();
    boolean whole = LogReader.isUntrimmed(beginning) && uncopied.isEmpty();
    if (empty && (whole || late)) {
      // Who asks to begin late wants none of the other sites' states.
      Preference preference = whole ? preference(options, log, beginning, true) : null;
      if (preference != null) {
        return new LogStart(beginning, false, null, preference);
      }
      state.writer().begin(beginning, whole);
      count(beginning, uncopied, topic, faults);
      return new LogStart(beginning, true, null, null);
    }
    MissingOffset lacking = lacking(uncopied);
    if (!empty && !late && lacking != null) {
      state.note(new DiskFault(DiskFault.Kind.INCOMPLETE, lacking.reason()));
      return new LogStart(beginning, false, null, null);
    }
    MissingOffset trimmed = trimmed(beginning, topic, state);
    MissingOffset missing = trimmed == null && empty ? lacking : trimmed;
    Preference preference =
        missing == null ? preference(options, log, state.token(), state.beganWhole()) : null;
    return new LogStart(beginning, false, missing, preference);
  }

  /** Which snapshot is preferred to reading the log from {@code own} on; null if none can be. */
  private static @Nullable Preference preference(
      ApplyOptions options, LogReader log, Token own, boolean whole) {
    Preference preference = new Preference(options.following().joinFrom(), own, whole);
    return preference.from() != JoinFrom.LOG && preference.isPossible(end(log)) ? preference : null;
  }

  private static Token end(LogReader log) {
    long[] next = new long[log.partitions().size()];
    log.consumer()
        .endOffsets(log.partitions())
        .forEach((at, offset) -> next[at.partition()] = offset);
    return new Token(log.topic().epoch(), next);
  }

  /** Counts partitions that begin late. */
  private static void count(
      Token beginning, Map<TopicPartition, Long> uncopied, LogTopic topic, FaultCounters faults) {
    for (TopicPartition at : topic.all()) {
      long first = beginning.next(at.partition());
      Long copied = uncopied.get(at);
      if (first > 0) {
        faults.count(SiteFault.STARTED_LATE, at.toString(), "the log begins at " + first);
      } else if (copied != null) {
        faults.count(
            SiteFault.STARTED_LATE, at.toString(), MissingOffset.uncopied(at, copied).reason());
      }
    }
  }

  /** The offset that the state needs next and that the log no longer has; null if there is none. */
  private static @Nullable MissingOffset trimmed(Token beginning, LogTopic topic, SiteState state) {
    for (TopicPartition at : topic.all()) {
      long next = state.token().next(at.partition());
      long first = beginning.next(at.partition());
      if (next < first) {
        return MissingOffset.trimmed(at, next, first);
      }
    }
    return null;
  }

  /** What a log lacks that is a copy without its beginning; null if it lacks nothing. */
  static @Nullable MissingOffset lacking(Map<TopicPartition, Long> uncopied) {
    return uncopied.entrySet().stream()
        .min(Comparator.comparingInt(began -> began.getKey().partition()))
        .map(began -> MissingOffset.uncopied(began.getKey(), began.getValue()))
        .orElse(null);
  }
}
