package io.windsock.link.transport;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * The receiver's reply to {@link Open}: what the target has.
 *
 * @param epoch the session's epoch, greater than that of every session before
 * @param batch the number of the last batch that is committed there; 0 if there is none
 * @param next by source partition, the offset after the last that is committed there; partitions of
 *     which there is nothing yet are not in it
 */
public record Opened(int epoch, long batch, Map<TopicPartition, Long> next) {
  /** Copies the map. */
  public Opened {
    next = Map.copyOf(next);
  }

  /** Returns the bytes that the receiver proves. */
  public byte[] content() {
    return Messages.content(this);
  }
}
