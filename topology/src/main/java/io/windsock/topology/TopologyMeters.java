package io.windsock.topology;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.binder.kafka.KafkaStreamsMetrics;
import io.windsock.contracts.wire.Marker;
import io.windsock.platform.telemetry.Metric;
import io.windsock.platform.telemetry.Metrics;
import io.windsock.topology.receive.PartitionStatus;
import io.windsock.topology.streams.TaskCounts;
import io.windsock.topology.streams.TaskParts;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;
import org.apache.kafka.streams.KafkaStreams;

/**
 * The metrics of one instance for Prometheus: counts from its markers, levels from its partitions'
 * status, and Streams' own metrics. A retried transaction is counted again. Any thread may use it.
 */
final class TopologyMeters implements TaskCounts, AutoCloseable {
  private final Metrics metrics = new Metrics();
  private final Counter received = metrics.counter(Metric.TOPOLOGY_RECEIVED);
  private final Counter forwarded = metrics.counter(Metric.TOPOLOGY_FORWARDED);
  private final Counter mirrored = metrics.counter(Metric.TOPOLOGY_MIRRORED);
  private final Counter carried = metrics.counter(Metric.TOPOLOGY_CARRIED);
  private final Counter deadLettered = metrics.counter(Metric.TOPOLOGY_DEADLETTERED);
  private final Counter markers = metrics.counter(Metric.TOPOLOGY_MARKERS);
  private final Map<String, Counter> taken = new ConcurrentHashMap<>();
  private final Map<String, Counter> lost = new ConcurrentHashMap<>();

  Metrics metrics() {
    return metrics;
  }

  @Override
  public void marker(Marker marker) {
    markers.increment();
    received.increment((double) marker.getReceived());
    forwarded.increment((double) marker.getForwarded());
    mirrored.increment((double) (marker.getPassed() + marker.getDerived()));
    carried.increment((double) marker.getCarried());
    deadLettered.increment((double) marker.getDeadLettered());
    marker.getTaken().forEach((rule, events) -> taken(rule).increment((double) events));
  }

  @Override
  public void lost(String stream, int partition, long records) {
    lost(stream, partition).increment((double) records);
  }

  /**
   * Initializes the counters of all partitions to zero, because Prometheus does not see an increase
   * in a series that starts above zero.
   */
  void expect(List<String> streams, int partitions) {
    for (String stream : streams) {
      for (int partition = 0; partition < partitions; partition++) {
        lost(stream, partition);
      }
    }
  }

  private Counter lost(String stream, int partition) {
    return lost.computeIfAbsent(
        stream + "-" + partition,
        name -> metrics.counter(Metric.TOPOLOGY_LOST, stream, String.valueOf(partition)));
  }

  private Counter taken(String rule) {
    return taken.computeIfAbsent(rule, name -> metrics.counter(Metric.TOPOLOGY_TAKEN, name));
  }

  /** Reads levels from these sources from now on. */
  void watch(TopologyApp app, TaskParts tasks, KafkaStreams streams) {
    metrics.gauge(
        Metric.TOPOLOGY_RUNNING,
        app,
        it -> it.health().state() == TopologyApp.State.RUNNING ? 1 : 0);
    metrics.gauge(Metric.TOPOLOGY_OWNED, tasks, it -> it.statuses().size());
    metrics.gauge(Metric.TOPOLOGY_READY, tasks, it -> sum(it, it::ready));
    metrics.gauge(Metric.TOPOLOGY_HELD, tasks, it -> sum(it, status -> status.sample().getHeld()));
    metrics.gauge(
        Metric.TOPOLOGY_WITHHELD, tasks, it -> sum(it, status -> status.sample().getWithheld()));
    metrics.gauge(Metric.TOPOLOGY_EPOCH, tasks, TopologyMeters::epoch);
    metrics.bind(new KafkaStreamsMetrics(streams));
  }

  private static long sum(TaskParts tasks, ToLongFunction<PartitionStatus> value) {
    return tasks.statuses().stream().mapToLong(value).sum();
  }

  private static long epoch(TaskParts tasks) {
    return tasks.statuses().stream()
        .mapToLong(status -> status.sample().getEpoch())
        .min()
        .orElse(0);
  }

  @Override
  public void close() {
    metrics.close();
  }
}
