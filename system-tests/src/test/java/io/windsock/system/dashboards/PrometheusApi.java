package io.windsock.system.dashboards;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A running Prometheus, as those know it who ask it something. Any thread may. */
public final class PrometheusApi {
  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final URI url;
  private final HttpClient http = HttpClient.newHttpClient();

  /** The Prometheus at {@code url}. */
  public PrometheusApi(URI url) {
    this.url = url;
  }

  /** A series at this moment: its labels and its value. */
  record Sample(Map<String, String> labels, double value) {}

  /**
   * What an expression gives now; of a scalar one sample without labels.
   *
   * @throws IllegalArgumentException if it is not PromQL, with what Prometheus says
   */
  List<Sample> query(String expr) throws IOException, InterruptedException {
    var response = get("/api/v1/query?query=" + URLEncoder.encode(expr, StandardCharsets.UTF_8));
    JsonNode answer = JSON.readTree(response.body());
    if (response.statusCode() != 200) {
      throw new IllegalArgumentException(expr + ": " + answer.path("error").asText());
    }
    List<Sample> samples = new ArrayList<>();
    for (JsonNode series : answer.path("data").path("result")) {
      samples.add(sample(series));
    }
    return samples;
  }

  private static Sample sample(JsonNode series) {
    Map<String, String> labels = new TreeMap<>();
    series
        .path("metric")
        .properties()
        .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
    String value = series.path("value").path(1).asText();
    return new Sample(
        labels, value.endsWith("Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(value));
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(url.resolve(path)).timeout(TIMEOUT).build();
    return http.send(request, HttpResponse.BodyHandlers.ofString());
  }
}
