package io.windsock.gateway;

import io.windsock.contracts.config.ConfigCheck;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.topic.Topics;
import io.windsock.gateway.core.CoreSettings;
import io.windsock.gateway.core.CoreSettings.Limits;
import io.windsock.gateway.core.CoreSettings.RoutingPolicy;
import io.windsock.gateway.http.pass.PassBounds;
import io.windsock.platform.link.LinkBounds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Builder of a {@link GatewayConfig}. Owned by one thread. */
public final class GatewayConfigBuilder {
  private static final String SECTION = "gateway";
  private static final int MAX_BATCH_MS = 1_000;
  private static final Duration REHEARSAL = Duration.ofSeconds(5);

  private final String name;
  private final String bootstrapServers;
  private final Catalogue catalogue;
  private final CoreSettings standard = CoreSettings.defaults("standard");
  private Topics topics = Topics.standard();
  private Map<String, String> kafka = Map.of();
  private String host = "127.0.0.1";
  private int port;
  private int linkPort;
  private List<String> allowedHosts = List.of();
  private @Nullable String advertisedUrl;
  private List<String> peers = List.of();
  private GatewayConfig.SiteRole sites = GatewayConfig.SiteRole.MIRROR;
  private RoutingPolicy routing = standard.routing();
  private int sweepMs = standard.sweepMs();
  private int batchMs = Math.toIntExact(LinkBounds.standard().maxSweep().toMillis());
  private int deadlineMs = standard.deadlineMs();
  private int silenceMs = standard.silenceMs();
  private Limits keys = standard.keys();
  private Limits views = standard.views();
  private int earlyPercent = standard.earlyPercent();
  private int retryAfterMs = standard.retryAfterMs();
  private PassBounds pass = PassBounds.standard();
  private Duration rehearsal = REHEARSAL;

  GatewayConfigBuilder(String name, String bootstrapServers, Catalogue catalogue) {
    this.name = name;
    this.bootstrapServers = bootstrapServers;
    this.catalogue = catalogue;
  }

  /** The topics' names; the standard ones by default. */
  public GatewayConfigBuilder topics(Topics names) {
    topics = names;
    return this;
  }

  /** Further properties of the Kafka clients. */
  public GatewayConfigBuilder kafka(Map<String, String> properties) {
    kafka = properties;
    return this;
  }

  /** The address and the HTTP port; 127.0.0.1 and any free port by default. */
  public GatewayConfigBuilder http(String address, int httpPort) {
    host = address;
    port = httpPort;
    return this;
  }

  /** The port of links, at the same address; any free port by default. */
  public GatewayConfigBuilder linkPort(int value) {
    linkPort = value;
    return this;
  }

  /** Further host names that clients may use for the HTTP server; none by default. */
  public GatewayConfigBuilder allowedHosts(List<String> names) {
    allowedHosts = names;
    return this;
  }

  /** The HTTP server's URL for others; the bound address by default. */
  public GatewayConfigBuilder advertisedUrl(@Nullable String url) {
    advertisedUrl = url;
    return this;
  }

  /**
   * Base URLs of other gateways as clients reach them, before those that gateways advertise; none
   * by default.
   */
  public GatewayConfigBuilder peers(List<String> urls) {
    peers = urls;
    return this;
  }

  /** Which sites it sends calls to; mirrors by default. */
  public GatewayConfigBuilder sites(GatewayConfig.SiteRole role) {
    sites = role;
    return this;
  }

  /** How sites are chosen; by load by default. */
  public GatewayConfigBuilder routing(RoutingPolicy policy) {
    routing = policy;
    return this;
  }

  /** The time between two looks at which calls are due, ms; default 5. */
  public GatewayConfigBuilder sweepMs(int ms) {
    sweepMs = ms;
    return this;
  }

  /** The longest time that calls gather for a batch under load, ms; default 15. */
  public GatewayConfigBuilder batchMs(int ms) {
    batchMs = ms;
    return this;
  }

  /** The usual deadline, ms; default 100. */
  public GatewayConfigBuilder deadlineMs(int ms) {
    deadlineMs = ms;
    return this;
  }

  /** The silence after which a member is excluded, ms; default 300. */
  public GatewayConfigBuilder silenceMs(int ms) {
    silenceMs = ms;
    return this;
  }

  /** The watermarks on pending calls for keys. */
  public GatewayConfigBuilder keys(int high, int low) {
    keys = new Limits(high, low);
    return this;
  }

  /** The watermarks on pending calls for views. */
  public GatewayConfigBuilder views(int high, int low) {
    views = new Limits(high, low);
    return this;
  }

  /** The early reissues per hundred calls; default 10; 0: none. */
  public GatewayConfigBuilder earlyPercent(int percent) {
    earlyPercent = percent;
    return this;
  }

  /** After how long a caller refused as busy may call again, ms; default 1,000. */
  public GatewayConfigBuilder retryAfterMs(int ms) {
    retryAfterMs = ms;
    return this;
  }

  /** The bounds of requests that it passes through to sites. */
  public GatewayConfigBuilder pass(PassBounds bounds) {
    pass = bounds;
    return this;
  }

  /**
   * How long it rehearses at most before it takes calls, so that the first ones are not slow;
   * default 5 s; zero: not at all.
   */
  public GatewayConfigBuilder rehearsal(Duration most) {
    rehearsal = most;
    return this;
  }

  /**
   * Validates and builds the configuration.
   *
   * @throws ConfigurationException naming every fault
   */
  public GatewayConfig build() {
    List<Fault> faults = new ArrayList<>();
    GatewayConfig.Kafka cluster = new GatewayConfig.Kafka(bootstrapServers, topics, kafka);
    GatewayConfig.Serving serving =
        new GatewayConfig.Serving(host, port, linkPort, allowedHosts, advertisedUrl, peers);
    CoreSettings core = attempt(faults, this::core);
    LinkBounds links = attempt(faults, this::links);
    if (core == null || links == null) {
      attempt(faults, () -> checked(cluster, serving));
      throw new ConfigurationException(faults.stream().distinct().toList());
    }
    return new GatewayConfig(catalogue, cluster, serving, sites, core, links, pass, rehearsal);
  }

  private boolean checked(GatewayConfig.Kafka cluster, GatewayConfig.Serving serving) {
    ConfigCheck check = new ConfigCheck(SECTION);
    GatewayConfig.check(check, name, cluster, serving, pass);
    check.done();
    return true;
  }

  private static <T> @Nullable T attempt(List<Fault> faults, Supplier<T> part) {
    try {
      return part.get();
    } catch (ConfigurationException e) {
      faults.addAll(e.faults());
    }
    return null;
  }

  private CoreSettings core() {
    return new CoreSettings(
        name,
        routing,
        sweepMs,
        deadlineMs,
        silenceMs,
        keys,
        views,
        earlyPercent,
        standard.earlyQuantile(),
        retryAfterMs);
  }

  private LinkBounds links() {
    ConfigCheck check = new ConfigCheck(SECTION);
    check.range("batchMs", batchMs, 1, MAX_BATCH_MS);
    check.done();
    LinkBounds shipped = LinkBounds.standard();
    return new LinkBounds(
        shipped.heartbeat(),
        shipped.silence(),
        shipped.minSweep(),
        Duration.ofMillis(batchMs),
        shipped.batchItems(),
        shipped.batchBytes(),
        shipped.pauseBytes(),
        shipped.waitingBytes(),
        shipped.connect(),
        shipped.minBackoff(),
        shipped.maxBackoff(),
        shipped.maxStreams());
  }
}
