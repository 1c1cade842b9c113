package io.windsock.site.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.function.ToDoubleFunction;

/** The metrics of one site, those of {@link Metric} and the JVM's. Any thread may use it. */
public final class SiteMetrics implements AutoCloseable {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics gc = new JvmGcMetrics();

  /** Metrics of a site, all at zero. */
  public SiteMetrics() {
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    gc.bindTo(registry);
  }

  /**
   * The counter of {@code metric} with these values of its labels, in their order. Keep it: finding
   * it costs more than counting.
   */
  public Counter counter(Metric metric, String... values) {
    check(metric, Metric.Kind.COUNTER, values.length);
    String[] labels = metric.labels();
    Counter.Builder builder =
        Counter.builder(metric.id()).baseUnit(metric.unit()).description(metric.meaning());
    for (int i = 0; i < labels.length; i++) {
      builder.tag(labels[i], values[i]);
    }
    return builder.register(registry);
  }

  /** Has {@code metric} read from {@code source} at each scrape. Holds on to the source. */
  public <T> void gauge(Metric metric, T source, ToDoubleFunction<T> value) {
    check(metric, Metric.Kind.GAUGE, 0);
    Gauge.builder(metric.id(), source, value)
        .baseUnit(metric.unit())
        .description(metric.meaning())
        .strongReference(true)
        .register(registry);
  }

  private static void check(Metric metric, Metric.Kind kind, int values) {
    if (metric.kind() != kind || metric.labels().length != values) {
      throw new IllegalArgumentException(
          metric + " is a " + metric.kind() + " with " + metric.labels().length + " labels");
    }
  }

  /** Everything, in Prometheus' text format. */
  public String scrape() {
    return registry.scrape();
  }

  @Override
  public void close() {
    gc.close();
    registry.close();
  }
}
