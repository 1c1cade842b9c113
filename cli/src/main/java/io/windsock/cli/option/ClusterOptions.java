package io.windsock.cli.option;

import io.windsock.contracts.config.Failure;
import io.windsock.contracts.topic.Topics;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine.Option;

/** The options that select the Kafka cluster and its topics. */
public final class ClusterOptions {
  /** The option that names the brokers. */
  public static final String BOOTSTRAP_OPTION = "--bootstrap-server";

  /** How long to wait for a response before a cluster counts as absent. */
  public static final int TIMEOUT_MS = 10_000;

  /** How long to wait for the first response, if a broker accepts connections. */
  private static final int BUSY_TIMEOUT_MS = 30_000;

  /** Longer than the 10 s for which a JVM caches a failed name lookup. */
  private static final int UNKNOWN_TIMEOUT_MS = 15_000;

  @Option(
      names = {"-b", BOOTSTRAP_OPTION},
      paramLabel = "HOST:PORT",
      converter = BrokersConverter.class,
      defaultValue = "127.0.0.1:9092",
      description = "Kafka brokers to connect to first (default: ${DEFAULT-VALUE}).")
  private String bootstrapServers = "127.0.0.1:9092";

  @Option(
      names = "--prefix",
      paramLabel = "NAME",
      defaultValue = Topics.DEFAULT_PREFIX,
      description = "Prefix of the topics' names (default: ${DEFAULT-VALUE}).")
  private String prefix = Topics.DEFAULT_PREFIX;

  @Option(
      names = "--kafka",
      paramLabel = "NAME=VALUE",
      description = "A Kafka client property, such as security.protocol=SSL. May be repeated.")
  private Map<String, String> properties = new LinkedHashMap<>();

  /** Returns the value of {@code bootstrap.servers}. */
  public String bootstrapServers() {
    return bootstrapServers;
  }

  /** Returns the topics' names. */
  public Topics topics() {
    return new Topics(prefix);
  }

  /** Returns the properties for every Kafka client, except the brokers. */
  public Map<String, String> properties() {
    return Map.copyOf(properties);
  }

  /** Returns a client's configuration: the brokers and the given properties. */
  public Map<String, Object> clientConfig() {
    Map<String, Object> config = new HashMap<>(properties);
    config.put("bootstrap.servers", bootstrapServers);
    return config;
  }

  /**
   * Returns an administration client for a cluster that responds.
   *
   * @throws Failure if the cluster does not respond within {@link #TIMEOUT_MS}, or 30 s if a broker
   *     accepts connections; or if no host name resolves for 15 s
   */
  public Admin admin() throws InterruptedException {
    Map<String, Object> config = clientConfig();
    config.putIfAbsent("request.timeout.ms", TIMEOUT_MS / 2);
    config.putIfAbsent("default.api.timeout.ms", TIMEOUT_MS);
    Admin admin = create(config);
    try {
      var first = new DescribeClusterOptions().timeoutMs(BUSY_TIMEOUT_MS);
      new FirstAnswer(bootstrapServers, TIMEOUT_MS, BUSY_TIMEOUT_MS)
          .await(admin.describeCluster(first).clusterId());
      return admin;
    } catch (ExecutionException | TimeoutException e) {
      admin.close(java.time.Duration.ZERO);
      throw new Failure(
          "no Kafka broker answers at '"
              + bootstrapServers
              + "': start one ('windsock broker'), or name another with --bootstrap-server",
          e);
    }
  }

  private Admin create(Map<String, Object> config) throws InterruptedException {
    try {
      return new ResolvedHosts(bootstrapServers, UNKNOWN_TIMEOUT_MS)
          .await(() -> Admin.create(config));
    } catch (KafkaException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new Failure(
          "--bootstrap-server '"
              + bootstrapServers
              + "': "
              + cause.getMessage()
              + "; name HOST:PORT of brokers that run",
          e);
    }
  }
}
