package io.windsock.testbed.storm;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The settings of a storm.
 *
 * @param sites base URLs of the sites, {@code http}; displays are assigned to them in turn
 * @param view the view on each display, such as {@code all}, {@code arrivals/EGLL} (an airport's)
 *     or {@code arrivals?airport=EGLL}
 * @param clients number of displays, at most {@link #MAX_CLIENTS}
 * @param pattern when the displays send their requests
 * @param ramp time within which all displays of a burst send their requests; other patterns ignore
 *     it
 * @param rate requests per second: the average of a sine, the highest of steps; a burst ignores it.
 *     A display whose turn comes again loses its state.
 * @param duration how long updates are followed after a burst; how long other patterns last
 * @param patience time after which a request counts as unanswered
 */
public record StormOptions(
    List<URI> sites,
    String view,
    int clients,
    StormPattern pattern,
    Duration ramp,
    double rate,
    Duration duration,
    Duration patience) {
  /** More connections than this exceed one machine's ports. */
  public static final int MAX_CLIENTS = 25_000;

  /** The most requests per second that one process may be asked to send. */
  public static final double MAX_RATE = 50_000;

  /** The default time to wait for a response. */
  public static final Duration PATIENCE = Duration.ofSeconds(30);

  /**
   * The characters that may appear in a URL unescaped; others must be given as %20 and the like.
   */
  private static final Pattern VIEW = Pattern.compile("[\\w.~%-]+(/[\\w.~%-]+|\\?[\\w.~%&=-]+)?");

  private static final Duration MAX_DURATION = Duration.ofHours(24);

  /**
   * Checks the settings.
   *
   * @throws ConfigurationException with every setting that is out of range
   */
  public StormOptions {
    sites = List.copyOf(sites);
    List<Fault> faults = new ArrayList<>();
    check(faults, !sites.isEmpty(), "site", "is missing: name one, as http://127.0.0.1:8080");
    for (URI site : sites) {
      boolean usable = "http".equals(site.getScheme()) && site.getHost() != null;
      check(faults, usable, "site", "is '" + site + "'; give one as http://127.0.0.1:8080");
    }
    check(
        faults,
        VIEW.matcher(view).matches(),
        "view",
        "is '" + view + "'; name one as all, arrivals/EGLL or arrivals?airport=EGLL");
    check(
        faults,
        clients >= 1 && clients <= MAX_CLIENTS,
        "clients",
        "is " + clients + "; it must be 1 to " + MAX_CLIENTS);
    check(
        faults,
        rate > 0 && rate <= MAX_RATE,
        "rate",
        "is " + rate + "; it must be above 0, to " + MAX_RATE);
    span(faults, ramp, "ramp", Duration.ZERO);
    span(faults, duration, "duration", Duration.ZERO);
    span(faults, patience, "patience", Duration.ofMillis(1));
    if (!faults.isEmpty()) {
      throw new ConfigurationException(faults);
    }
  }

  /**
   * Returns a burst: this many displays regain power within {@code ramp} and then follow updates.
   */
  public static StormOptions burst(
      List<URI> sites, String view, int clients, Duration ramp, Duration duration) {
    return new StormOptions(sites, view, clients, StormPattern.burst, ramp, 1, duration, PATIENCE);
  }

  private static void span(List<Fault> faults, Duration span, String name, Duration least) {
    check(
        faults,
        span.compareTo(least) >= 0 && span.compareTo(MAX_DURATION) <= 0,
        name,
        "is " + span.toMillis() + " ms; it must be " + least.toMillis() + " ms to 24 h");
  }

  private static void check(List<Fault> faults, boolean holds, String name, String message) {
    if (!holds) {
      faults.add(new Fault("--" + name, message));
    }
  }

  /** Returns the path and query that a display requests from a site. */
  String target() {
    int question = view.indexOf('?');
    if (question >= 0) {
      return "/v1/subscribe?view="
          + view.substring(0, question)
          + "&"
          + view.substring(question + 1);
    }
    int slash = view.indexOf('/');
    return slash < 0
        ? "/v1/subscribe?view=" + view
        : "/v1/subscribe?view="
            + view.substring(0, slash)
            + "&airport="
            + view.substring(slash + 1);
  }
}
