package io.windsock.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.metrics.KafkaMetric;
import org.apache.kafka.common.metrics.MetricsReporter;

/**
 * Has Kafka's clients fail where they would if no address of a broker were known: when they are
 * created. A file says which, by the end of their ids; without the file, none fails.
 */
public final class FailingClients implements MetricsReporter {
  static final String REASON = "no address of a broker is known";
  private static final String FILE = "windsock.test.failing.clients";

  /** The properties of clients that fail while {@code file} exists. */
  static Map<String, String> properties(Path file) {
    return Map.of(
        CommonClientConfigs.METRIC_REPORTER_CLASSES_CONFIG,
        FailingClients.class.getName(),
        FILE,
        file.toString());
  }

  @Override
  public void configure(Map<String, ?> client) {
    Path file = Path.of(String.valueOf(client.get(FILE)));
    String id = String.valueOf(client.get(CommonClientConfigs.CLIENT_ID_CONFIG));
    try {
      if (Files.exists(file) && id.endsWith(Files.readString(file))) {
        throw new ConfigException(REASON);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void init(List<KafkaMetric> metrics) {}

  @Override
  public void metricChange(KafkaMetric metric) {}

  @Override
  public void metricRemoval(KafkaMetric metric) {}

  @Override
  public void close() {}
}
