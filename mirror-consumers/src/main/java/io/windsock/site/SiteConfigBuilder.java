package io.windsock.site;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.topic.Topics;
import io.windsock.site.apply.ApplyOptions;
import io.windsock.site.snapshot.SnapshotOptions;
import io.windsock.site.state.Rebuild;
import io.windsock.site.status.SiteDomain;
import io.windsock.site.status.SiteRole;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects a {@link SiteConfig}. One thread owns it. */
public final class SiteConfigBuilder {
  private final SiteRole role;
  private final String name;
  private final String bootstrapServers;
  private final Path dataDir;
  private final SiteDomain domain;
  private Topics topics = Topics.standard();
  private String httpHost = "127.0.0.1";
  private int httpPort;
  private List<String> allowedHosts = List.of();
  private @Nullable String advertisedUrl;
  private List<String> peers = List.of();
  private long memoryBytes = SiteConfig.MEMORY_BYTES;
  private int cachedKeys = ApplyOptions.CACHED_KEYS;
  private long readyLag = ApplyOptions.READY_LAG;
  private Duration checkpointEvery = Duration.ofMillis(ApplyOptions.CHECKPOINT_EVERY_MS);
  private Duration watchEvery = Duration.ofMillis(ApplyOptions.WATCH_EVERY_MS);
  private Duration topicPatience = Duration.ofSeconds(30);
  private Rebuild rebuild = Rebuild.NEVER;
  private SnapshotOptions snapshots = SnapshotOptions.standard();
  private boolean beginLate;
  private Map<String, String> kafka = Map.of();

  SiteConfigBuilder(
      SiteRole role, String name, String bootstrapServers, Path dataDir, SiteDomain domain) {
    this.role = role;
    this.name = name;
    this.bootstrapServers = bootstrapServers;
    this.dataDir = dataDir;
    this.domain = domain;
  }

  /** The topics' names; the standard ones where not set. */
  public SiteConfigBuilder topics(Topics names) {
    topics = names;
    return this;
  }

  /** Where the HTTP server listens; 127.0.0.1 and any free port where not set. */
  public SiteConfigBuilder http(String host, int port) {
    httpHost = host;
    httpPort = port;
    return this;
  }

  /** Further names that clients may call the HTTP server by; none where not set. */
  public SiteConfigBuilder allowedHosts(List<String> names) {
    allowedHosts = names;
    return this;
  }

  /** Where others reach the HTTP server; as it is bound where not set. */
  public SiteConfigBuilder advertisedUrl(@Nullable String url) {
    advertisedUrl = url;
    return this;
  }

  /** Base URLs of the other sites. */
  public SiteConfigBuilder peers(List<String> urls) {
    peers = urls;
    return this;
  }

  /** Bound of the database's block cache and write buffers, bytes. */
  public SiteConfigBuilder memoryBytes(long bytes) {
    memoryBytes = bytes;
    return this;
  }

  /** Decoded states kept on the heap. */
  public SiteConfigBuilder cachedKeys(int keys) {
    cachedKeys = keys;
    return this;
  }

  /** Offsets behind the end of the log at which the site counts as caught up. */
  public SiteConfigBuilder readyLag(long offsets) {
    readyLag = offsets;
    return this;
  }

  /** The least time between two commits of checkpoints. */
  public SiteConfigBuilder checkpointEvery(Duration interval) {
    checkpointEvery = interval;
    return this;
  }

  /** How often to look whether the topic is still the same one. */
  public SiteConfigBuilder watchEvery(Duration interval) {
    watchEvery = interval;
    return this;
  }

  /** How long to wait for the topic to be created. */
  public SiteConfigBuilder topicPatience(Duration patience) {
    topicPatience = patience;
    return this;
  }

  /** What to do with state that is there already. */
  public SiteConfigBuilder rebuild(Rebuild choice) {
    rebuild = choice;
    return this;
  }

  /** When to make snapshots for other sites; each minute, or 200,000 events, where not set. */
  public SiteConfigBuilder snapshots(Duration every, long events) {
    snapshots = new SnapshotOptions(every.toMillis(), events);
    return this;
  }

  /**
   * Whether an empty state may begin in a log whose beginning was trimmed away: it lacks for good
   * what was trimmed. Where not set it may not, and another site's snapshot is needed.
   */
  public SiteConfigBuilder beginLate(boolean choice) {
    beginLate = choice;
    return this;
  }

  /** Further properties of the Kafka client. */
  public SiteConfigBuilder kafka(Map<String, String> properties) {
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
        allowedHosts,
        advertisedUrl,
        peers,
        memoryBytes,
        cachedKeys,
        readyLag,
        checkpointEvery,
        watchEvery,
        topicPatience,
        rebuild,
        snapshots,
        beginLate,
        kafka);
  }
}
