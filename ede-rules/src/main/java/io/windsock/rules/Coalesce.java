package io.windsock.rules;

import java.time.Duration;
import java.util.List;

/**
 * Combines several events of one key into one {@code CoalescedUpdate}: the latest event of each
 * type that may be superseded and every event of an essential type, in receive order (the paper,
 * section 3.2.1, {@code set_params} with coalescing). This is the last rule applied to an event.
 *
 * @param name unique in its rule set
 * @param types the event types that are coalesced
 * @param max the number of received events that fills an update, 2 to {@link #MAX_EVENTS}
 * @param maxHold the longest time that an event may wait for others
 */
public record Coalesce(String name, List<String> types, int max, Duration maxHold) implements Rule {
  /** The maximum number of events in one update. */
  public static final int MAX_EVENTS = 256;

  /** The default bound. */
  public static final Duration DEFAULT_MAX_HOLD = Duration.ofSeconds(1);

  /** Copies the types. */
  public Coalesce {
    types = List.copyOf(types);
  }

  @Override
  public String explain() {
    return "send up to %d events of a key, of %s, as one update, at the latest after %s"
        .formatted(max, String.join(", ", types), Durations.text(maxHold));
  }

  @Override
  public String identity() {
    return "coalesce " + name + " " + String.join(" ", types);
  }
}
