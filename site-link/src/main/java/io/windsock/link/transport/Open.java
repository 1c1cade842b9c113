package io.windsock.link.transport;

import java.util.List;

/**
 * The sender's first message.
 *
 * @param link the link's name
 * @param salt the random bytes from which the session's keys are derived
 * @param topics the topics that are copied
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Open(String link, byte[] salt, List<SourceTopic> topics) {
  /** The most topics of a link. */
  public static final int MAX_TOPICS = 1024;

  /** Copies the list. */
  public Open {
    topics = List.copyOf(topics);
  }
}
