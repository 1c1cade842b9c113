package io.windsock.control.http;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Storms that an operator starts from the console: displays that lose and regain power. The host of
 * the controller provides the displays. Any thread may call it.
 */
public interface Storms {
  /** Returns the progress of the current or last storm. */
  Report report();

  /**
   * Starts a storm; returns at once.
   *
   * @throws io.windsock.platform.http.message.Refusal if one is under way
   */
  void start(Order order);

  /** Ends the storm, if there is one. */
  void stop();

  /** How a storm's clients arrive. */
  enum Pattern {
    /** All arrive within the ramp. */
    BURST,
    /** The rate follows a sine wave with the ramp as its period. */
    SINE,
    /** Clients arrive in steps, each as long as a ramp. */
    STEPS;

    /** Returns the name in requests, such as {@code burst}. */
    @JsonValue
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the pattern with that name, if there is one. */
    public static Optional<Pattern> named(String text) {
      return Arrays.stream(values()).filter(pattern -> pattern.text().equals(text)).findFirst();
    }
  }

  /**
   * An order for a storm.
   *
   * @param clients displays that ask for initial state and then follow updates
   * @param rampMs the time over which they arrive
   * @param pattern how they arrive over that time
   * @param rate additional requests per second; 0 for none
   */
  record Order(int clients, long rampMs, Pattern pattern, int rate) {}

  /**
   * The progress of a storm.
   *
   * @param running whether it is under way
   * @param order the order; null before the first storm
   * @param startedAtMs when it began, ms since the epoch; 0 before the first storm
   * @param asked initial states requested
   * @param answered initial states received completely
   * @param failed initial states not received
   * @param following displays that follow updates now
   * @param p50Ms the median time to initial state, ms, from the intended moment
   * @param p99Ms the 99th percentile of that time
   * @param maxMs the longest such time
   * @param detail a description of the progress
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
