package io.windsock.rules;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Replaces earlier events of a type by later ones of the same key (the paper, section 3.2.1, {@code
 * set_overwrite}; {@code latest} as in its section 4.1).
 *
 * @param name unique in its rule set
 * @param type the event type, which must be one that may be superseded
 * @param mode which event of a run is sent
 * @param length the number of events in a full run, 1 to {@link #MAX_LENGTH}
 * @param maxHold the longest time for which the newest value may be withheld, counted from the
 *     first event that the mirrors lack; null with {@code first}: discarded events are never sent;
 *     null with {@code latest}: {@link #DEFAULT_MAX_HOLD}
 */
public record Overwrite(String name, String type, Mode mode, int length, @Nullable Duration maxHold)
    implements Rule {
  /** The maximum length of a run. */
  public static final int MAX_LENGTH = 100_000;

  /** The default bound of {@code latest}. */
  public static final Duration DEFAULT_MAX_HOLD = Duration.ofSeconds(5);

  /** Which event of a run is sent. */
  public enum Mode {
    /** The first event; the next length−1 are discarded. */
    FIRST,
    /** The most recent event, once the run is full or the bound has passed. */
    LATEST;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Applies the default bound. */
  public Overwrite {
    if (maxHold == null && mode == Mode.LATEST) {
      maxHold = DEFAULT_MAX_HOLD;
    }
  }

  /** Creates a rule that sends one event and discards the next {@code length}−1. */
  public static Overwrite first(String name, String type, int length) {
    return new Overwrite(name, type, Mode.FIRST, length, null);
  }

  /** Creates a rule that sends the most recent event of each run of up to {@code length}. */
  public static Overwrite latest(String name, String type, int length, Duration maxHold) {
    return new Overwrite(name, type, Mode.LATEST, length, maxHold);
  }

  /** Returns the same rule with this bound. */
  public Overwrite withMaxHold(Duration bound) {
    return new Overwrite(name, type, mode, length, bound);
  }

  @Override
  public String explain() {
    String bound = maxHold == null ? "" : Durations.text(maxHold);
    if (mode == Mode.FIRST) {
      return "of every %d %s of a key, send the first and discard the rest%s"
          .formatted(
              length,
              type,
              maxHold == null ? "" : ", but send the newest discarded one after " + bound);
    }
    return "send the most recent of each run of up to %d %s of a key, at the latest after %s"
        .formatted(length, type, bound);
  }

  @Override
  public String identity() {
    return "overwrite " + name + " " + mode + " " + type;
  }
}
