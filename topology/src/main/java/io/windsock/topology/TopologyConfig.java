package io.windsock.topology;

import io.windsock.contracts.config.ConfigCheck;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.topic.Topics;
import io.windsock.rules.config.RuleSet;
import io.windsock.topology.guard.Application;
import io.windsock.topology.guard.StartOptions;
import io.windsock.topology.receive.Limits;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.CommonClientConfigs;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of a topology. Immutable; created by {@link #builder}, which validates every
 * value and reports all faults together.
 *
 * @param kafka the cluster and the topics' layout
 * @param application the consumer group, the topics and the domain; instances with the same id
 *     share the work
 * @param rules the rules for the mirrors
 * @param processing how an instance works
 * @param markers when markers are sent
 * @param limits upper limits of events; what exceeds them is dead-lettered
 * @param start permits starts that are otherwise refused
 */
public record TopologyConfig(
    Kafka kafka,
    Application application,
    Rules rules,
    Processing processing,
    Markers markers,
    Limits limits,
    StartOptions start) {
  /** The maximum for {@link Limits#maxEventBytes}, which output topics accept. */
  public static final int MAX_EVENT_BYTES = 1024 * 1024;

  /** The maximum number of partitions. */
  public static final int MAX_PARTITIONS = 1024;

  private static final int MAX_THREADS = 256;
  private static final int MAX_REPLICATION = 32;
  private static final long MAX_COMMIT_INTERVAL_MS = 5_000;
  private static final long MAX_MARKER_IDLE_MS = 3_600_000;
  private static final long MAX_FUTURE_MS = 366L * 24 * 3_600_000;

  /** Properties that exactly-once delivery depends on; users can't change them. */
  private static final List<String> FIXED_PROPERTIES =
      List.of(
          "application.id",
          "client.id",
          "bootstrap.servers",
          "processing.guarantee",
          "state.dir",
          "commit.interval.ms",
          "num.stream.threads");

  private static final String STANDBYS = "num.standby.replicas";

  /**
   * The Kafka cluster.
   *
   * @param bootstrapServers the cluster, {@code host:port,…}
   * @param partitions the number of partitions of every source and output topic
   * @param replication the replication factor of created topics
   * @param properties further Kafka Streams properties; they override the topology's defaults
   */
  public record Kafka(
      String bootstrapServers, int partitions, int replication, Map<String, String> properties) {
    /** Copies the properties. */
    public Kafka {
      properties = Map.copyOf(properties);
    }

    private void check(ConfigCheck check) {
      check.holds(!bootstrapServers.isBlank(), "bootstrapServers", "empty", "host:port");
      check.range("partitions", partitions, 1, MAX_PARTITIONS);
      check.range("replication", replication, 1, MAX_REPLICATION);
      for (String name : FIXED_PROPERTIES) {
        check.holds(
            !properties.containsKey(name),
            "properties." + name,
            String.valueOf(properties.get(name)),
            "left out, because the topology sets it itself");
      }
      check.holds(
          properties.getOrDefault(STANDBYS, "0").strip().equals("0"),
          "properties." + STANDBYS,
          String.valueOf(properties.get(STANDBYS)),
          "0, because a task that was on standby would keep histories that were deleted meanwhile;"
              + " run another topology with the same id, which takes over from one that fails and"
              + " restores the status table itself");
    }
  }

  /**
   * The rules for the mirrors.
   *
   * @param set the rules
   * @param named whether they were chosen explicitly; if not, they are the domain's own, and a
   *     controller's parameters replace them without a warning
   */
  public record Rules(RuleSet set, boolean named) {}

  /**
   * How an instance works.
   *
   * @param stateDir this instance's own folder; holds its identity, and no state that is not also
   *     in Kafka
   * @param threads the number of tasks processed concurrently
   * @param commitIntervalMs how often output becomes visible: part of the update delay
   */
  public record Processing(Path stateDir, int threads, long commitIntervalMs) {
    private void check(ConfigCheck check) {
      check.range("threads", threads, 1, MAX_THREADS);
      check.range("commitIntervalMs", commitIntervalMs, 1, MAX_COMMIT_INTERVAL_MS);
    }
  }

  /**
   * When markers are sent.
   *
   * @param every sent events between markers (the paper's <i>f</i>)
   * @param idleMs the age of the last marker after which another follows, if anything has happened
   *     since
   */
  public record Markers(int every, long idleMs) {
    private void check(ConfigCheck check) {
      check.range("markerEvery", every, 1, 1_000_000);
      check.range("markerIdleMs", idleMs, 1, MAX_MARKER_IDLE_MS);
    }
  }

  /** Validates every value; use {@link #builder}. */
  public TopologyConfig {
    ConfigCheck check = new ConfigCheck("topology");
    kafka.check(check);
    check.holds(
        application.id().matches("[a-zA-Z0-9._-]{1,120}"),
        "applicationId",
        "'" + application.id() + "'",
        "1 to 120 letters, digits, dots, dashes or underscores");
    processing.check(check);
    markers.check(check);
    check.range("maxEventBytes", limits.maxEventBytes(), 1, MAX_EVENT_BYTES);
    check.range("maxFutureMs", limits.maxFutureMs(), 0, MAX_FUTURE_MS);
    check.done();
  }

  /** Returns the application's id. */
  public String applicationId() {
    return application.id();
  }

  /** Returns the names of the topics. */
  public Topics topics() {
    return application.topics();
  }

  /** Returns the domain's event types. */
  public Catalogue catalogue() {
    return application.catalogue();
  }

  /** Returns the properties of Kafka clients other than Streams'. */
  Map<String, Object> clientProperties() {
    Map<String, Object> client = new HashMap<>(kafka.properties);
    client.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers);
    return client;
  }

  /** Returns a builder with a domain's defaults: its standard rules, one thread. */
  public static Builder builder(Catalogue catalogue) {
    return new Builder(catalogue);
  }

  /** Builds a {@link TopologyConfig}. */
  public static final class Builder {
    private final Catalogue catalogue;
    private String bootstrapServers = "";
    private @Nullable String applicationId;
    private Topics topics = Topics.standard();
    private @Nullable RuleSet rules;
    private boolean rulesNamed;
    private int partitions = 4;
    private int replication = 1;
    private Path stateDir = Path.of(".windsock", "topology");
    private int threads = 1;
    private long commitIntervalMs = 100;
    private int markerEvery = 50;
    private long markerIdleMs = 500;
    private int maxEventBytes = 256 * 1024;
    private long maxFutureMs = 3_600_000;
    private boolean restoreOffsets;
    private boolean acceptLoss;
    private Map<String, String> properties = Map.of();

    private Builder(Catalogue catalogue) {
      this.catalogue = catalogue;
    }

    /** Sets the cluster; required. */
    public Builder bootstrapServers(String value) {
      bootstrapServers = value;
      return this;
    }

    /** Default: the prefix of the topics, followed by {@code -topology}. */
    public Builder applicationId(String value) {
      applicationId = value;
      return this;
    }

    /** Default: {@link Topics#standard}. */
    public Builder topics(Topics value) {
      topics = value;
      return this;
    }

    /** Default: {@link RuleSet#standard} of the catalogue. */
    public Builder rules(RuleSet value) {
      rules = value;
      rulesNamed = true;
      return this;
    }

    /**
     * Sets the domain's own rules, as a default rather than an explicit choice. They stay in force
     * if no controller runs.
     */
    public Builder domainRules(RuleSet value) {
      rules = value;
      rulesNamed = false;
      return this;
    }

    /** Default: 4. */
    public Builder partitions(int value) {
      partitions = value;
      return this;
    }

    /** Default: 1. */
    public Builder replication(int value) {
      replication = value;
      return this;
    }

    /** Default: {@code .windsock/topology} in the working directory. */
    public Builder stateDir(Path value) {
      stateDir = value;
      return this;
    }

    /** Default: 1. */
    public Builder threads(int value) {
      threads = value;
      return this;
    }

    /** Default: 100 ms. */
    public Builder commitIntervalMs(long value) {
      commitIntervalMs = value;
      return this;
    }

    /** Default: 50, as in the paper. */
    public Builder markerEvery(int value) {
      markerEvery = value;
      return this;
    }

    /** Default: 500 ms. */
    public Builder markerIdleMs(long value) {
      markerIdleMs = value;
      return this;
    }

    /** Default: 256 KiB. */
    public Builder maxEventBytes(int value) {
      maxEventBytes = value;
      return this;
    }

    /** Default: one hour. */
    public Builder maxFutureMs(long value) {
      maxFutureMs = value;
      return this;
    }

    /**
     * Whether lost offsets are restored from the changelog; default: false, which refuses the
     * start.
     */
    public Builder restoreOffsets(boolean value) {
      restoreOffsets = value;
      return this;
    }

    /**
     * Whether to continue past records deleted before they were received, and at the end of a
     * source that has lost its end; default: false, which refuses the start.
     */
    public Builder acceptLoss(boolean value) {
      acceptLoss = value;
      return this;
    }

    /** Default: none. */
    public Builder properties(Map<String, String> value) {
      properties = value;
      return this;
    }

    /**
     * Returns the configuration.
     *
     * @throws ConfigurationException naming every value that is out of range
     */
    public TopologyConfig build() {
      return new TopologyConfig(
          new Kafka(bootstrapServers, partitions, replication, properties),
          new Application(
              applicationId == null ? Application.defaultId(topics) : applicationId,
              topics,
              catalogue),
          new Rules(
              Objects.requireNonNullElseGet(rules, () -> RuleSet.standard(catalogue)), rulesNamed),
          new Processing(stateDir, threads, commitIntervalMs),
          new Markers(markerEvery, markerIdleMs),
          new Limits(maxEventBytes, maxFutureMs),
          new StartOptions(restoreOffsets, acceptLoss));
    }
  }
}
