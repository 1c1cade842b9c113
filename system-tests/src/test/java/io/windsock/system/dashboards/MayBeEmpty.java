package io.windsock.system.dashboards;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** The expressions that may give nothing although all is well, each with the reason. */
final class MayBeEmpty {
  private static final String FILE = "may-be-empty.yaml";

  private MayBeEmpty() {}

  /** Reasons by expression, as it stands in its dashboard or alert. */
  static Map<String, String> reasons() {
    Map<String, String> reasons = new TreeMap<>();
    try (InputStream file = MayBeEmpty.class.getResourceAsStream(FILE)) {
      for (JsonNode entry : new YAMLMapper().readTree(Objects.requireNonNull(file, FILE))) {
        String alert = entry.path("alert").asText();
        String expr = alert.isEmpty() ? entry.path("expr").asText() : Alert.named(alert).expr();
        reasons.put(expr, entry.path("reason").asText());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return reasons;
  }
}
