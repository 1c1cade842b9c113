package io.windsock.platform.telemetry;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The metrics of one role in this process: those of {@link Metric} and the JVM's. Any thread may
 * use it.
 */
public final class Metrics implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Metrics.class);

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics gc = new JvmGcMetrics();

  /** Strong references, because Micrometer holds its sources weakly. */
  private final List<Object> sources = new CopyOnWriteArrayList<>();

  private final List<AutoCloseable> binders = new CopyOnWriteArrayList<>();
  private final Map<Metric, DelaySeries> delays = new ConcurrentHashMap<>();

  /** Creates a registry. */
  public Metrics() {
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    gc.bindTo(registry);
  }

  /**
   * Returns the counter of {@code metric} with these label values, in order. Keep it: a lookup
   * costs more than an increment.
   */
  public Counter counter(Metric metric, String... values) {
    check(metric, Metric.Kind.COUNTER, values.length);
    return Counter.builder(metric.id())
        .tags(tags(metric, values))
        .baseUnit(unit(metric))
        .description(metric.meaning())
        .register(registry);
  }

  /**
   * Registers a gauge that reads {@code source} at each scrape. Holds a strong reference to the
   * source.
   *
   * @param values the label values, in order
   */
  public <T> void gauge(Metric metric, T source, ToDoubleFunction<T> value, String... values) {
    check(metric, Metric.Kind.GAUGE, values.length);
    Gauge.builder(metric.id(), source, value)
        .tags(tags(metric, values))
        .baseUnit(unit(metric))
        .description(metric.meaning())
        .strongReference(true)
        .register(registry);
  }

  /**
   * Registers a counter that reads {@code source} at each scrape; the value must never decrease.
   * Holds a strong reference to the source.
   *
   * @param values the label values, in order
   */
  public <T> void counted(Metric metric, T source, ToDoubleFunction<T> value, String... values) {
    check(metric, Metric.Kind.COUNTER, values.length);
    FunctionCounter.builder(metric.id(), source, value)
        .tags(tags(metric, values))
        .baseUnit(unit(metric))
        .description(metric.meaning())
        .register(registry);
    sources.add(source);
  }

  /** Binds a library's metrics; a closeable binder is closed with this registry. */
  public void bind(MeterBinder binder) {
    binder.bindTo(registry);
    if (binder instanceof AutoCloseable closeable) {
      binders.add(closeable);
    }
  }

  /** Closes a binder, which removes its metrics. */
  public void unbind(AutoCloseable binder) {
    if (binders.remove(binder)) {
      close(binder);
    }
  }

  /** Registers a histogram of milliseconds that reads {@code source} at each scrape. */
  public void histogram(Metric metric, Supplier<Histogram> source) {
    check(metric, Metric.Kind.HISTOGRAM, 0);
    registry.getPrometheusRegistry().register(() -> DelayBuckets.snapshot(metric, source.get()));
  }

  /**
   * Returns the histogram of {@code metric} with these label values, in order. Keep it: a lookup
   * costs more than recording.
   */
  public DelayHistogram delays(Metric metric, String... values) {
    check(metric, Metric.Kind.HISTOGRAM, values.length);
    return delays.computeIfAbsent(metric, this::series).of(List.of(values));
  }

  private DelaySeries series(Metric metric) {
    DelaySeries series = new DelaySeries(metric);
    registry.getPrometheusRegistry().register(series);
    return series;
  }

  /**
   * Registers a gauge that reads all its series from {@code source} at each scrape; series no
   * longer returned disappear.
   */
  public void levels(Metric metric, Supplier<List<GaugeValue>> source) {
    check(metric, Metric.Kind.GAUGE, metric.labels().length);
    registry.getPrometheusRegistry().register(() -> snapshot(metric, source.get()));
  }

  private static MetricSnapshot snapshot(Metric metric, List<GaugeValue> levels) {
    GaugeSnapshot.Builder all =
        GaugeSnapshot.builder().name(metric.exposedName()).help(metric.meaning());
    for (GaugeValue level : levels) {
      all.dataPoint(
          GaugeDataPointSnapshot.builder()
              .labels(Labels.of(metric.labels(), level.labels().toArray(new String[0])))
              .value(level.value())
              .build());
    }
    return all.build();
  }

  private static Tags tags(Metric metric, String... values) {
    Tags tags = Tags.empty();
    for (int i = 0; i < values.length; i++) {
      tags = tags.and(metric.labels()[i], values[i]);
    }
    return tags;
  }

  /** Null for no unit: an empty unit would leave an underscore after the name. */
  private static @Nullable String unit(Metric metric) {
    return metric.unit().isEmpty() ? null : metric.unit();
  }

  private static void check(Metric metric, Metric.Kind kind, int values) {
    if (metric.kind() != kind || metric.labels().length != values) {
      throw new IllegalArgumentException(
          metric + " is a " + metric.kind() + " with " + metric.labels().length + " labels");
    }
  }

  /** Returns all metrics in Prometheus' text format. */
  public String scrape() {
    return registry.scrape();
  }

  @Override
  public void close() {
    binders.forEach(Metrics::close);
    gc.close();
    registry.close();
  }

  private static void close(AutoCloseable binder) {
    try {
      binder.close();
    } catch (Exception e) {
      LOG.warn("a binder of metrics was not closed", e);
    }
  }
}
