package io.windsock.gateway;

import io.windsock.contracts.config.ConfigCheck;
import io.windsock.contracts.query.BatchBounds;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.topic.Topics;
import io.windsock.gateway.core.CoreSettings;
import io.windsock.gateway.http.pass.PassBounds;
import io.windsock.platform.http.ConnectionBounds;
import io.windsock.platform.http.HttpConfig;
import io.windsock.platform.link.LinkBounds;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.jspecify.annotations.Nullable;

/**
 * Configuration of a gateway. Immutable; validated when built, with all faults named together.
 *
 * @param catalogue the types of the records on the monitor topic
 * @param kafka the cluster and the topics
 * @param serving the addresses at which it serves
 * @param sites which sites it sends calls to
 * @param core the settings of the core, with the gateway's name
 * @param links the times and bounds of its links
 * @param pass the bounds of requests that it passes through to sites
 * @param rehearsal how long it rehearses at most before it takes calls; zero: not at all
 */
public record GatewayConfig(
    Catalogue catalogue,
    Kafka kafka,
    Serving serving,
    SiteRole sites,
    CoreSettings core,
    LinkBounds links,
    PassBounds pass,
    Duration rehearsal) {
  private static final int MAX_PORT = 65_535;
  private static final int MAX_REHEARSAL_MS = 60_000;

  /** Heartbeats of a member that must be missing before it counts as silent. */
  private static final int MIN_HEARTBEATS = 2;

  /**
   * Which sites a gateway uses. It uses sites of one role, because positions in the two output
   * topics can't be compared.
   */
  public enum SiteRole {
    /** Those that follow the mirror topic. */
    MIRROR("mirror"),
    /** Those that follow the forward topic. */
    CENTRAL("central");

    private final String text;

    SiteRole(String text) {
      this.text = text;
    }

    /** Returns the name used in samples and commands. */
    public String text() {
      return text;
    }
  }

  /**
   * The Kafka cluster and its topics.
   *
   * @param bootstrapServers bootstrap servers of the cluster
   * @param topics the topics' names
   * @param properties further properties of the clients
   */
  public record Kafka(String bootstrapServers, Topics topics, Map<String, String> properties) {
    /** Copies the properties. */
    public Kafka {
      properties = Map.copyOf(properties);
    }

    private void check(ConfigCheck check) {
      check.holds(!bootstrapServers.isBlank(), "bootstrapServers", "empty", "host:port");
    }

    /** Returns the properties shared by all its clients. */
    public Map<String, Object> client() {
      Map<String, Object> client = new HashMap<>(properties);
      client.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
      return client;
    }
  }

  /**
   * The addresses at which a gateway serves.
   *
   * @param host the address that it binds
   * @param port the port of HTTP; 0 for any free port
   * @param linkPort the port of links, at the same host; 0 for any free port
   * @param allowedHosts names by which clients may call the HTTP server, besides that of {@code
   *     advertisedUrl}
   * @param advertisedUrl the HTTP server's URL for others; null for the bound address
   * @param peers base URLs of other gateways as clients reach them, at which its clients continue
   *     before those that gateways advertise; its own may be among them
   */
  public record Serving(
      String host,
      int port,
      int linkPort,
      List<String> allowedHosts,
      @Nullable String advertisedUrl,
      List<String> peers) {
    /** Copies the lists. */
    public Serving {
      allowedHosts = List.copyOf(allowedHosts);
      peers = List.copyOf(peers);
    }

    private void check(ConfigCheck check) {
      HttpConfig.check(check, host, port, allowedHosts, ConnectionBounds.standard());
      check.range("linkPort", linkPort, 0, MAX_PORT);
      check.holds(
          linkPort == 0 || linkPort != port, "linkPort", linkPort, "another than that of HTTP");
      if (advertisedUrl != null) {
        check.http("advertisedUrl", advertisedUrl);
      }
      for (String peer : peers) {
        check.http("peers", peer);
      }
    }

    /** Returns the configuration of the HTTP server. */
    public HttpConfig http() {
      return HttpConfig.at(host, port, allowedHosts);
    }
  }

  /** Validates the configuration and reports every fault. */
  public GatewayConfig {
    ConfigCheck check = new ConfigCheck("gateway");
    check(check, core.name(), kafka, serving, pass);
    check.holds(
        core.silenceMs() >= MIN_HEARTBEATS * links.heartbeat().toMillis(),
        "silenceMs",
        core.silenceMs(),
        "at least "
            + MIN_HEARTBEATS * links.heartbeat().toMillis()
            + ": a site sends a heartbeat each "
            + links.heartbeat().toMillis()
            + " ms");
    check.range("rehearsalMs", rehearsal.toMillis(), 0, MAX_REHEARSAL_MS);
    check.done();
  }

  /** Returns the same with links at any free port of the loopback address. */
  public GatewayConfig onLoopback() {
    Serving loopback = new Serving("127.0.0.1", 0, 0, List.of(), null, List.of());
    return new GatewayConfig(catalogue, kafka, loopback, sites, core, links, pass, rehearsal);
  }

  static void check(ConfigCheck check, String name, Kafka kafka, Serving serving, PassBounds pass) {
    check.holds(name.matches("[a-zA-Z0-9._-]{1,64}"), "name", "'" + name + "'", CoreSettings.NAME);
    kafka.check(check);
    serving.check(check);
    pass.check(check);
  }

  /** Returns the gateway's name, at most {@link BatchBounds#MAX_NAME_BYTES} bytes. */
  public String name() {
    return core.name();
  }

  /** Returns a builder with defaults for everything else. */
  public static GatewayConfigBuilder builder(
      String name, String bootstrapServers, Catalogue catalogue) {
    return new GatewayConfigBuilder(name, bootstrapServers, catalogue);
  }
}
