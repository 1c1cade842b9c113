package io.windsock.system.dashboards;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * A Prometheus on a port of its own, with the configuration of {@code docker/prometheus}, where the
 * services' names are replaced by ports of this machine. One thread owns it.
 */
final class Prometheus implements AutoCloseable {
  private static final String CONFIG = "docker/prometheus/prometheus.yml";
  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final int STOP_S = 20;
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final YAMLMapper YAML = new YAMLMapper();

  private final Process process;
  private final URI url;
  private final HttpClient http = HttpClient.newHttpClient();

  private Prometheus(Process process, URI url) {
    this.process = process;
    this.url = url;
  }

  /**
   * Starts it.
   *
   * @param ports those of each job
   */
  static Prometheus start(Tool prometheus, Path folder, Map<String, List<Integer>> ports)
      throws IOException {
    Path config = folder.resolve("prometheus.yml");
    YAML.writeValue(config.toFile(), config(ports));
    String address = "127.0.0.1:" + freePort();
    Process process =
        new ProcessBuilder(
                prometheus.program().toString(),
                "--config.file=" + config,
                "--storage.tsdb.path=" + folder.resolve("prometheus"),
                "--web.listen-address=" + address,
                "--log.level=warn")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("prometheus.log").toFile())
            .start();
    return new Prometheus(process, URI.create("http://" + address));
  }

  private static JsonNode config(Map<String, List<Integer>> ports) {
    ObjectNode config = (ObjectNode) Alert.yaml(CONFIG);
    config.withObject("/global").put("scrape_interval", "1s").put("scrape_timeout", "1s");
    config.withObject("/global").put("evaluation_interval", "1s");
    String rules = config.at("/rule_files/0").asText();
    config.putArray("rule_files").add(Repository.path(CONFIG).resolveSibling(rules).toString());
    Map<String, List<Integer>> left = new TreeMap<>(ports);
    for (JsonNode job : config.path("scrape_configs")) {
      List<Integer> found = left.remove(job.path("job_name").asText());
      if (found == null) {
        throw new IllegalStateException("nobody plays the job " + job.path("job_name"));
      }
      targets((ObjectNode) job, found);
    }
    if (!left.isEmpty()) {
      throw new IllegalStateException(CONFIG + " does not scrape " + left.keySet());
    }
    return config;
  }

  private static void targets(ObjectNode job, List<Integer> ports) {
    job.remove(List.of("static_configs", "dns_sd_configs"));
    var targets = job.putArray("static_configs").addObject().putArray("targets");
    ports.forEach(port -> targets.add("127.0.0.1:" + port));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  /** Whether it answers. */
  boolean isReady() throws InterruptedException {
    try {
      return get("/-/ready").statusCode() == 200;
    } catch (IOException e) {
      return false;
    }
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

  private java.net.http.HttpResponse<String> get(String path)
      throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(url.resolve(path)).timeout(TIMEOUT).build();
    return http.send(request, BodyHandlers.ofString());
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().completeOnTimeout(process, STOP_S, TimeUnit.SECONDS).join();
    process.destroyForcibly();
  }
}
