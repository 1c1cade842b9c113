package io.windsock.evaluation.line;

import io.windsock.contracts.config.ConfigurationException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a line is like, in both directions alike.
 *
 * @param roundTripMs its round trip, ms, to {@link #MAX_ROUND_TRIP_MS}
 * @param kbitPerSecond the rate of each direction, in 1,000 bit/s; 1 to {@link #MAX_KBIT}
 * @param lostPerMille how many of 1,000 packets get lost, each independently of the others; 0 to
 *     1,000
 */
public record LineCondition(int roundTripMs, int kbitPerSecond, int lostPerMille) {
  /** The longest round trip, ms. */
  public static final int MAX_ROUND_TRIP_MS = 60_000;

  /** The highest rate, in 1,000 bit/s. */
  public static final int MAX_KBIT = 99_999_999;

  private static final int ALL = 1_000;
  private static final long NS_PER_SECOND = 1_000_000_000L;
  private static final long BITS_PER_KBIT = 1_000;
  private static final Pattern TEXT = Pattern.compile("([0-9]{1,5}):([0-9]{1,8}):([0-9]{1,4})");

  /** Checks the values. */
  public LineCondition {
    require(roundTripMs, 0, MAX_ROUND_TRIP_MS, "a round trip of", "ms");
    require(kbitPerSecond, 1, MAX_KBIT, "a rate of", "kbit/s");
    require(lostPerMille, 0, ALL, "a loss of", "‰");
  }

  private static void require(int value, int least, int most, String what, String unit) {
    if (value < least || value > most) {
      throw ConfigurationException.of(
          "line", "has %s %d %s; it must be %d to %d".formatted(what, value, unit, least, most));
    }
  }

  /**
   * Parses a condition.
   *
   * @param text {@code MS:KBIT:PERMILLE}
   * @throws ConfigurationException if it is something else
   */
  public static LineCondition parse(String text) {
    Matcher parts = TEXT.matcher(text);
    if (!parts.matches()) {
      throw ConfigurationException.of("line", "is '" + text + "'; it must be MS:KBIT:PERMILLE");
    }
    return new LineCondition(
        Integer.parseInt(parts.group(1)),
        Integer.parseInt(parts.group(2)),
        Integer.parseInt(parts.group(3)));
  }

  /** Returns the delay of each direction. */
  long delayNs() {
    return TimeUnit.MILLISECONDS.toNanos(roundTripMs) / 2;
  }

  /** Returns how long the line needs for these bytes. */
  long leavingNs(long bytes) {
    return bytes * Byte.SIZE * NS_PER_SECOND / (kbitPerSecond * BITS_PER_KBIT);
  }

  /** Returns the share of packets that get lost, 0 to 1. */
  double lost() {
    return (double) lostPerMille / ALL;
  }

  /** Returns the text that {@link #parse} reads. */
  @Override
  public String toString() {
    return roundTripMs + ":" + kbitPerSecond + ":" + lostPerMille;
  }
}
