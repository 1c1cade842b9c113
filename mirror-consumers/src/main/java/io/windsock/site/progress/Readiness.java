package io.windsock.site.progress;

/**
 * Whether a site may serve clients, and why not. This is the one rule that new requests, answers
 * from the cache, open streams, {@code /health/ready} and the metric ask, so that no client keeps
 * what another is refused. Immutable.
 *
 * <pre>
 * phase LIVE, follows the log             CURRENT   serves
 * phase LIVE, cut off or held up          OLD       serves, and says with everything how old it is
 *   and another site is current           REFUSED   refuses requests with 503 and the other sites,
 * any other phase                         REFUSED   ends open streams
 * </pre>
 *
 * @param service what it does for clients
 * @param detail how far it has come, or why it refuses, in words
 * @param cutOffSinceMs since when it does not follow a part of the log, ms since the epoch; 0: it
 *     follows all of it
 */
public record Readiness(Service service, String detail, long cutOffSinceMs) {
  /** What a site does for clients. */
  public enum Service {
    /** It answers from a state that follows the log. */
    CURRENT,
    /** It answers from the last state that it knows, and says so. */
    OLD,
    /** It answers nobody: clients are to go to another site. */
    REFUSED
  }

  /**
   * That of a site that is so far.
   *
   * @param elsewhere whether another site is known to be current; matters only to one that is cut
   *     off
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

  /** Whether it can be counted on as a site that is current. */
  public boolean ready() {
    return service == Service.CURRENT;
  }

  /** Whether clients are answered at all. */
  public boolean serves() {
    return service != Service.REFUSED;
  }

  /** How old what it serves may be, ms; 0 where it follows the log. */
  public long oldMs(long nowMs) {
    return cutOffSinceMs == 0 ? 0 : Math.max(1, nowMs - cutOffSinceMs);
  }
}
