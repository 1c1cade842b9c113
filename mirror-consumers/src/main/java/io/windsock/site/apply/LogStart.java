package io.windsock.site.apply;

import io.windsock.contracts.position.Token;
import io.windsock.platform.kafka.LogTopic;
import io.windsock.platform.kafka.MissingOffset;
import io.windsock.site.state.SiteState;
import io.windsock.site.status.FaultCounters;
import io.windsock.site.status.SiteFault;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Determines where a state begins in a log, and whether the log still reaches back to it. */
final class LogStart {
  private LogStart() {}

  /** Places an empty state at the log's beginning. Counts a trimmed beginning as a fault. */
  static void begin(Token beginning, LogTopic topic, SiteState state, FaultCounters faults) {
    state.writer().begin(beginning);
    for (TopicPartition at : topic.all()) {
      long first = beginning.next(at.partition());
      if (first > 0) {
        faults.count(SiteFault.STARTED_LATE, at.toString(), "the log begins at " + first);
      }
    }
  }

  /** The offset that the state needs next and that the log no longer has; null if there is none. */
  static @Nullable MissingOffset trimmed(Token beginning, LogTopic topic, SiteState state) {
    for (TopicPartition at : topic.all()) {
      long next = state.token().next(at.partition());
      long first = beginning.next(at.partition());
      if (next < first) {
        return MissingOffset.trimmed(at, next, first);
      }
    }
    return null;
  }
}
