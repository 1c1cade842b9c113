package io.windsock.testbed.fault;

import io.windsock.contracts.config.ConfigurationException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What happens to the answers of a site on their way to gateways.
 *
 * @param delayMs by how much they are late, ms, to {@link #MAX_DELAY_MS}
 * @param garbled whether their bytes are overwritten, within intact frames of HTTP/2 and gRPC
 */
public record LinkFault(int delayMs, boolean garbled) {
  /** The longest delay, ms. */
  public static final int MAX_DELAY_MS = 60_000;

  /** Answers pass as they are. */
  public static final LinkFault NONE = new LinkFault(0, false);

  /** Answers are garbage. */
  public static final LinkFault GARBAGE = new LinkFault(0, true);

  private static final Pattern SLOW = Pattern.compile("slow:([0-9]{1,5})");

  /** Checks the delay. */
  public LinkFault {
    if (delayMs < 0 || delayMs > MAX_DELAY_MS) {
      throw ConfigurationException.of(
          "fault", "delays by " + delayMs + " ms; it must be 0 to " + MAX_DELAY_MS);
    }
  }

  /** Returns answers that are late by this many ms. */
  public static LinkFault slow(int delayMs) {
    return new LinkFault(delayMs, false);
  }

  /**
   * Parses a fault.
   *
   * @param text {@code none}, {@code garbage} or {@code slow:MS}
   * @throws ConfigurationException if it is none of them
   */
  public static LinkFault parse(String text) {
    Matcher slow = SLOW.matcher(text);
    if (slow.matches()) {
      return slow(Integer.parseInt(slow.group(1)));
    }
    return switch (text) {
      case "none" -> NONE;
      case "garbage" -> GARBAGE;
      default ->
          throw ConfigurationException.of(
              "fault", "is '" + text + "'; it must be none, garbage or slow:MS");
    };
  }

  long delayNs() {
    return TimeUnit.MILLISECONDS.toNanos(delayMs);
  }

  /** Returns the text that {@link #parse} reads. */
  @Override
  public String toString() {
    if (garbled) {
      return "garbage";
    }
    return delayMs == 0 ? "none" : "slow:" + delayMs;
  }
}
