package io.windsock.client;

import io.windsock.contracts.config.ConfigCheck;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.query.Call;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.regex.Pattern;

/**
 * The settings of a client. Immutable; validated when created.
 *
 * @param gateways the base URLs at which gateways take links, such as {@code http://10.0.0.7:9070},
 *     1 to {@link #MAX_GATEWAYS}, one for each gateway; or those of sites, but not of both, since a
 *     site answers the gateways that a call names
 * @param name the client's name, which no other client that is running has: 1 to {@link
 *     Call#MAX_CALLER_CHARS} letters, digits, dots, dashes or underscores
 * @param copies at how many gateways each call is asked, 1 to {@link Call#MAX_COPIES}; default 2,
 *     primary and backup
 * @param maxPending the most calls without an outcome, 1 to {@link #MAX_PENDING}; default 100,000
 * @param silence a gateway that sends nothing for longer gets no new calls until it does, 10 ms to
 *     1 min; default 300 ms
 * @param carryPosition whether calls carry the newest position seen, so that no answer is older;
 *     default true
 */
public record ClientOptions(
    List<String> gateways,
    String name,
    int copies,
    int maxPending,
    Duration silence,
    boolean carryPosition) {
  /** The most gateways of a client. */
  public static final int MAX_GATEWAYS = 16;

  /** The most calls that a client may be allowed to have pending. */
  public static final int MAX_PENDING = 1_000_000;

  private static final int DEFAULT_COPIES = 2;
  private static final int DEFAULT_PENDING = 100_000;
  private static final Duration DEFAULT_SILENCE = Duration.ofMillis(300);
  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9._-]{1," + Call.MAX_CALLER_CHARS + "}");
  private static final int MAX_PORT = 65_535;
  private static final int MIN_SILENCE_MS = 10;
  private static final int MAX_SILENCE_MS = 60_000;

  /**
   * Checks the settings.
   *
   * @throws ConfigurationException with every fault
   */
  public ClientOptions {
    gateways = List.copyOf(gateways);
    ConfigCheck check = new ConfigCheck("client");
    check.range("gateways", gateways.size(), 1, MAX_GATEWAYS);
    List<String> addresses = new ArrayList<>();
    for (String gateway : gateways) {
      String address = address(gateway);
      String rule = "a base URL with a port, such as http://127.0.0.1:9070";
      check.holds(!address.isEmpty(), "gateways", "'" + gateway + "'", rule);
      boolean once = address.isEmpty() || !addresses.contains(address);
      check.holds(once, "gateways", "'" + gateway + "' twice", "named once");
      addresses.add(address);
    }
    check.holds(
        NAME.matcher(name).matches(),
        "name",
        "'" + name + "'",
        "1 to " + Call.MAX_CALLER_CHARS + " letters, digits, dots, dashes or underscores");
    check.range("copies", copies, 1, Call.MAX_COPIES);
    check.range("maxPending", maxPending, 1, MAX_PENDING);
    check.range("silence (ms)", silence.toMillis(), MIN_SILENCE_MS, MAX_SILENCE_MS);
    check.done();
  }

  /** Returns host and port; empty if it is not a base URL with both. */
  private static String address(String url) {
    try {
      URI uri = URI.create(url);
      String path = uri.getPath();
      boolean valid =
          "http".equals(uri.getScheme())
              && uri.getHost() != null
              && uri.getPort() > 0
              && uri.getPort() <= MAX_PORT
              && (path == null || path.isEmpty() || path.equals("/"))
              && uri.getQuery() == null
              && uri.getFragment() == null;
      return valid ? uri.getHost().toLowerCase(Locale.ROOT) + ":" + uri.getPort() : "";
    } catch (IllegalArgumentException e) {
      return "";
    }
  }

  /**
   * Returns the default settings for these gateways, with a name drawn at random.
   *
   * @throws ConfigurationException with every fault
   */
  public static ClientOptions of(String... gateways) {
    return of(List.of(gateways));
  }

  /**
   * Returns the default settings for these gateways, with a name drawn at random.
   *
   * @throws ConfigurationException with every fault
   */
  public static ClientOptions of(List<String> gateways) {
    return new ClientOptions(
        gateways, "client-" + random(), DEFAULT_COPIES, DEFAULT_PENDING, DEFAULT_SILENCE, true);
  }

  /** Returns 8 letters or digits, drawn at random. */
  static String random() {
    long drawn = new SplittableRandom().nextLong(1L << 40);
    return Long.toUnsignedString(1L << 40 | drawn, 32).substring(1);
  }

  /** Returns the same settings with another name. */
  public ClientOptions withName(String newName) {
    return new ClientOptions(gateways, newName, copies, maxPending, silence, carryPosition);
  }

  /** Returns the same settings with another number of gateways that are asked the same. */
  public ClientOptions withCopies(int newCopies) {
    return new ClientOptions(gateways, name, newCopies, maxPending, silence, carryPosition);
  }

  /** Returns the same settings with another bound of pending calls. */
  public ClientOptions withMaxPending(int newMaxPending) {
    return new ClientOptions(gateways, name, copies, newMaxPending, silence, carryPosition);
  }

  /** Returns the same settings with another bound of a gateway's silence. */
  public ClientOptions withSilence(Duration newSilence) {
    return new ClientOptions(gateways, name, copies, maxPending, newSilence, carryPosition);
  }

  /** Returns the same settings, with calls that carry the position or do not. */
  public ClientOptions withCarryPosition(boolean newCarryPosition) {
    return new ClientOptions(gateways, name, copies, maxPending, silence, newCarryPosition);
  }
}
