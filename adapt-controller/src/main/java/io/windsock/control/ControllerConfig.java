package io.windsock.control;

import io.windsock.contracts.call.MirroringCall.SetPolicy;
import io.windsock.contracts.config.ConfigCheck;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.topic.Topics;
import io.windsock.contracts.wire.Parameters;
import io.windsock.control.params.DefaultParameters;
import io.windsock.platform.http.Hosts;
import io.windsock.platform.http.HttpConfig;
import io.windsock.rules.config.RuleSet;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.CommonClientConfigs;
import org.jspecify.annotations.Nullable;

/**
 * What a controller needs to know to start. Immutable; checked when built, all faults named
 * together.
 *
 * @param name the controller's name, as operators see it
 * @param bootstrapServers where the Kafka cluster is
 * @param topics the topics' names
 * @param catalogue the domain's event types
 * @param initial what it writes if no parameters were ever written
 * @param httpHost the address that its HTTP server binds
 * @param httpPort its port; 0: any that is free
 * @param allowedHosts names that clients may call it by, beside {@code advertisedUrl}'s
 * @param advertisedUrl where operators' browsers reach it, if a proxy gives it another name; null:
 *     as it is bound
 * @param siteExpiry a site that is not heard of for so long does not hold the commit point back any
 *     more
 * @param trimmed roles whose output topic is trimmed behind the commit point: central, mirror
 * @param topicPatience how long to wait for the topics to be created
 * @param kafka further properties of the Kafka clients
 */
public record ControllerConfig(
    String name,
    String bootstrapServers,
    Topics topics,
    Catalogue catalogue,
    Parameters initial,
    String httpHost,
    int httpPort,
    List<String> allowedHosts,
    @Nullable String advertisedUrl,
    Duration siteExpiry,
    Set<String> trimmed,
    Duration topicPatience,
    Map<String, String> kafka) {
  private static final Duration MIN_EXPIRY = Duration.ofSeconds(2);

  /** Half of how long the monitor topic keeps samples. */
  private static final Duration MAX_EXPIRY = Duration.ofMinutes(30);

  /** Names every fault. */
  public ControllerConfig {
    allowedHosts = List.copyOf(allowedHosts);
    trimmed = Set.copyOf(trimmed);
    kafka = Map.copyOf(kafka);
    ConfigCheck check = new ConfigCheck("controller");
    check.holds(
        name.matches("[a-zA-Z0-9._-]{1,100}"),
        "name",
        name,
        "1 to 100 letters, digits, dots, dashes or underscores");
    check.holds(!bootstrapServers.isBlank(), "bootstrapServers", "empty", "host:port");
    for (String host : allowedHosts) {
      check.holds(Hosts.isName(host), "allowedHosts", host, HttpConfig.HOST_NAME);
    }
    if (advertisedUrl != null) {
      check.http("advertisedUrl", advertisedUrl);
    }
    check.holds(
        siteExpiry.compareTo(MIN_EXPIRY) >= 0 && siteExpiry.compareTo(MAX_EXPIRY) <= 0,
        "siteExpiry",
        siteExpiry,
        "2 s to 30 min");
    check.holds(
        Set.of("central", "mirror").containsAll(trimmed),
        "trimmed",
        trimmed,
        "of central and mirror");
    check.holds(!topicPatience.isNegative(), "topicPatience", topicPatience, "0 or more");
    check.done();
  }

  /** Properties of its Kafka clients. */
  Map<String, Object> client() {
    Map<String, Object> client = new HashMap<>(kafka);
    client.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    return client;
  }

  /** Where its HTTP server listens. */
  HttpConfig http() {
    return HttpConfig.at(httpHost, httpPort, allowedHosts);
  }

  /** Base URLs by which it is called, beside the one that it is bound to. */
  List<String> urls() {
    return advertisedUrl == null ? List.of() : List.of(advertisedUrl);
  }

  /** A configuration with everything else as shipped. */
  public static Builder builder(String name, String bootstrapServers, Catalogue catalogue) {
    return new Builder(name, bootstrapServers, catalogue);
  }

  /** Collects a configuration. */
  public static final class Builder {
    private final String name;
    private final String bootstrapServers;
    private final Catalogue catalogue;
    private Topics topics = Topics.standard();
    private @Nullable Parameters initial;
    private String httpHost = "127.0.0.1";
    private int httpPort;
    private List<String> allowedHosts = List.of();
    private @Nullable String advertisedUrl;
    private Duration siteExpiry = Duration.ofMinutes(2);
    private Set<String> trimmed = Set.of("mirror");
    private Duration topicPatience = Duration.ofSeconds(30);
    private Map<String, String> kafka = Map.of();

    private Builder(String name, String bootstrapServers, Catalogue catalogue) {
      this.name = name;
      this.bootstrapServers = bootstrapServers;
      this.catalogue = catalogue;
    }

    /** The topics' names; the standard ones where not set. */
    public Builder topics(Topics value) {
      topics = value;
      return this;
    }

    /**
     * What is written first; where not set the paper's functions and policy, with the rules of the
     * catalogue's domain on the class path. A domain in a folder needs it for its own rules.
     */
    public Builder initial(Parameters value) {
      initial = value;
      return this;
    }

    /** Where the HTTP server listens; 127.0.0.1 and any free port where not set. */
    public Builder http(String host, int port) {
      httpHost = host;
      httpPort = port;
      return this;
    }

    /** Further names that clients may call it by; none where not set. */
    public Builder allowedHosts(List<String> names) {
      allowedHosts = names;
      return this;
    }

    /** Where browsers reach it, if not where it is bound. */
    public Builder advertisedUrl(@Nullable String value) {
      advertisedUrl = value;
      return this;
    }

    /** When a silent site counts no more; 2 minutes where not set. */
    public Builder siteExpiry(Duration value) {
      siteExpiry = value;
      return this;
    }

    /** Whose output topic is trimmed; the mirrors' where not set. */
    public Builder trimmed(Set<String> roles) {
      trimmed = roles;
      return this;
    }

    /** How long to wait for the topics; 30 s where not set. */
    public Builder topicPatience(Duration value) {
      topicPatience = value;
      return this;
    }

    /** Further properties of the Kafka clients. */
    public Builder kafka(Map<String, String> properties) {
      kafka = properties;
      return this;
    }

    /**
     * The configuration.
     *
     * @throws ConfigurationException with every value that can't be
     */
    public ControllerConfig build() {
      return new ControllerConfig(
          name,
          bootstrapServers,
          topics,
          catalogue,
          initial == null
              ? DefaultParameters.of(RuleSet.standard(catalogue), null, 0, SetPolicy.THRESHOLDS)
              : initial,
          httpHost,
          httpPort,
          allowedHosts,
          advertisedUrl,
          siteExpiry,
          trimmed,
          topicPatience,
          kafka);
    }
  }
}
