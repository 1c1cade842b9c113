package io.windsock.feeds.replay;

import io.windsock.feeds.FeedEvent;
import org.jspecify.annotations.Nullable;

/**
 * One event that could not be sent; the replay went on after it.
 *
 * @param number which event of those selected, from 1, counted over all loops
 * @param type its type
 * @param key its key
 * @param eventTimeMs its event time in the recording, ms since the epoch
 * @param bytes length of its value
 * @param reason why, in words
 */
public record ReplayFault(
    long number, String type, String key, long eventTimeMs, int bytes, String reason) {
  static ReplayFault of(long number, FeedEvent event, @Nullable String reason) {
    return new ReplayFault(
        number,
        event.type().name(),
        event.key(),
        event.eventTimeMs(),
        event.value().length,
        reason == null ? "no reason given" : reason);
  }

  /** As a person reads it. */
  @Override
  public String toString() {
    return "event " + number + " (" + type + " of " + key + ", " + bytes + " bytes): " + reason;
  }
}
