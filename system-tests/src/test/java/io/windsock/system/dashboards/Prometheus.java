package io.windsock.system.dashboards;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.windsock.embedded.FreePort;
import io.windsock.system.Repository;
import io.windsock.system.Tool;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
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
  private static final int STOP_S = 20;
  private static final YAMLMapper YAML = new YAMLMapper();

  private final Process process;
  private final PrometheusApi api;

  private Prometheus(Process process, PrometheusApi api) {
    this.process = process;
    this.api = api;
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
    String address = "127.0.0.1:" + FreePort.any();
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
    return new Prometheus(process, new PrometheusApi(URI.create("http://" + address)));
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

  /** For those who ask it something. */
  PrometheusApi api() {
    return api;
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().completeOnTimeout(process, STOP_S, TimeUnit.SECONDS).join();
    process.destroyForcibly();
  }
}
