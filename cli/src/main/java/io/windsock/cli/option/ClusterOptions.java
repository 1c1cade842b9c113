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

/** Which Kafka cluster, and which topics in it. */
public final class ClusterOptions {
  /** How long a cluster may take to answer before it counts as absent. */
  public static final int TIMEOUT_MS = 10_000;

  /** The same for its first answer, if one of its brokers takes connections. */
  private static final int BUSY_TIMEOUT_MS = 30_000;

  /** More than the 10 s for which a JVM remembers that a name was unknown. */
  private static final int UNKNOWN_TIMEOUT_MS = 15_000;

  @Option(
      names = {"-b", "--bootstrap-server"},
      paramLabel = "HOST:PORT",
      converter = BrokersConverter.class,
      defaultValue = "127.0.0.1:9092",
      description = "Kafka brokers to begin with (default: ${DEFAULT-VALUE}).")
  private String bootstrapServers = "127.0.0.1:9092";

  @Option(
      names = "--prefix",
      paramLabel = "NAME",
      defaultValue = Topics.DEFAULT_PREFIX,
      description = "What the names of the topics begin with (default: ${DEFAULT-VALUE}).")
  private String prefix = Topics.DEFAULT_PREFIX;

  @Option(
      names = "--kafka",
      paramLabel = "NAME=VALUE",
      description = "A Kafka client property, such as security.protocol=SSL. May be repeated.")
  private Map<String, String> properties = new LinkedHashMap<>();

  /** Value for {@code bootstrap.servers}. */
  public String bootstrapServers() {
    return bootstrapServers;
  }

  /** The topics' names. */
  public Topics topics() {
    return new Topics(prefix);
  }

  /** Properties for every Kafka client, besides the brokers. */
  public Map<String, String> properties() {
    return Map.copyOf(properties);
  }

  /** A client's configuration: brokers and the properties given. */
  public Map<String, Object> clientConfig() {
    Map<String, Object> config = new HashMap<>(properties);
    config.put("bootstrap.servers", bootstrapServers);
    return config;
  }

  /**
   * An administration client for a cluster that answers.
   *
   * @throws Failure if none does within {@link #TIMEOUT_MS}, or 30 s where a broker takes
   *     connections; or if no name of a host is known for 15 s
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
      return new KnownHosts(bootstrapServers, UNKNOWN_TIMEOUT_MS).await(() -> Admin.create(config));
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
