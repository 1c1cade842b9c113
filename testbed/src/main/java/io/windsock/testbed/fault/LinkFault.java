package io.windsock.testbed.fault;

import io.windsock.contracts.config.ConfigurationException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What happens on the way between the two ends of a connection: gateways and a site, or the sender
 * and the receiver of a link. The client's end connects to the server's.
 *
 * @param delayMs by how much what the server sends is late, ms, to {@link #MAX_DELAY_MS}
 * @param clientDelayMs the same for what the client sends
 * @param kbitPerSecond the rate of each direction, in 1,000 bit/s; 0: as fast as it goes
 * @param garbled whether what the server sends is overwritten, within intact frames of HTTP/2 and
 *     gRPC
 */
public record LinkFault(int delayMs, int clientDelayMs, int kbitPerSecond, boolean garbled) {
  /** The longest delay, ms. */
  public static final int MAX_DELAY_MS = 60_000;

  /** Answers pass as they are. */
  public static final LinkFault NONE = new LinkFault(0, 0, 0, false);

  /** Answers are garbage. */
  public static final LinkFault GARBAGE = new LinkFault(0, 0, 0, true);

  private static final Pattern SLOW = Pattern.compile("slow:([0-9]{1,5})");
  private static final Pattern LINE = Pattern.compile("line:([0-9]{1,5}):([0-9]{1,8})");

  /** Checks delays and rate. */
  public LinkFault {
    requireDelay(delayMs);
    requireDelay(clientDelayMs);
    if (kbitPerSecond < 0) {
      throw ConfigurationException.of(
          "fault", "has a rate of " + kbitPerSecond + " kbit/s; it must be 0 or more");
    }
  }

  private static void requireDelay(int ms) {
    if (ms < 0 || ms > MAX_DELAY_MS) {
      throw ConfigurationException.of(
          "fault", "delays by " + ms + " ms; it must be 0 to " + MAX_DELAY_MS);
    }
  }

  /**
   * Returns a long line.
   *
   * @param roundTripMs both of its delays, ms
   * @param kbitPerSecond the rate of each direction, in 1,000 bit/s; 0: as fast as it goes
   */
  public static LinkFault line(int roundTripMs, int kbitPerSecond) {
    int there = roundTripMs / 2;
    return new LinkFault(roundTripMs - there, there, kbitPerSecond, false);
  }

  /** Returns answers that are late by this many ms. */
  public static LinkFault slow(int delayMs) {
    return new LinkFault(delayMs, 0, 0, false);
  }

  /**
   * Parses a fault.
   *
   * @param text {@code none}, {@code garbage}, {@code slow:MS}, or {@code line:MS:KBIT} with the
   *     round trip in ms and the rate in 1,000 bit/s
   * @throws ConfigurationException if it is none of them
   */
  public static LinkFault parse(String text) {
    Matcher slow = SLOW.matcher(text);
    if (slow.matches()) {
      return slow(Integer.parseInt(slow.group(1)));
    }
    Matcher line = LINE.matcher(text);
    if (line.matches()) {
      return line(Integer.parseInt(line.group(1)), Integer.parseInt(line.group(2)));
    }
    return switch (text) {
      case "none" -> NONE;
      case "garbage" -> GARBAGE;
      default ->
          throw ConfigurationException.of(
              "fault", "is '" + text + "'; it must be none, garbage, slow:MS or line:MS:KBIT");
    };
  }

  /** Returns what the path from the server's end to the client's is like. */
  PathCondition toClient() {
    return new PathCondition(TimeUnit.MILLISECONDS.toNanos(delayMs), kbitPerSecond);
  }

  /** Returns what the path from the client's end to the server's is like. */
  PathCondition toServer() {
    return new PathCondition(TimeUnit.MILLISECONDS.toNanos(clientDelayMs), kbitPerSecond);
  }

  /** Returns the text that {@link #parse} reads. */
  @Override
  public String toString() {
    if (garbled) {
      return "garbage";
    }
    if (clientDelayMs > 0 || kbitPerSecond > 0) {
      return "line:" + (delayMs + clientDelayMs) + ":" + kbitPerSecond;
    }
    return delayMs == 0 ? "none" : "slow:" + delayMs;
  }
}
