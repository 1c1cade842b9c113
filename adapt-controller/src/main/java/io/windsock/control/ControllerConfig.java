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
 * The configuration of a controller. Immutable; validated when built, reporting all faults
 * together.
 *
 * @param name the controller's name, as operators see it
 * @param bootstrapServers the Kafka cluster's bootstrap servers
 * @param topics the topics' names
 * @param catalogue the domain's event types
 * @param initial the parameters to write if none exist
 * @param httpHost the address that the HTTP server binds
 * @param httpPort the HTTP server's port; 0 for any free port
 * @param allowedHosts names that clients may use for it, in addition to {@code advertisedUrl}'s
 * @param advertisedUrl the URL for operators' browsers if a proxy changes it; null for the bound
 *     address
 * @param siteExpiry how long a site may be silent before it no longer holds the commit point back
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

  /** Half the retention of the monitor topic. */
  private static final Duration MAX_EXPIRY = Duration.ofMinutes(30);

  /** Validates the configuration and reports every fault. */
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

  /** Returns the properties of its Kafka clients. */
  Map<String, Object> client() {
    Map<String, Object> client = new HashMap<>(kafka);
    client.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    return client;
  }

  /** Returns the configuration of its HTTP server. */
  HttpConfig http() {
    return HttpConfig.at(httpHost, httpPort, allowedHosts);
  }

  /** Returns the base URLs clients may use, in addition to the bound address. */
  List<String> urls() {
    return advertisedUrl == null ? List.of() : List.of(advertisedUrl);
  }

  /** Returns a builder with default values for everything else. */
  public static Builder builder(String name, String bootstrapServers, Catalogue catalogue) {
    return new Builder(name, bootstrapServers, catalogue);
  }

  /** Builds a configuration. */
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

    /** Sets the topics' names; default: the standard names. */
    public Builder topics(Topics value) {
      topics = value;
      return this;
    }

    /**
     * Sets the parameters of a new cluster; default: the paper's functions and policy, with the
     * rules of the catalogue's domain on the class path. A domain in a folder must set this to use
     * its own rules.
     */
    public Builder initial(Parameters value) {
      initial = value;
      return this;
    }

    /** Sets the HTTP server's address; default: 127.0.0.1 and any free port. */
    public Builder http(String host, int port) {
      httpHost = host;
      httpPort = port;
      return this;
    }

    /** Sets further names that clients may use for the server; default: none. */
    public Builder allowedHosts(List<String> names) {
      allowedHosts = names;
      return this;
    }

    /** Sets the URL for browsers, if it differs from the bound address. */
    public Builder advertisedUrl(@Nullable String value) {
      advertisedUrl = value;
      return this;
    }

    /** Sets how long a silent site counts; default: 2 minutes. */
    public Builder siteExpiry(Duration value) {
      siteExpiry = value;
      return this;
    }

    /** Sets the roles whose output topic is trimmed; default: mirror. */
    public Builder trimmed(Set<String> roles) {
      trimmed = roles;
      return this;
    }

    /** Sets how long to wait for the topics; default: 30 s. */
    public Builder topicPatience(Duration value) {
      topicPatience = value;
      return this;
    }

    /** Sets further properties of the Kafka clients. */
    public Builder kafka(Map<String, String> properties) {
      kafka = properties;
      return this;
    }

    /**
     * Returns the configuration.
     *
     * @throws ConfigurationException naming every invalid value
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
