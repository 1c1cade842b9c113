package io.windsock.link.transport;

import io.windsock.link.stage.KeyRing;
import java.util.List;

/**
 * What a sender opens a session for; {@link Open} says it, once there is a challenge.
 *
 * @param keys the keys with which the sender encrypts
 * @param link the link's name
 * @param topics the topics that are copied
 * @param anewAfter see {@link Open#anewAfter}
 */
public record Opening(KeyRing keys, String link, List<SourceTopic> topics, int anewAfter) {
  /** Copies the list. */
  public Opening {
    topics = List.copyOf(topics);
  }
}
