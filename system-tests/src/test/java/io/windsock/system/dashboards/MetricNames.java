package io.windsock.system.dashboards;

import io.windsock.platform.telemetry.Metric;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What Prometheus calls the metrics of {@link Metric}, and the labels that each can have. */
final class MetricNames {
  /** What Prometheus adds to every series. */
  private static final Set<String> TARGET = Set.of("job", "instance");

  private final Map<String, Set<String>> labels = new TreeMap<>();

  MetricNames() {
    for (Metric metric : Metric.values()) {
      String name = metric.exposedName();
      switch (metric.kind()) {
        case GAUGE, COUNTER -> add(name, metric);
        case HISTOGRAM -> {
          add(name + "_bucket", metric, "le");
          add(name + "_sum", metric);
          add(name + "_count", metric);
        }
      }
    }
  }

  private void add(String name, Metric metric, String... more) {
    Set<String> all = new HashSet<>(TARGET);
    all.addAll(Set.of(metric.labels()));
    all.addAll(Set.of(more));
    labels.put(name, all);
  }

  /** Whether the registry of names has it. */
  boolean has(String metric) {
    return labels.containsKey(metric);
  }

  /** Its labels; of what is not ours, such as the JVM's, only those that every series has. */
  Set<String> labels(String metric) {
    return labels.getOrDefault(metric, TARGET);
  }
}
