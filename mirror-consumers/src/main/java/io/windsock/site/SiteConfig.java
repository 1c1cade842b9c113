package io.windsock.site;

import io.windsock.contracts.config.ConfigCheck;
import io.windsock.contracts.topic.Topics;
import io.windsock.platform.http.Hosts;
import io.windsock.platform.http.HttpConfig;
import io.windsock.site.apply.ApplyOptions;
import io.windsock.site.apply.Following;
import io.windsock.site.join.JoinFrom;
import io.windsock.site.serve.ServerConfig;
import io.windsock.site.snapshot.SnapshotOptions;
import io.windsock.site.state.Rebuild;
import io.windsock.site.status.SiteDomain;
import io.windsock.site.status.SiteRole;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.jspecify.annotations.Nullable;

/**
 * Configuration of a site. Immutable; validated when built, with all faults named together.
 *
 * @param role the site's role
 * @param name the site's name; its checkpoints belong to the group {@code <prefix>.site.<name>}
 * @param domain the domain of the events
 * @param kafka the cluster and the topics
 * @param store the state on disk
 * @param serving the HTTP server and the other sites
 * @param following how it follows its log
 * @param snapshots when to make snapshots for other sites
 */
public record SiteConfig(
    SiteRole role,
    String name,
    SiteDomain domain,
    Kafka kafka,
    Store store,
    Serving serving,
    Following following,
    SnapshotOptions snapshots) {
  /** The default of {@link Store#memoryBytes}: 128 MiB. */
  public static final long MEMORY_BYTES = 128L << 20;

  /** The least memory a database works with: 8 MiB. */
  public static final long MIN_MEMORY_BYTES = 8L << 20;

  /** The least time between two snapshots: 100 ms. */
  public static final long MIN_SNAPSHOT_MS = 100;

  private static final int MAX_PORT = 65_535;
  private static final int MAX_REHEARSAL_MS = 60_000;

  /**
   * Kafka properties that a site sets itself. Other values could make it skip or repeat records.
   */
  private static final Set<String> OWN =
      Set.of(
          ConsumerConfig.GROUP_ID_CONFIG,
          ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
          ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
          ConsumerConfig.ISOLATION_LEVEL_CONFIG,
          ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
          ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG);

  /**
   * The Kafka cluster and its topics.
   *
   * @param bootstrapServers bootstrap servers of the cluster
   * @param topics the topics' names
   * @param topicPatience how long to wait for the topic to be created
   * @param properties further properties of the clients
   */
  public record Kafka(
      String bootstrapServers,
      Topics topics,
      Duration topicPatience,
      Map<String, String> properties) {

    /** Copies the properties. */
    public Kafka {
      properties = Map.copyOf(properties);
    }

    private void check(ConfigCheck check) {
      check.holds(!bootstrapServers.isBlank(), "bootstrapServers", "empty", "host:port");
      check.holds(!topicPatience.isNegative(), "topicPatience", topicPatience, "0 or more");
      for (String key : properties.keySet()) {
        check.holds(!OWN.contains(key), "kafka", key, "none of those that a site sets itself");
      }
    }
  }

  /**
   * The state on disk.
   *
   * @param dataDir the directory for the site's state, used by this site alone
   * @param memoryBytes bound on the database's block cache and write buffers
   * @param rebuild what to do with existing state
   */
  public record Store(Path dataDir, long memoryBytes, Rebuild rebuild) {}

  /**
   * The HTTP server and the other sites.
   *
   * @param host the address that the server binds
   * @param port its port; 0 for any free port
   * @param allowedHosts host names that clients may use, besides those of {@code advertisedUrl} and
   *     the peers
   * @param advertisedUrl the server's URL for other sites; null for the bound address
   * @param peers base URLs of the other sites
   * @param links the links for calls, at the same host
   */
  public record Serving(
      String host,
      int port,
      List<String> allowedHosts,
      @Nullable String advertisedUrl,
      List<String> peers,
      Links links) {

    /** Copies the lists. */
    public Serving {
      allowedHosts = List.copyOf(allowedHosts);
      peers = List.copyOf(peers);
    }

    private void check(ConfigCheck check) {
      check.holds(port >= 0 && port <= MAX_PORT, "httpPort", port, "0 to 65535");
      links.check(check);
      for (String name : allowedHosts) {
        check.holds(Hosts.isName(name), "allowedHosts", name, HttpConfig.HOST_NAME);
      }
      if (advertisedUrl != null) {
        check.http("advertisedUrl", advertisedUrl);
      }
      for (String peer : peers) {
        check.http("peers", peer);
      }
    }
  }

  /**
   * The links for calls.
   *
   * @param port their port; 0 for any free port
   * @param keys the watermarks on pending calls for keys
   * @param views the watermarks on pending calls for views
   * @param rehearsal how long the site makes calls to itself, at most, before it serves; zero: not
   *     at all
   */
  public record Links(
      int port, ServerConfig.Watermarks keys, ServerConfig.Watermarks views, Duration rehearsal) {

    private void check(ConfigCheck check) {
      check.holds(port >= 0 && port <= MAX_PORT, "linkPort", port, "0 to 65535");
      keys.check(check, "keyCalls");
      views.check(check, "viewCalls");
      check.range("rehearsalMs", rehearsal.toMillis(), 0, MAX_REHEARSAL_MS);
    }
  }

  /** Validates the configuration and reports every fault. */
  public SiteConfig {
    ConfigCheck check = new ConfigCheck("site");
    check.holds(
        name.matches("[a-zA-Z0-9._-]{1,64}"), "name", name, "1 to 64 letters, digits, . _ -");
    kafka.check(check);
    check.holds(
        store.memoryBytes() >= MIN_MEMORY_BYTES,
        "memoryBytes",
        store.memoryBytes(),
        "at least " + MIN_MEMORY_BYTES);
    serving.check(check);
    following.check(check);
    check.holds(
        snapshots.everyMs() >= MIN_SNAPSHOT_MS,
        "snapshotEvery",
        snapshots.everyMs() + " ms",
        "at least " + MIN_SNAPSHOT_MS + " ms");
    check.holds(
        snapshots.everyEvents() > 0, "snapshotEvents", snapshots.everyEvents(), "greater than 0");
    check.done();
  }

  /** A builder with defaults for everything else. */
  public static SiteConfigBuilder builder(
      SiteRole role, String name, String bootstrapServers, Path dataDir, SiteDomain domain) {
    return new SiteConfigBuilder(role, name, bootstrapServers, dataDir, domain);
  }

  /** The consumer group whose offsets are the site's checkpoints. */
  public String group() {
    return kafka.topics().prefix() + ".site." + name;
  }

  /** The properties shared by all its Kafka clients. */
  Map<String, Object> client() {
    Map<String, Object> client = new HashMap<>(kafka.properties());
    client.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers());
    return client;
  }

  ApplyOptions applyOptions() {
    Map<String, Object> client = client();
    client.put(ConsumerConfig.GROUP_ID_CONFIG, group());
    client.put(ConsumerConfig.CLIENT_ID_CONFIG, group());
    return new ApplyOptions(name, role, domain, client, following);
  }

  /**
   * A copy for a site that is restarted in this process: it keeps its state, or another site's that
   * was loaded, and does not look for a snapshot again.
   */
  SiteConfig forRestart(int port, List<String> urls) {
    return restarted(port, urls, Rebuild.NEVER, following.joinFrom(JoinFrom.LOG));
  }

  /**
   * A copy for a site whose state was damaged: it starts with an empty state. A trimmed log no
   * longer holds everything that state held, so the site must not begin late. A state that the log
   * contradicted may be another site's as well, so the log is read if it is whole.
   */
  SiteConfig rebuilding(int port, List<String> urls) {
    Following follows = following.beginLate(false).joinFrom(JoinFrom.LOG);
    return restarted(port, urls, Rebuild.ALWAYS, follows);
  }

  private SiteConfig restarted(int port, List<String> urls, Rebuild choice, Following follows) {
    return new SiteConfig(
        role,
        name,
        domain,
        kafka,
        new Store(store.dataDir(), store.memoryBytes(), choice),
        new Serving(
            serving.host(),
            port,
            serving.allowedHosts(),
            serving.advertisedUrl(),
            urls,
            serving.links()),
        follows,
        snapshots);
  }
}
