package io.windsock.feeds.replay;

import io.windsock.feeds.FeedEvent;
import org.jspecify.annotations.Nullable;

/**
 * An event that could not be sent; the replay continued after it.
 *
 * @param number the number of the event among those selected, from 1, over all loops
 * @param type the event type
 * @param key the event key
 * @param eventTimeMs the event time in the recording, ms since the epoch
 * @param bytes the length of the value
 * @param reason the reason, in words
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

  /** Returns the fault as a message. */
  @Override
  public String toString() {
    return "event " + number + " (" + type + " of " + key + ", " + bytes + " bytes): " + reason;
  }
}
