package io.windsock.rules;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Lets later events of a type replace earlier ones of the same key (the paper, section 3.2.1,
 * {@code set_overwrite}; {@code latest} as in its section 4.1).
 *
 * @param name unique in its set
 * @param type the event type, one that may be superseded
 * @param mode which event of a run is sent
 * @param length events in a full run, 1 to {@link #MAX_LENGTH}
 * @param maxHold how long the newest value may be withheld at the most, counted from the first
 *     event that the mirrors lack; null with {@code first}: what is discarded is never sent; null
 *     with {@code latest}: {@link #DEFAULT_MAX_HOLD}
 */
public record Overwrite(String name, String type, Mode mode, int length, @Nullable Duration maxHold)
    implements Rule {
  /** The longest run. */
  public static final int MAX_LENGTH = 100_000;

  /** What {@code latest} takes where no bound is set. */
  public static final Duration DEFAULT_MAX_HOLD = Duration.ofSeconds(5);

  /** Which event of a run is sent. */
  public enum Mode {
    /** The first; the next length−1 are discarded. */
    FIRST,
    /** The most recent, once the run is full or the bound has passed. */
    LATEST;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Puts in the default bound. */
  public Overwrite {
    if (maxHold == null && mode == Mode.LATEST) {
      maxHold = DEFAULT_MAX_HOLD;
    }
  }

  /** Sends one event, discards the next {@code length}−1. */
  public static Overwrite first(String name, String type, int length) {
    return new Overwrite(name, type, Mode.FIRST, length, null);
  }

  /** Sends the most recent of each run of up to {@code length}. */
  public static Overwrite latest(String name, String type, int length, Duration maxHold) {
    return new Overwrite(name, type, Mode.LATEST, length, maxHold);
  }

  /** The same rule with this bound. */
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
