package io.windsock.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.cli.Windsock;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.ede.EdeDefinition;
import io.windsock.embedded.Options;
import io.windsock.gateway.GatewayConfig;
import io.windsock.gateway.run.Gateway;
import io.windsock.rules.config.RuleSet;
import io.windsock.site.SiteConfig;
import io.windsock.site.SiteKeeper;
import io.windsock.site.status.SiteDomain;
import io.windsock.site.status.SiteRole;
import io.windsock.testbed.cluster.LocalCluster;
import io.windsock.topology.TopologyConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Gateways before mirrors of the domain number-translation, with a topology and a broker, in this
 * process. One thread owns it.
 */
final class GatewayCluster implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofMinutes(2);

  /** A number that {@link #update} writes of. */
  static final String NUMBER = "08001234567";

  private static final Catalogue CATALOGUE = Catalogue.builtIn("number-translation");
  private static final SiteDomain DOMAIN =
      new SiteDomain(CATALOGUE, EdeDefinition.builtIn(CATALOGUE));
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http = HttpClient.newHttpClient();
  private final Path folder;
  private final LocalCluster cluster;
  private final List<Gateway> gateways = new ArrayList<>();

  private GatewayCluster(Path folder, LocalCluster cluster) {
    this.folder = folder;
    this.cluster = cluster;
  }

  /**
   * Starts the broker and the topology.
   *
   * @param folder for the states
   */
  static GatewayCluster start(Path folder) throws InterruptedException {
    LocalCluster cluster = LocalCluster.start(Options.temporary(), PATIENCE);
    try {
      cluster.topology(
          TopologyConfig.builder(CATALOGUE)
              .bootstrapServers(cluster.bootstrapServers())
              .rules(RuleSet.standard(CATALOGUE))
              .partitions(2)
              .stateDir(folder.resolve("topology"))
              .build());
    } catch (RuntimeException | InterruptedException e) {
      cluster.close();
      throw e;
    }
    return new GatewayCluster(folder, cluster);
  }

  /**
   * Starts a mirror.
   *
   * @param kafka properties of its consumer
   */
  SiteKeeper mirror(String name, Map<String, String> kafka) {
    return cluster.site(
        SiteConfig.builder(
                SiteRole.MIRROR, name, cluster.bootstrapServers(), folder.resolve(name), DOMAIN)
            .http("127.0.0.1", 0)
            .kafka(kafka)
            .build());
  }

  /** Starts mirrors. */
  GatewayCluster mirrors(String... names) {
    for (String name : names) {
      mirror(name, Map.of());
    }
    return this;
  }

  /** Starts gateways, and waits until they know one another and all mirrors. */
  GatewayCluster gateways(String... names) throws InterruptedException {
    cluster.awaitSites();
    for (String name : names) {
      gateways.add(
          Gateway.start(
              GatewayConfig.builder(name, cluster.bootstrapServers(), CATALOGUE)
                  .rehearsal(Duration.ZERO)
                  .build()));
    }
    for (Gateway gateway : gateways) {
      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  gateway.status().stats().openSites() == cluster.sites().size()
                      && gateway.status().stats().gateways() == gateways.size());
    }
    return this;
  }

  List<Gateway> gateways() {
    return gateways;
  }

  Gateway gateway(int index) {
    return gateways.get(index);
  }

  /** Gets a path of a gateway; headers by name and value. */
  HttpResponse<String> get(Gateway gateway, String path, String... headers)
      throws IOException, InterruptedException {
    return get(gateway.url() + path, headers);
  }

  /** Gets a URL; headers by name and value. */
  HttpResponse<String> get(String url, String... headers) throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  /** Gets what a gateway says of {@link #NUMBER}; an empty object if it has no answer. */
  JsonNode state(Gateway gateway, String... headers) throws IOException, InterruptedException {
    HttpResponse<String> answer = get(gateway, "/v1/query/state/" + NUMBER, headers);
    return answer.statusCode() == 200 ? stateIn(answer.body()) : JSON.createObjectNode();
  }

  /** Returns the state in an answer. */
  static JsonNode stateIn(String body) throws IOException {
    return JSON.readTree(body).path("state");
  }

  /** Waits until each gateway gives {@link #NUMBER} this status. */
  void awaitStatus(String status) {
    for (Gateway gateway : gateways) {
      await()
          .atMost(PATIENCE)
          .until(
              () -> state(gateway, "Deadline-Ms", "2000").path("status").asText().equals(status));
    }
  }

  /** Runs the command, which must succeed; returns what it prints. */
  static String command(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code = Windsock.execute(args, Map.of(), new PrintWriter(out), new PrintWriter(err));
    assertThat(code).as(out + " " + err).isZero();
    return out.toString();
  }

  /** Writes an update of {@link #NUMBER} by the command, and waits until it is written. */
  static void update(Gateway gateway, String type, String event, String id) {
    String written =
        command(
            "update",
            "services",
            "-k",
            NUMBER,
            "-t",
            type,
            "-e",
            event,
            "--id",
            id,
            "-g",
            gateway.url());
    assertThat(written).startsWith(id + "  written at ");
  }

  @Override
  public void close() {
    gateways.forEach(Gateway::close);
    cluster.close();
  }
}
