package io.windsock.system;

import java.util.HashMap;
import java.util.Map;

/**
 * Update delays of a cluster's sites, read from their own histograms between two looks. One thread
 * uses it.
 */
final class UpdateDelays {
  private static final String BUCKET = "windsock_update_delay_seconds_bucket";

  /** Updates handed to connections so far, and those of them within a second. */
  private record Counts(double all, double withinSecond) {}

  private final Cluster cluster;
  private final Map<String, Counts> before = new HashMap<>();

  UpdateDelays(Cluster cluster) {
    this.cluster = cluster;
  }

  /** Whether since the last look every site handed out updates, 99 of 100 within a second. */
  boolean underASecond() {
    boolean all = true;
    for (String site : Cluster.SITES) {
      all &= underASecond(site);
    }
    return all;
  }

  private boolean underASecond(String site) {
    Counts now;
    try {
      now = counts(cluster.get(site, "/metrics"));
    } catch (Exception e) {
      before.remove(site);
      return false;
    }
    Counts last = before.put(site, now);
    if (last == null || now.all <= last.all) {
      return false;
    }
    return now.withinSecond - last.withinSecond >= 0.99 * (now.all - last.all);
  }

  private static Counts counts(String metrics) {
    double all = 0;
    double within = 0;
    for (String line : metrics.lines().filter(line -> line.startsWith(BUCKET)).toList()) {
      double value = Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
      if (line.contains("le=\"+Inf\"")) {
        all += value;
      } else if (line.contains("le=\"1.0\"") || line.contains("le=\"1\"")) {
        within += value;
      }
    }
    return new Counts(all, within);
  }
}
