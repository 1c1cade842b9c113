package io.windsock.evaluation.lab;

import io.windsock.evaluation.load.Httperf;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Requests for initial state that are made while a sequence runs.
 *
 * @param perSecond requests per second in total, spread evenly over sites; 0: none
 * @param count how many in total
 * @param results how many different results they ask for, in turn: 1 for the whole view; the others
 *     leave out one row, two rows and so on
 */
public record Requests(double perSecond, long count, int results) {
  /** No requests. */
  public static final Requests NONE = new Requests(0, 0, 1);

  /** How long httperf waits for a response; it then counts the request as failed. */
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  /** Returns requests for the whole view at a rate for a time. */
  public static Requests during(double seconds, double perSecond) {
    return perSecond == 0 ? NONE : new Requests(perSecond, Math.round(perSecond * seconds), 1);
  }

  /** Returns these requests, for so many different results. */
  public Requests ofDifferent(int differentResults) {
    return new Requests(perSecond, count, differentResults);
  }

  /**
   * Returns what httperf is to ask of each site, an equal part.
   *
   * @param rows the rows of the whole view
   */
  List<Httperf.Calls> at(List<URI> sites, int rows) {
    return count == 0
        ? List.of()
        : sites.stream().map(site -> part(site, sites.size(), rows)).toList();
  }

  private Httperf.Calls part(URI site, int parts, int rows) {
    List<String> others =
        IntStream.range(1, results)
            .mapToObj(less -> Lab.INITIAL_STATE + "?limit=" + (rows - less))
            .toList();
    return new Httperf.Calls(
        site.resolve(Lab.INITIAL_STATE),
        others,
        perSecond / parts,
        Math.max(1, count / parts),
        TIMEOUT,
        1);
  }
}
