package io.windsock.rules;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Discards events of one type of a key once an event of another satisfies a condition, until a
 * reset (the paper, section 3.2.1, {@code set_complex_seq}: positions after "flight landed").
 *
 * <p>Of the events that start and end it the newest by event time decides, whatever the order in
 * which they arrive.
 *
 * @param name unique in its set
 * @param after what starts the discarding; such an event itself goes on
 * @param discard the type that is discarded, one that may be superseded
 * @param until what ends the discarding; such an event goes on too
 */
public record ComplexSequence(String name, Match after, String discard, Until until)
    implements Rule {
  /**
   * What ends the discarding: an event, a time, or the first of both. One of them must be given.
   *
   * @param event an event that ends it, unless a newer one has started it
   * @param time how much newer than the one that started it an event must be to end it
   */
  public record Until(@Nullable Match event, @Nullable Duration time) {
    /** An event alone. */
    public static Until event(String type, String when) {
      return new Until(new Match(type, when), null);
    }

    /** A time alone. */
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
