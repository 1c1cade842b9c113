package io.windsock.site.progress;

/**
 * Whether a site may serve clients, and if not, why. New requests, cached answers, open streams,
 * {@code /health/ready} and the metric all use this one rule, so that they agree. Immutable.
 *
 * <pre>
 * phase LIVE, follows the log             CURRENT   serves
 * phase LIVE, cut off or held up          OLD       serves, and says with everything how old it is
 *   and another site is current           REFUSED   refuses requests with 503 and the other sites,
 * any other phase                         REFUSED   ends open streams
 * </pre>
 *
 * @param service the service to clients
 * @param detail the progress in words, or why the site refuses clients
 * @param cutOffSinceMs since when the site does not follow a part of the log, ms since the epoch; 0
 *     if it follows all of it
 */
public record Readiness(Service service, String detail, long cutOffSinceMs) {
  /** The levels of service to clients. */
  public enum Service {
    /** Serves a state that follows the log. */
    CURRENT,
    /** Serves the last known state and marks it as old. */
    OLD,
    /** Serves no clients; they should use another site. */
    REFUSED
  }

  /**
   * The readiness of a site with this progress.
   *
   * @param elsewhere whether another site is known to be current; matters only to a site that is
   *     cut off
   */
  public static Readiness of(Progress progress, boolean elsewhere) {
    long sinceMs = progress.ready().cutOffSinceMs();
    if (!progress.phase().ready()) {
      return new Readiness(Service.REFUSED, progress.detail(), sinceMs);
    }
    if (sinceMs == 0) {
      return new Readiness(Service.CURRENT, progress.detail(), 0);
    }
    Service service = elsewhere ? Service.REFUSED : Service.OLD;
    return new Readiness(service, progress.detail(), sinceMs);
  }

  /** Whether the site is current. */
  public boolean ready() {
    return service == Service.CURRENT;
  }

  /** Whether the site answers clients at all. */
  public boolean serves() {
    return service != Service.REFUSED;
  }

  /** The greatest possible age of the data served, ms; 0 if the site follows the log. */
  public long oldMs(long nowMs) {
    return cutOffSinceMs == 0 ? 0 : Math.max(1, nowMs - cutOffSinceMs);
  }
}
