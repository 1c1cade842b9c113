package io.windsock.rules;

import java.time.Duration;
import java.util.List;

/**
 * Makes several events of one key one {@code CoalescedUpdate}: the latest of each type that may be
 * superseded and every event of an essential one, in receive order (the paper, section 3.2.1,
 * {@code set_params} with coalescing). The last rule that an event meets.
 *
 * @param name unique in its set
 * @param types the event types that are coalesced
 * @param max events received that make an update full, 2 to {@link #MAX_EVENTS}
 * @param maxHold how long an event may wait for others at the most
 */
public record Coalesce(String name, List<String> types, int max, Duration maxHold) implements Rule {
  /** The most events of one update. */
  public static final int MAX_EVENTS = 256;

  /** The bound where none is set. */
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
