package io.windsock.system;

import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Update delays of a cluster's sites, read from their own histograms between two looks. One thread
 * uses it.
 */
final class UpdateDelays {
  private static final String BUCKET = "windsock_update_delay_seconds_bucket{le=\"";

  private final Cluster cluster;
  private final Map<String, NavigableMap<Double, Double>> before = new HashMap<>();

  UpdateDelays(Cluster cluster) {
    this.cluster = cluster;
  }

  /**
   * Within how many seconds every site handed out 99 of 100 updates since the last look: the bound
   * of a histogram's bucket. Infinite if a site does not answer, or has handed out none.
   */
  double seconds() {
    double worst = 0;
    for (String site : Cluster.SITES) {
      worst = Math.max(worst, seconds(site));
    }
    return worst;
  }

  private double seconds(String site) {
    NavigableMap<Double, Double> now;
    try {
      now = upTo(cluster.get(site, "/metrics"));
    } catch (Exception e) {
      before.remove(site);
      return Double.POSITIVE_INFINITY;
    }
    Map<Double, Double> last = before.put(site, now);
    if (last == null) {
      return Double.POSITIVE_INFINITY;
    }
    now = new TreeMap<>(now);
    now.replaceAll((bound, count) -> count - last.getOrDefault(bound, 0.0));
    double all = now.lastEntry().getValue();
    return now.entrySet().stream()
        .filter(bucket -> all > 0 && bucket.getValue() >= 0.99 * all)
        .mapToDouble(Map.Entry::getKey)
        .findFirst()
        .orElse(Double.POSITIVE_INFINITY);
  }

  /** Updates handed to connections so far, by the seconds within which that was done. */
  private static NavigableMap<Double, Double> upTo(String metrics) {
    NavigableMap<Double, Double> counts = new TreeMap<>();
    for (String line : metrics.lines().filter(line -> line.startsWith(BUCKET)).toList()) {
      String bound = line.substring(BUCKET.length(), line.indexOf('"', BUCKET.length()));
      double count = Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
      counts.merge(
          bound.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(bound),
          count,
          Double::sum);
    }
    return counts;
  }
}
