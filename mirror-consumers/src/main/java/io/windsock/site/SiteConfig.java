package io.windsock.site;

import io.windsock.contracts.config.ConfigCheck;
import io.windsock.contracts.topic.Topics;
import io.windsock.platform.http.Hosts;
import io.windsock.platform.http.HttpConfig;
import io.windsock.site.apply.ApplyOptions;
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
 * @param bootstrapServers bootstrap servers of the Kafka cluster
 * @param topics the topics' names
 * @param domain the domain of the events
 * @param dataDir the directory for the site's state, used by this site alone
 * @param httpHost the address that its HTTP server binds
 * @param httpPort its port; 0 for any free port
 * @param allowedHosts host names that clients may use, besides those of {@code advertisedUrl} and
 *     the peers
 * @param advertisedUrl the HTTP server's URL for other sites; null for the bound address
 * @param peers base URLs of the other sites
 * @param memoryBytes bound on the database's block cache and write buffers
 * @param cachedKeys decoded states kept on the heap, about 2.5 KB each
 * @param readyLag the most offsets behind the log's end at which the site counts as caught up
 * @param checkpointEvery the least time between two commits of checkpoints
 * @param watchEvery how often to check that the topic was not replaced
 * @param topicPatience how long to wait for the topic to be created
 * @param rebuild what to do with existing state
 * @param snapshots when to make snapshots for other sites
 * @param beginLate whether an empty state may begin in a log whose beginning was trimmed
 * @param kafka further properties of the Kafka client
 */
public record SiteConfig(
    SiteRole role,
    String name,
    String bootstrapServers,
    Topics topics,
    SiteDomain domain,
    Path dataDir,
    String httpHost,
    int httpPort,
    List<String> allowedHosts,
    @Nullable String advertisedUrl,
    List<String> peers,
    long memoryBytes,
    int cachedKeys,
    long readyLag,
    Duration checkpointEvery,
    Duration watchEvery,
    Duration topicPatience,
    Rebuild rebuild,
    SnapshotOptions snapshots,
    boolean beginLate,
    Map<String, String> kafka) {
  /** The default of {@code memoryBytes}: 128 MiB. */
  public static final long MEMORY_BYTES = 128L << 20;

  /** The least memory a database works with: 8 MiB. */
  public static final long MIN_MEMORY_BYTES = 8L << 20;

  /** The least time between two snapshots: 100 ms. */
  public static final long MIN_SNAPSHOT_MS = 100;

  private static final int MAX_PORT = 65_535;

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

  /** Validates the configuration and reports every fault. */
  public SiteConfig {
    allowedHosts = List.copyOf(allowedHosts);
    peers = List.copyOf(peers);
    kafka = Map.copyOf(kafka);
    ConfigCheck check = new ConfigCheck("site");
    check.holds(
        name.matches("[a-zA-Z0-9._-]{1,64}"), "name", name, "1 to 64 letters, digits, . _ -");
    check.holds(!bootstrapServers.isBlank(), "bootstrapServers", "empty", "host:port");
    check.holds(httpPort >= 0 && httpPort <= MAX_PORT, "httpPort", httpPort, "0 to 65535");
    check.holds(
        memoryBytes >= MIN_MEMORY_BYTES,
        "memoryBytes",
        memoryBytes,
        "at least " + MIN_MEMORY_BYTES);
    check.holds(cachedKeys > 0, "cachedKeys", cachedKeys, "greater than 0");
    check.holds(readyLag >= 0, "readyLag", readyLag, "0 or more");
    check.holds(!checkpointEvery.isNegative(), "checkpointEvery", checkpointEvery, "0 or more");
    check.holds(watchEvery.toMillis() > 0, "watchEvery", watchEvery, "at least 1 ms");
    check.holds(!topicPatience.isNegative(), "topicPatience", topicPatience, "0 or more");
    check.holds(
        snapshots.everyMs() >= MIN_SNAPSHOT_MS,
        "snapshotEvery",
        snapshots.everyMs() + " ms",
        "at least " + MIN_SNAPSHOT_MS + " ms");
    check.holds(
        snapshots.everyEvents() > 0, "snapshotEvents", snapshots.everyEvents(), "greater than 0");
    for (String host : allowedHosts) {
      check.holds(Hosts.isName(host), "allowedHosts", host, HttpConfig.HOST_NAME);
    }
    if (advertisedUrl != null) {
      check.http("advertisedUrl", advertisedUrl);
    }
    for (String peer : peers) {
      check.http("peers", peer);
    }
    for (String key : kafka.keySet()) {
      check.holds(!OWN.contains(key), "kafka", key, "none of those that a site sets itself");
    }
    check.done();
  }

  /** A builder with defaults for everything else. */
  public static SiteConfigBuilder builder(
      SiteRole role, String name, String bootstrapServers, Path dataDir, SiteDomain domain) {
    return new SiteConfigBuilder(role, name, bootstrapServers, dataDir, domain);
  }

  /** The consumer group whose offsets are the site's checkpoints. */
  public String group() {
    return topics.prefix() + ".site." + name;
  }

  /** The properties shared by all its Kafka clients. */
  Map<String, Object> client() {
    Map<String, Object> client = new HashMap<>(kafka);
    client.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    return client;
  }

  ApplyOptions applyOptions() {
    Map<String, Object> client = client();
    client.put(ConsumerConfig.GROUP_ID_CONFIG, group());
    client.put(ConsumerConfig.CLIENT_ID_CONFIG, group());
    return new ApplyOptions(
        name,
        role,
        domain,
        client,
        cachedKeys,
        readyLag,
        checkpointEvery.toMillis(),
        watchEvery.toMillis(),
        beginLate);
  }

  /** A copy for a site that is restarted in this process: it keeps its state. */
  SiteConfig forRestart(int port, List<String> urls) {
    return again(port, urls, Rebuild.NEVER, beginLate);
  }

  /**
   * A copy for a site whose state was damaged: it starts with an empty state. A trimmed log no
   * longer holds everything that state held, so the site must not begin late.
   */
  SiteConfig rebuilding(int port, List<String> urls) {
    return again(port, urls, Rebuild.ALWAYS, false);
  }

  private SiteConfig again(int port, List<String> urls, Rebuild choice, boolean late) {
    return new SiteConfig(
        role,
        name,
        bootstrapServers,
        topics,
        domain,
        dataDir,
        httpHost,
        port,
        allowedHosts,
        advertisedUrl,
        urls,
        memoryBytes,
        cachedKeys,
        readyLag,
        checkpointEvery,
        watchEvery,
        topicPatience,
        choice,
        snapshots,
        late,
        kafka);
  }
}
