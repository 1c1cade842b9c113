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
 * @param kafka the cluster and the topics
 * @param catalogue the domain's event types
 * @param initial the parameters to write if none exist
 * @param serving the HTTP server
 * @param checkpoints which positions the commit point covers, and what is trimmed behind it
 */
public record ControllerConfig(
    String name,
    Kafka kafka,
    Catalogue catalogue,
    Parameters initial,
    Serving serving,
    Checkpoints checkpoints) {
  /** The controller looks every second, and takes a gap of half the expiry for its own pause. */
  private static final Duration MIN_EXPIRY = Duration.ofSeconds(5);

  /** Half the retention of the monitor topic. */
  private static final Duration MAX_EXPIRY = Duration.ofMinutes(30);

  private static final Duration MAX_LINK_EXPIRY = Duration.ofDays(30);

  /**
   * The Kafka cluster and its topics.
   *
   * @param bootstrapServers the cluster's bootstrap servers
   * @param topics the topics' names
   * @param topicPatience how long to wait for the topics to be created
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
    }

    /** Returns the properties of the clients. */
    Map<String, Object> client() {
      Map<String, Object> client = new HashMap<>(properties);
      client.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
      return client;
    }
  }

  /**
   * The HTTP server.
   *
   * @param host the address that it binds
   * @param port its port; 0 for any free port
   * @param allowedHosts names that clients may use for it, in addition to {@code advertisedUrl}'s
   * @param advertisedUrl the URL for operators' browsers if a proxy changes it; null for the bound
   *     address
   */
  public record Serving(
      String host, int port, List<String> allowedHosts, @Nullable String advertisedUrl) {
    /** Copies the names. */
    public Serving {
      allowedHosts = List.copyOf(allowedHosts);
    }

    private void check(ConfigCheck check) {
      for (String name : allowedHosts) {
        check.holds(Hosts.isName(name), "allowedHosts", name, HttpConfig.HOST_NAME);
      }
      if (advertisedUrl != null) {
        check.http("advertisedUrl", advertisedUrl);
      }
    }

    /** Returns the configuration of the server. */
    HttpConfig http() {
      return HttpConfig.at(host, port, allowedHosts);
    }

    /** Returns the base URLs clients may use, in addition to the bound address. */
    List<String> urls() {
      return advertisedUrl == null ? List.of() : List.of(advertisedUrl);
    }
  }

  /**
   * The commit point of each output topic.
   *
   * @param siteExpiry how long a site may be silent before it no longer holds the commit point back
   * @param linkExpiry how long a link may copy nothing, though there is more to copy, before the
   *     log is trimmed past what it has copied
   * @param trimmed roles whose output topic is trimmed behind the commit point: central, mirror
   */
  public record Checkpoints(Duration siteExpiry, Duration linkExpiry, Set<String> trimmed) {
    /** Copies the roles. */
    public Checkpoints {
      trimmed = Set.copyOf(trimmed);
    }

    private void check(ConfigCheck check) {
      check.holds(
          siteExpiry.compareTo(MIN_EXPIRY) >= 0 && siteExpiry.compareTo(MAX_EXPIRY) <= 0,
          "siteExpiry",
          siteExpiry,
          "5 s to 30 min");
      check.holds(
          linkExpiry.compareTo(MIN_EXPIRY) >= 0 && linkExpiry.compareTo(MAX_LINK_EXPIRY) <= 0,
          "linkExpiry",
          linkExpiry,
          "5 s to 30 days");
      check.holds(
          Set.of("central", "mirror").containsAll(trimmed),
          "trimmed",
          trimmed,
          "of central and mirror");
    }
  }

  /** Validates the configuration and reports every fault. */
  public ControllerConfig {
    ConfigCheck check = new ConfigCheck("controller");
    check.holds(
        name.matches("[a-zA-Z0-9._-]{1,100}"),
        "name",
        name,
        "1 to 100 letters, digits, dots, dashes or underscores");
    kafka.check(check);
    serving.check(check);
    checkpoints.check(check);
    check.done();
  }

  /** Returns the topics' names. */
  public Topics topics() {
    return kafka.topics;
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
    private Duration linkExpiry = Duration.ofDays(1);
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

    /** Sets how long a link that copies nothing holds trimming back; default: a day. */
    public Builder linkExpiry(Duration value) {
      linkExpiry = value;
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
          new Kafka(bootstrapServers, topics, topicPatience, kafka),
          catalogue,
          initial == null
              ? DefaultParameters.of(RuleSet.standard(catalogue), null, 0, SetPolicy.THRESHOLDS)
              : initial,
          new Serving(httpHost, httpPort, allowedHosts, advertisedUrl),
          new Checkpoints(siteExpiry, linkExpiry, trimmed));
    }
  }
}
