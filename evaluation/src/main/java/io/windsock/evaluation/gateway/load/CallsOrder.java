package io.windsock.evaluation.gateway.load;

import io.windsock.feeds.numbers.ServiceNumbers;
import io.windsock.testbed.calls.CallsOptions;
import io.windsock.testbed.calls.plan.Arrivals;
import io.windsock.testbed.calls.plan.Keys;
import java.time.Duration;
import java.util.List;

/**
 * A load of calls for the state of random 0800 numbers.
 *
 * @param servers the URLs of the links, or of HTTP
 * @param http whether calls are HTTP requests
 * @param linked how many of the servers must be up before it begins
 * @param perSecond calls per second, at random times
 * @param calls how many count
 * @param keys from how many numbers they are drawn
 * @param seed what times and numbers are drawn from
 */
public record CallsOrder(
    List<String> servers,
    boolean http,
    int linked,
    double perSecond,
    long calls,
    int keys,
    long seed) {
  /** Within which an answer counts: the paper's deadline. */
  public static final int DEADLINE_MS = 100;

  /** The size of the state of a number, about. */
  public static final int STATE_BYTES = 600;

  /** How long calls are made before they count. */
  public static final Duration WARM_UP = Duration.ofMillis(300);

  /** The seed of the numbers that sites have. */
  public static final long NUMBERS_SEED = 1;

  private static final int PARTS = 7;

  /** Copies the list. */
  public CallsOrder {
    servers = List.copyOf(servers);
  }

  /** Returns a load over links, at servers that are all up. */
  public static CallsOrder links(List<String> servers, int keys) {
    return new CallsOrder(servers, false, servers.size(), 1, 1, keys, 1);
  }

  /** Returns a load over HTTP. */
  public static CallsOrder http(List<String> servers, int keys) {
    return new CallsOrder(servers, true, servers.size(), 1, 1, keys, 1);
  }

  /** Returns the same load at another rate, for about so long. */
  public CallsOrder at(double rate, double seconds) {
    return of(rate, Math.max(1, Math.round(rate * seconds)));
  }

  /** Returns the same load at another rate, with so many calls that count. */
  public CallsOrder of(double rate, long count) {
    return new CallsOrder(servers, http, linked, rate, count, keys, seed);
  }

  /** Returns the same load, which begins when so many servers are up. */
  public CallsOrder linkedTo(int count) {
    return new CallsOrder(servers, http, count, perSecond, calls, keys, seed);
  }

  /** Returns the same load at other times, of other numbers. */
  public CallsOrder withSeed(long other) {
    return new CallsOrder(servers, http, linked, perSecond, calls, keys, other);
  }

  /** Returns how long the calls that count are sent, s. */
  public double seconds() {
    return calls / perSecond;
  }

  String line() {
    return String.join(
        " ",
        String.join(",", servers),
        Boolean.toString(http),
        Integer.toString(linked),
        Double.toString(perSecond),
        Long.toString(calls),
        Integer.toString(keys),
        Long.toString(seed));
  }

  static CallsOrder parse(String line) {
    String[] words = line.strip().split(" ", -1);
    if (words.length != PARTS) {
      throw new IllegalArgumentException("not an order: " + line);
    }
    return new CallsOrder(
        List.of(words[0].split(",", -1)),
        Boolean.parseBoolean(words[1]),
        Integer.parseInt(words[2]),
        Double.parseDouble(words[3]),
        Long.parseLong(words[4]),
        Integer.parseInt(words[5]),
        Long.parseLong(words[6]));
  }

  CallsOptions options() {
    ServiceNumbers numbers = new ServiceNumbers(NUMBERS_SEED);
    return new CallsOptions(
        servers,
        http,
        linked,
        2,
        true,
        perSecond,
        calls,
        Duration.ZERO,
        DEADLINE_MS,
        Keys.of(keys + " numbers", keys, numbers::number),
        0,
        null,
        Arrivals.poisson,
        seed,
        WARM_UP,
        List.of(),
        false);
  }
}
