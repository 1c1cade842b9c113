package io.windsock.site;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.topic.Topics;
import io.windsock.site.apply.Following;
import io.windsock.site.join.JoinFrom;
import io.windsock.site.serve.ServerConfig.Watermarks;
import io.windsock.site.snapshot.SnapshotOptions;
import io.windsock.site.state.Rebuild;
import io.windsock.site.status.SiteDomain;
import io.windsock.site.status.SiteRole;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builder of a {@link SiteConfig}. Owned by one thread. */
public final class SiteConfigBuilder {
  private final SiteRole role;
  private final String name;
  private final String bootstrapServers;
  private final Path dataDir;
  private final SiteDomain domain;
  private Topics topics = Topics.standard();
  private String httpHost = "127.0.0.1";
  private int httpPort;
  private int linkPort;
  private Watermarks keyCalls = Watermarks.KEYS;
  private Watermarks viewCalls = Watermarks.VIEWS;
  private Duration rehearsal = Duration.ZERO;
  private List<String> allowedHosts = List.of();
  private @Nullable String advertisedUrl;
  private List<String> peers = List.of();
  private long memoryBytes = SiteConfig.MEMORY_BYTES;
  private Following following = Following.STANDARD;
  private Duration topicPatience = Duration.ofSeconds(30);
  private Rebuild rebuild = Rebuild.NEVER;
  private SnapshotOptions snapshots = SnapshotOptions.standard();

  private Map<String, String> kafka = Map.of();

  SiteConfigBuilder(
      SiteRole role, String name, String bootstrapServers, Path dataDir, SiteDomain domain) {
    this.role = role;
    this.name = name;
    this.bootstrapServers = bootstrapServers;
    this.dataDir = dataDir;
    this.domain = domain;
  }

  /** The topics' names; the standard ones by default. */
  public SiteConfigBuilder topics(Topics names) {
    topics = names;
    return this;
  }

  /** The HTTP server's address and port; 127.0.0.1 and any free port by default. */
  public SiteConfigBuilder http(String host, int port) {
    httpHost = host;
    httpPort = port;
    return this;
  }

  /** The port of links for calls, at the HTTP server's address; any free port by default. */
  public SiteConfigBuilder linkPort(int port) {
    linkPort = port;
    return this;
  }

  /** The watermarks on pending calls for keys; 4,000 and 3,200 by default. */
  public SiteConfigBuilder keyCalls(int high, int low) {
    keyCalls = new Watermarks(high, low);
    return this;
  }

  /** The watermarks on pending calls for views; 1,000 and 800 by default. */
  public SiteConfigBuilder viewCalls(int high, int low) {
    viewCalls = new Watermarks(high, low);
    return this;
  }

  /**
   * How long it makes calls to itself, at most, when it has caught up and before it serves, so that
   * the first ones of others are not slow; zero, which is the default: not at all.
   */
  public SiteConfigBuilder rehearsal(Duration most) {
    rehearsal = most;
    return this;
  }

  /** Further host names that clients may use for the HTTP server; none by default. */
  public SiteConfigBuilder allowedHosts(List<String> names) {
    allowedHosts = names;
    return this;
  }

  /** The HTTP server's URL for other sites; the bound address by default. */
  public SiteConfigBuilder advertisedUrl(@Nullable String url) {
    advertisedUrl = url;
    return this;
  }

  /** Base URLs of the other sites. */
  public SiteConfigBuilder peers(List<String> urls) {
    peers = urls;
    return this;
  }

  /** Bound on the database's block cache and write buffers, bytes. */
  public SiteConfigBuilder memoryBytes(long bytes) {
    memoryBytes = bytes;
    return this;
  }

  /** The number of decoded states kept on the heap. */
  public SiteConfigBuilder cachedKeys(int keys) {
    following = following.cachedKeys(keys);
    return this;
  }

  /** The most offsets behind the log's end at which the site counts as caught up. */
  public SiteConfigBuilder readyLag(long offsets) {
    following = following.readyLag(offsets);
    return this;
  }

  /** The least time between two commits of checkpoints. */
  public SiteConfigBuilder checkpointEvery(Duration interval) {
    following = following.checkpointEvery(interval);
    return this;
  }

  /** How often to check that the topic was not replaced. */
  public SiteConfigBuilder watchEvery(Duration interval) {
    following = following.watchEvery(interval);
    return this;
  }

  /** How long to wait for the topic to be created. */
  public SiteConfigBuilder topicPatience(Duration patience) {
    topicPatience = patience;
    return this;
  }

  /** What to do with existing state. */
  public SiteConfigBuilder rebuild(Rebuild choice) {
    rebuild = choice;
    return this;
  }

  /** When to make snapshots for other sites; every minute or every 200,000 events by default. */
  public SiteConfigBuilder snapshots(Duration every, long events) {
    snapshots = new SnapshotOptions(every.toMillis(), events);
    return this;
  }

  /**
   * Whether an empty state may begin in a log whose beginning was trimmed. Such a state lacks the
   * trimmed records for good. False by default: the site then needs another site's snapshot.
   */
  public SiteConfigBuilder beginLate(boolean choice) {
    following = following.beginLate(choice);
    return this;
  }

  /**
   * From what the site starts if the log has all that it needs; {@link JoinFrom#LOG} by default.
   * Only a {@link SiteKeeper} can start it from another site's snapshot.
   */
  public SiteConfigBuilder joinFrom(JoinFrom choice) {
    following = following.joinFrom(choice);
    return this;
  }

  /** Further properties of the Kafka client. */
  public SiteConfigBuilder kafka(Map<String, String> properties) {
    kafka = properties;
    return this;
  }

  /**
   * Validates and builds the configuration.
   *
   * @throws ConfigurationException naming every fault
   */
  public SiteConfig build() {
    return new SiteConfig(
        role,
        name,
        domain,
        new SiteConfig.Kafka(bootstrapServers, topics, topicPatience, kafka),
        new SiteConfig.Store(dataDir, memoryBytes, rebuild),
        new SiteConfig.Serving(
            httpHost,
            httpPort,
            allowedHosts,
            advertisedUrl,
            peers,
            new SiteConfig.Links(linkPort, keyCalls, viewCalls, rehearsal)),
        following,
        snapshots);
  }
}
