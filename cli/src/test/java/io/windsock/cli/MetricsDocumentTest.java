package io.windsock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.platform.telemetry.Metric;
import io.windsock.platform.telemetry.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * docs/metrics.md is written from the registry of metrics: {@code -Dwindsock.docs.write} writes it.
 */
class MetricsDocumentTest {
  private static final String INTRODUCTION =
      """
      # Metrics

      Scrape these metrics from `/metrics`, in Prometheus' text format. `windsock site`, `windsock gateway` and
      `windsock controller` always serve them; `windsock topology` and `windsock replay` serve them with `--port`,
      `windsock link send` and `windsock link receive` with `--http-port`. This page is generated from
      `io.windsock.platform.telemetry.Metric`, and a test fails when it is stale.

      A histogram has the series `_bucket` (label `le`: 1 ms to 60 s, and `+Inf`), `_sum` and `_count`. A standby controller
      does not export metrics of the active controller, so sums and maxima over controllers count nothing twice.

      Every role also exports metrics of the JVM and the process (`jvm_…`, `system_cpu_…`, `process_cpu_…`) and of its Kafka
      clients, under Micrometer's names: `kafka_stream_…`, `kafka_consumer_…`, `kafka_producer_…` and others.
      """;

  @Test
  void shouldDocumentEveryMetricAsItIs() throws IOException {
    Path document = DocumentTest.root().resolve("docs").resolve("metrics.md");
    String expected = INTRODUCTION + reference();
    if (Boolean.getBoolean("windsock.docs.write")) {
      Files.writeString(document, expected);
    }
    assertThat(document)
        .as("run this test with -Dwindsock.docs.write=true to write docs/metrics.md again")
        .hasContent(expected);
  }

  private static String reference() {
    StringBuilder text = new StringBuilder();
    section(text, "Every role", Set.of(Role.values()));
    section(text, "Sites and controllers", Set.of(Role.SITE, Role.CONTROLLER));
    section(text, "Topology", Set.of(Role.TOPOLOGY));
    section(text, "Sites", Set.of(Role.SITE));
    section(text, "Gateways", Set.of(Role.GATEWAY));
    section(text, "Controllers", Set.of(Role.CONTROLLER));
    section(text, "Links, both sides", Set.of(Role.LINK_SENDER, Role.LINK_RECEIVER));
    section(text, "Senders of links", Set.of(Role.LINK_SENDER));
    section(text, "Receivers of links", Set.of(Role.LINK_RECEIVER));
    section(text, "Replay", Set.of(Role.REPLAY));
    return text.toString();
  }

  private static void section(StringBuilder text, String title, Set<Role> roles) {
    text.append("\n## ").append(title).append("\n\n");
    text.append("| metric | type | unit | labels | meaning |\n| --- | --- | --- | --- | --- |\n");
    for (Metric metric : Metric.values()) {
      if (metric.roles().equals(roles)) {
        text.append(row(metric));
      }
    }
  }

  private static String row(Metric metric) {
    List<String> labels = List.of(metric.labels());
    return "| `%s` | %s | %s | %s | %s |\n"
        .formatted(
            metric.exposedName(),
            metric.kind().name().toLowerCase(Locale.ROOT),
            metric.unit(),
            labels.isEmpty() ? "" : "`" + String.join("`, `", labels) + "`",
            metric.meaning());
  }

  @Test
  void shouldHaveAPlaceForEveryMetric() {
    String reference = reference();
    for (Metric metric : Metric.values()) {
      assertThat(reference).containsOnlyOnce("| `" + metric.exposedName() + "` |");
    }
  }
}
