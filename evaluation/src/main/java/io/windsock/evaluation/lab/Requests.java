package io.windsock.evaluation.lab;

import io.windsock.evaluation.load.Httperf;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/**
 * Requests for initial state that are made while a sequence runs.
 *
 * @param perSecond requests per second in total, spread evenly over sites; 0: none
 * @param count how many in total
 */
public record Requests(double perSecond, long count) {
  /** No requests. */
  public static final Requests NONE = new Requests(0, 0);

  /** How long httperf waits for a response; it then counts the request as failed. */
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  /** Returns requests at a rate for a time. */
  public static Requests during(double seconds, double perSecond) {
    return perSecond == 0 ? NONE : new Requests(perSecond, Math.round(perSecond * seconds));
  }

  /** Returns what httperf is to ask of each site, an equal part. */
  List<Httperf.Calls> at(List<URI> sites) {
    return count == 0 ? List.of() : sites.stream().map(site -> part(site, sites.size())).toList();
  }

  private Httperf.Calls part(URI site, int parts) {
    return new Httperf.Calls(
        site.resolve(Lab.INITIAL_STATE), perSecond / parts, Math.max(1, count / parts), TIMEOUT, 1);
  }
}
