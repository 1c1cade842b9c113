package io.windsock.feeds.replay;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Checks, before a replay sends anything, that a broker responds, that every source topic exists
 * and that all have the same number of partitions. Takes bounded time.
 */
final class TopicCheck {
  private static final long GRACE_MS = 1_000;

  private final String bootstrapServers;
  private final Duration timeout;
  private final List<Fault> faults = new ArrayList<>();
  private final Map<String, Integer> partitions = new TreeMap<>();

  private TopicCheck(String bootstrapServers, Duration timeout) {
    this.bootstrapServers = bootstrapServers;
    this.timeout = timeout;
  }

  private Map<String, Object> properties(Map<String, String> client) {
    int timeoutMs = (int) timeout.toMillis();
    Map<String, Object> properties = new HashMap<>(client);
    // Properties that only a producer knows would be reported as unused.
    properties.keySet().retainAll(AdminClientConfig.configNames());
    properties.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    properties.put(AdminClientConfig.CLIENT_ID_CONFIG, "windsock-replay-check");
    properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, timeoutMs);
    properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, timeoutMs);
    properties.put(AdminClientConfig.ENABLE_METRICS_PUSH_CONFIG, false);
    return properties;
  }

  /**
   * Checks the topics.
   *
   * @param client Kafka client properties, for clusters that need more than an address
   * @throws ConfigurationException with every fault and its remedy
   */
  static void check(
      String bootstrapServers, Set<String> topics, Duration timeout, Map<String, String> client)
      throws InterruptedException {
    new TopicCheck(bootstrapServers, timeout).check(topics, client);
  }

  private void check(Set<String> topics, Map<String, String> client) throws InterruptedException {
    try (Admin admin = Admin.create(properties(client))) {
      var result =
          admin.describeTopics(
              new TreeSet<>(topics),
              new DescribeTopicsOptions().timeoutMs((int) timeout.toMillis()));
      for (Map.Entry<String, KafkaFuture<TopicDescription>> topic :
          result.topicNameValues().entrySet()) {
        describe(topic.getKey(), topic.getValue());
      }
    } catch (KafkaException e) {
      // The address itself is invalid: it can't be parsed, or its name can't be resolved.
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw ConfigurationException.of(
          "bootstrap servers '" + bootstrapServers + "'", String.valueOf(cause.getMessage()));
    }
    checkPartitions();
    if (!faults.isEmpty()) {
      throw new ConfigurationException(faults);
    }
  }

  private void describe(String topic, KafkaFuture<TopicDescription> described)
      throws InterruptedException {
    try {
      TopicDescription description =
          described.get(timeout.toMillis() + GRACE_MS, TimeUnit.MILLISECONDS);
      partitions.put(topic, description.partitions().size());
    } catch (TimeoutException e) {
      throw unreachable();
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      if (cause instanceof org.apache.kafka.common.errors.TimeoutException) {
        throw unreachable();
      }
      faults.add(new Fault("topic " + topic, fault(cause)));
    }
  }

  private static String fault(Throwable cause) {
    if (cause instanceof UnknownTopicOrPartitionException) {
      return "does not exist; start the topology, which creates the topics, or correct the prefix";
    }
    return "can't be used: " + cause;
  }

  private ConfigurationException unreachable() {
    return ConfigurationException.of(
        "bootstrap servers '" + bootstrapServers + "'",
        "no broker answered within "
            + timeout.toMillis()
            + " ms; start one, or correct the address");
  }

  private void checkPartitions() {
    if (new TreeSet<>(partitions.values()).size() > 1) {
      faults.add(
          new Fault(
              "source topics",
              "have different numbers of partitions, "
                  + partitions
                  + "; a flight's events would be spread over partitions of different numbers"));
    }
  }
}
