package io.windsock.platform.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.Meter;
import io.micrometer.prometheusmetrics.PrometheusNamingConvention;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class MetricsTest {
  private final Metrics metrics = new Metrics();

  @AfterEach
  void close() {
    metrics.close();
  }

  @Test
  void shouldTellAMetricByItsNameAndUnit() {
    metrics.counter(Metric.HTTP_REQUESTS, "home", "200").increment();
    assertThat(metrics.scrape())
        .contains("windsock_http_requests_total{route=\"home\",status=\"200\"} 1.0");
  }

  @Test
  void shouldTellAMetricWithoutAUnitByItsNameAlone() {
    metrics.gauge(Metric.CONTROLLER_ACTIVE, new AtomicInteger(1), AtomicInteger::get);
    assertThat(metrics.scrape()).contains("\nwindsock_controller_active 1.0");
  }

  @Test
  void shouldHoldAMetricToItsKindAndLabels() {
    assertThatThrownBy(() -> metrics.counter(Metric.CONTROLLER_ACTIVE))
        .hasMessageContaining("CONTROLLER_ACTIVE is a GAUGE");
    assertThatThrownBy(() -> metrics.counter(Metric.HTTP_REQUESTS, "home"))
        .hasMessageContaining("2 labels");
  }

  @ParameterizedTest
  @EnumSource(Metric.class)
  void shouldNameAMetricAsPrometheusShowsIt(Metric metric) {
    String[] labels = metric.labels();
    switch (metric.kind()) {
      case COUNTER -> metrics.counter(metric, labels);
      case GAUGE -> metrics.gauge(metric, this, it -> 1, labels);
      case HISTOGRAM -> metrics.delays(metric, labels).recordNs(1);
    }
    String name = metric.exposedName() + (metric.kind() == Metric.Kind.HISTOGRAM ? "_sum" : "");
    assertThat(metrics.scrape()).containsPattern("\n" + name + "[{ ]");
  }

  @ParameterizedTest
  @CsvSource({
    "windsock.kept.offsets, offsets, windsock_kept_offsets",
    "windsock.boffsets, offsets, windsock_boffsets_offsets",
    "windsock.offsets.kept, offsets, windsock_offsets_kept_offsets",
    "windsock.store, bytes, windsock_store_bytes"
  })
  void shouldNameTheUnitUnlessItIsTheLastWordOfTheName(String id, String unit, String name) {
    assertThat(Metric.exposedName(id, Metric.Kind.GAUGE, unit)).isEqualTo(name);
    assertThat(Metric.exposedName(id, Metric.Kind.COUNTER, unit)).isEqualTo(name + "_total");
    PrometheusNamingConvention micrometer = new PrometheusNamingConvention();
    assertThat(micrometer.name(id, Meter.Type.GAUGE, unit)).isEqualTo(name);
  }

  @Test
  void shouldShowNoSeriesOfAGaugeThatItsSourceNamesNoMore() {
    List<GaugeValue> levels =
        new ArrayList<>(List.of(GaugeValue.of(1, "normal"), GaugeValue.of(0, "busy")));
    metrics.levels(Metric.MODE, () -> levels);
    assertThat(metrics.scrape()).contains("windsock_mode{mode=\"normal\"} 1.0");
    levels.remove(0);
    assertThat(metrics.scrape())
        .contains("windsock_mode{mode=\"busy\"} 0.0")
        .doesNotContain("normal");
    levels.clear();
    assertThat(metrics.scrape()).doesNotContain("windsock_mode{");
  }

  @ParameterizedTest
  @CsvSource({"0,0.001", "1000000,0.001", "1000001,0.002", "60000000000,60.0", "-5,0.001"})
  void shouldCountADelayInTheFirstBucketThatReachesIt(long delayNs, String bound) {
    metrics.delays(Metric.HTTP_LATENCY, "views").recordNs(delayNs);
    String bucket = "windsock_http_latency_seconds_bucket{route=\"views\",le=\"";
    List<String> reached =
        metrics.scrape().lines().filter(it -> it.startsWith(bucket) && it.endsWith(" 1")).toList();
    assertThat(reached.get(0)).startsWith(bucket + bound + "\"");
  }

  @Test
  void shouldSumDelaysOfOneRouteInSeconds() {
    metrics.delays(Metric.HTTP_LATENCY, "views").recordNs(90_000_000_000L);
    metrics.delays(Metric.HTTP_LATENCY, "views").recordNs(500_000_000L);
    assertThat(metrics.scrape())
        .contains("windsock_http_latency_seconds_sum{route=\"views\"} 90.5")
        .contains("windsock_http_latency_seconds_bucket{route=\"views\",le=\"60.0\"} 1")
        .contains("windsock_http_latency_seconds_count{route=\"views\"} 2");
  }

  /** As those of batches whose records are as old as their topic. */
  @Test
  void shouldSumDelaysOfCenturies() {
    for (int i = 0; i < 4; i++) {
      metrics.delays(Metric.HTTP_LATENCY, "views").recordNs(4_000_000_000_000_000_000L);
    }
    assertThat(metrics.scrape())
        .contains("windsock_http_latency_seconds_sum{route=\"views\"} 1.6E10");
  }
}
