package io.windsock.service.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

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
}
