package io.windsock.platform.kafka;

import org.apache.kafka.common.Uuid;

/**
 * One of the topics that have had the same name.
 *
 * @param id the topic's id; a recreated topic has another
 * @param partitions the number of partitions
 */
public record TopicIncarnation(Uuid id, int partitions) {
  /** No topic with that name exists. */
  public static final TopicIncarnation ABSENT = new TopicIncarnation(Uuid.ZERO_UUID, 0);
}
