package io.windsock.rules;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Discards events of one type after an event of another type for the same key satisfies a
 * condition, until a reset (the paper, section 3.2.1, {@code set_complex_seq}: positions after
 * "flight landed").
 *
 * <p>Among the events that start and end the discarding, the newest by event time decides,
 * regardless of arrival order.
 *
 * @param name unique in its rule set
 * @param after the event that starts the discarding, which is itself passed on
 * @param discard the type that is discarded, which must be one that may be superseded
 * @param until what ends the discarding; an event that ends it is passed on too
 */
public record ComplexSequence(String name, Match after, String discard, Until until)
    implements Rule {
  /**
   * The end of the discarding: an event, a time, or whichever comes first. At least one must be
   * given.
   *
   * @param event an event that ends it, unless it is older than the event that started it
   * @param time how much newer than the starting event another must be to end it
   */
  public record Until(@Nullable Match event, @Nullable Duration time) {
    /** Ends the discarding by an event only. */
    public static Until event(String type, String when) {
      return new Until(new Match(type, when), null);
    }

    /** Ends the discarding by time only. */
    public static Until time(Duration time) {
      return new Until(null, time);
    }

    @Override
    public String toString() {
      String byTime = time == null ? "" : Durations.text(time) + " of event time have passed";
      if (event == null) {
        return byTime;
      }
      return event + (time == null ? "" : ", or " + byTime);
    }
  }

  @Override
  public String explain() {
    return "after " + after + ", discard the key's " + discard + " until " + until;
  }

  @Override
  public String identity() {
    return "complex-sequence " + name + " " + after + " " + discard + " " + until.event();
  }
}
