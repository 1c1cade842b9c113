package io.windsock.testbed.storm;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What a storm is to be.
 *
 * @param sites base URLs of the sites, {@code http}; displays take them in turn
 * @param view what each display shows, as {@code all}, {@code arrivals/EGLL} (an airport's) or
 *     {@code arrivals?airport=EGLL}
 * @param clients how many displays there are, to {@link #MAX_CLIENTS}
 * @param pattern when they ask
 * @param ramp within which all of a burst ask; other patterns do not look at it
 * @param rate requests a second: of a sine the average, of steps the highest; a burst does not look
 *     at it. A display whose turn comes again loses what it had.
 * @param duration how long a burst is followed by updates; how long other patterns go on
 * @param patience after which a request counts as not answered
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
  /** More connections than this have no room in one machine's ports. */
  public static final int MAX_CLIENTS = 25_000;

  /** The most requests a second that one process is asked to send. */
  public static final double MAX_RATE = 50_000;

  /** How long a request is waited for, unless said otherwise. */
  public static final Duration PATIENCE = Duration.ofSeconds(30);

  /** What may stand in a URL as it is; anything else has to be given as %20 and the like. */
  private static final Pattern VIEW = Pattern.compile("[\\w.~%-]+(/[\\w.~%-]+|\\?[\\w.~%&=-]+)?");

  private static final Duration MAX_DURATION = Duration.ofHours(24);

  /**
   * Checks them.
   *
   * @throws ConfigurationException with everything that is out of its range
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

  /** So many displays that regain power within {@code ramp} and then follow for a while. */
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

  /** What a display asks a site for: path and query. */
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
