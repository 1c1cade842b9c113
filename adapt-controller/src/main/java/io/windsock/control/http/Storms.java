package io.windsock.control.http;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Storms that an operator starts from the console: displays that lose and regain power. Given by
 * whoever hosts the controller and has displays to spare. Any thread may call it.
 */
public interface Storms {
  /** How the last storm goes, or went. */
  Report report();

  /**
   * Starts a storm; returns at once.
   *
   * @throws io.windsock.platform.http.message.Refusal if one is under way
   */
  void start(Order order);

  /** Ends the storm, if there is one. */
  void stop();

  /** How a storm's clients come. */
  enum Pattern {
    /** All within the ramp. */
    BURST,
    /** As a sine wave with the ramp as its period. */
    SINE,
    /** In steps, each of a ramp. */
    STEPS;

    /** Its name in requests, as {@code burst}. */
    @JsonValue
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** The pattern of that name, if there is one. */
    public static Optional<Pattern> named(String text) {
      return Arrays.stream(values()).filter(pattern -> pattern.text().equals(text)).findFirst();
    }
  }

  /**
   * A storm to be.
   *
   * @param clients displays that ask for initial state and then follow updates
   * @param rampMs the time in which they come
   * @param pattern how they come in it
   * @param rate requests a second that they make besides; 0: none
   */
  record Order(int clients, long rampMs, Pattern pattern, int rate) {}

  /**
   * How a storm goes.
   *
   * @param running whether it is under way
   * @param order what was ordered; null before the first
   * @param startedAtMs when it began, ms since the epoch; 0 before the first
   * @param asked initial states asked for
   * @param answered initial states that came whole
   * @param failed those that did not come
   * @param following displays that follow updates now
   * @param p50Ms the median time to initial state, ms, from the intended moment
   * @param p99Ms its 99th percentile
   * @param maxMs the longest
   * @param detail the same in words
   */
  record Report(
      boolean running,
      @Nullable Order order,
      long startedAtMs,
      long asked,
      long answered,
      long failed,
      long following,
      double p50Ms,
      double p99Ms,
      double maxMs,
      String detail) {}
}
