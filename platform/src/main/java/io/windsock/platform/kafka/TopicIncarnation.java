package io.windsock.platform.kafka;

import org.apache.kafka.common.Uuid;

/**
 * One of the topics that a name has stood for.
 *
 * @param id the topic's id; a topic that is deleted and created again gets another
 * @param partitions how many partitions it has
 */
public record TopicIncarnation(Uuid id, int partitions) {
  /** There is no topic of that name. */
  public static final TopicIncarnation ABSENT = new TopicIncarnation(Uuid.ZERO_UUID, 0);
}
