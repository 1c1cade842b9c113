package io.windsock.site;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.topic.Topics;
import io.windsock.ede.EdeDefinition;
import io.windsock.site.apply.ApplyOptions;
import io.windsock.site.apply.SiteDomain;
import io.windsock.site.apply.SiteRole;
import io.windsock.site.state.Rebuild;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.jspecify.annotations.Nullable;

/**
 * What a site needs to know to start. Immutable; checked when built, all faults named together.
 *
 * @param role what the site is for
 * @param name its name: the group of its checkpoints is {@code <prefix>.site.<name>}
 * @param bootstrapServers where the Kafka cluster is
 * @param topics the topics' names
 * @param domain what the events mean
 * @param dataDir its own directory, for its state
 * @param httpHost the address that its HTTP server binds
 * @param httpPort its port; 0: any that is free
 * @param advertisedUrl where others reach its HTTP server; null: as it is bound
 * @param peers base URLs of the other sites
 * @param memoryBytes bound of the database's block cache and write buffers
 * @param cachedKeys decoded states kept on the heap, about 2.5 KB each
 * @param readyLag offsets behind the end of the log at which it counts as caught up
 * @param checkpointEvery the least time between two commits of checkpoints
 * @param watchEvery how often to look whether the topic is still the same one
 * @param topicPatience how long to wait for the topic to be created
 * @param rebuild what to do with state that is there already
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
    @Nullable String advertisedUrl,
    List<String> peers,
    long memoryBytes,
    int cachedKeys,
    long readyLag,
    Duration checkpointEvery,
    Duration watchEvery,
    Duration topicPatience,
    Rebuild rebuild,
    Map<String, String> kafka) {
  /** Where nothing else is set: 128 MiB. */
  public static final long MEMORY_BYTES = 128L << 20;

  /** The least a database works with: 8 MiB. */
  public static final long MIN_MEMORY_BYTES = 8L << 20;

  private static final String HTTP_URL = "a URL such as http://127.0.0.1:8081";
  private static final int MAX_PORT = 65_535;

  /** Properties that a site sets itself: with others it could skip or repeat records. */
  private static final Set<String> OWN =
      Set.of(
          ConsumerConfig.GROUP_ID_CONFIG,
          ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
          ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
          ConsumerConfig.ISOLATION_LEVEL_CONFIG,
          ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
          ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG);

  /** Names every fault. */
  public SiteConfig {
    peers = List.copyOf(peers);
    kafka = Map.copyOf(kafka);
    List<Fault> faults = new ArrayList<>();
    check(
        faults,
        name.matches("[a-zA-Z0-9._-]{1,64}"),
        "name",
        name,
        "1 to 64 letters, digits, . _ -");
    check(faults, !bootstrapServers.isBlank(), "bootstrapServers", "empty", "host:port");
    check(faults, httpPort >= 0 && httpPort <= MAX_PORT, "httpPort", httpPort, "0 to 65535");
    check(
        faults,
        memoryBytes >= MIN_MEMORY_BYTES,
        "memoryBytes",
        memoryBytes,
        "at least " + MIN_MEMORY_BYTES);
    check(faults, cachedKeys > 0, "cachedKeys", cachedKeys, "greater than 0");
    check(faults, readyLag >= 0, "readyLag", readyLag, "0 or more");
    check(faults, !checkpointEvery.isNegative(), "checkpointEvery", checkpointEvery, "0 or more");
    check(faults, watchEvery.toMillis() > 0, "watchEvery", watchEvery, "at least 1 ms");
    check(faults, !topicPatience.isNegative(), "topicPatience", topicPatience, "0 or more");
    if (advertisedUrl != null) {
      check(faults, isHttp(advertisedUrl), "advertisedUrl", advertisedUrl, HTTP_URL);
    }
    for (String peer : peers) {
      check(faults, isHttp(peer), "peers", peer, HTTP_URL);
    }
    for (String key : kafka.keySet()) {
      check(faults, !OWN.contains(key), "kafka", key, "none of those that a site sets itself");
    }
    if (!faults.isEmpty()) {
      throw new ConfigurationException(faults);
    }
  }

  private static boolean isHttp(String url) {
    try {
      URI uri = URI.create(url);
      return Set.of("http", "https").contains(String.valueOf(uri.getScheme()))
          && uri.getHost() != null;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static void check(
      List<Fault> faults, boolean holds, String field, Object value, String admitted) {
    if (!holds) {
      faults.add(new Fault("site." + field, "is " + value + "; it must be " + admitted));
    }
  }

  /** A configuration with everything else as shipped. */
  public static Builder builder(SiteRole role, String name, String bootstrapServers, Path dataDir) {
    return new Builder(role, name, bootstrapServers, dataDir);
  }

  /** The consumer group whose offsets are the site's checkpoints. */
  public String group() {
    return topics.prefix() + ".site." + name;
  }

  /** The properties that all its Kafka clients have. */
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
        watchEvery.toMillis());
  }

  /** Collects a configuration. */
  public static final class Builder {
    private final SiteRole role;
    private final String name;
    private final String bootstrapServers;
    private final Path dataDir;
    private Topics topics = Topics.standard();
    private SiteDomain domain;
    private String httpHost = "127.0.0.1";
    private int httpPort;
    private @Nullable String advertisedUrl;
    private List<String> peers = List.of();
    private long memoryBytes = MEMORY_BYTES;
    private int cachedKeys = ApplyOptions.CACHED_KEYS;
    private long readyLag = ApplyOptions.READY_LAG;
    private Duration checkpointEvery = Duration.ofMillis(ApplyOptions.CHECKPOINT_EVERY_MS);
    private Duration watchEvery = Duration.ofMillis(ApplyOptions.WATCH_EVERY_MS);
    private Duration topicPatience = Duration.ofSeconds(30);
    private Rebuild rebuild = Rebuild.NEVER;
    private Map<String, String> kafka = Map.of();

    private Builder(SiteRole role, String name, String bootstrapServers, Path dataDir) {
      this.role = role;
      this.name = name;
      this.bootstrapServers = bootstrapServers;
      this.dataDir = dataDir;
      Catalogue airline = Catalogue.airline();
      domain = new SiteDomain(airline, EdeDefinition.airline(airline));
    }

    /** The topics' names; the standard ones where not set. */
    public Builder topics(Topics names) {
      topics = names;
      return this;
    }

    /** What the events mean; the airline domain where not set. */
    public Builder domain(Catalogue catalogue, EdeDefinition ede) {
      domain = new SiteDomain(catalogue, ede);
      return this;
    }

    /** Where the HTTP server listens; 127.0.0.1 and any free port where not set. */
    public Builder http(String host, int port) {
      httpHost = host;
      httpPort = port;
      return this;
    }

    /** Where others reach the HTTP server; as it is bound where not set. */
    public Builder advertisedUrl(@Nullable String url) {
      advertisedUrl = url;
      return this;
    }

    /** Base URLs of the other sites. */
    public Builder peers(List<String> urls) {
      peers = urls;
      return this;
    }

    /** Bound of the database's block cache and write buffers, bytes. */
    public Builder memoryBytes(long bytes) {
      memoryBytes = bytes;
      return this;
    }

    /** Decoded states kept on the heap. */
    public Builder cachedKeys(int keys) {
      cachedKeys = keys;
      return this;
    }

    /** Offsets behind the end of the log at which the site counts as caught up. */
    public Builder readyLag(long offsets) {
      readyLag = offsets;
      return this;
    }

    /** The least time between two commits of checkpoints. */
    public Builder checkpointEvery(Duration interval) {
      checkpointEvery = interval;
      return this;
    }

    /** How often to look whether the topic is still the same one. */
    public Builder watchEvery(Duration interval) {
      watchEvery = interval;
      return this;
    }

    /** How long to wait for the topic to be created. */
    public Builder topicPatience(Duration patience) {
      topicPatience = patience;
      return this;
    }

    /** What to do with state that is there already. */
    public Builder rebuild(Rebuild choice) {
      rebuild = choice;
      return this;
    }

    /** Further properties of the Kafka client. */
    public Builder kafka(Map<String, String> properties) {
      kafka = properties;
      return this;
    }

    /**
     * Checks and builds.
     *
     * @throws ConfigurationException with every fault
     */
    public SiteConfig build() {
      return new SiteConfig(
          role,
          name,
          bootstrapServers,
          topics,
          domain,
          dataDir,
          httpHost,
          httpPort,
          advertisedUrl,
          peers,
          memoryBytes,
          cachedKeys,
          readyLag,
          checkpointEvery,
          watchEvery,
          topicPatience,
          rebuild,
          kafka);
    }
  }
}
