package io.windsock.topology;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.topic.Topics;
import io.windsock.topology.guard.AdminReply;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Creates missing topics with the required settings, and checks existing ones. It never changes an
 * existing topic. Several processes may run it at once.
 */
public final class TopicSetup {
  private static final long POLL_MS = 50;
  private static final int REPLICAS_FOR_TWO_IN_SYNC = 3;

  private final Admin admin;
  private final List<TopicSettings> all;
  private final int partitions;
  private final int replication;

  private TopicSetup(Admin admin, List<TopicSettings> all, int partitions, int replication) {
    this.admin = admin;
    this.all = all;
    this.partitions = partitions;
    this.replication = replication;
  }

  /**
   * Creates missing topics and checks the others; returns when the leader of every partition serves
   * it. A producer that starts before that can lose its first batch (KAFKA-15591).
   *
   * @param partitions the number of partitions of each source and output topic
   * @param replication the replication factor of created topics
   * @throws ConfigurationException naming every topic that has wrong settings or can't be created,
   *     or if the cluster does not answer within 30 s
   */
  public static void ensure(
      Admin admin, Topics topics, Catalogue catalogue, int partitions, int replication) {
    TopicSetup setup =
        new TopicSetup(admin, TopicSettings.of(topics, catalogue), partitions, replication);
    setup.create(setup.missing());
    throwIfAny(setup.faults());
    setup.awaitServed();
  }

  /**
   * Checks the topics without changing anything.
   *
   * @return the faults: topics that are missing, have wrong settings, or differ from the first in
   *     the number of partitions; empty if {@link #ensure} would find nothing to do
   * @throws ConfigurationException if the cluster does not answer within 30 s
   */
  public static List<Fault> faults(Admin admin, Topics topics, Catalogue catalogue) {
    List<TopicSettings> all = TopicSettings.of(topics, catalogue);
    List<Fault> faults = new ArrayList<>();
    List<TopicSettings> missing = new TopicSetup(admin, all, 0, 0).missing();
    for (TopicSettings topic : missing) {
      faults.add(new Fault("topic " + topic.name(), "does not exist; windsock topics create"));
    }
    List<TopicSettings> present = new ArrayList<>(all);
    present.removeAll(missing);
    if (!present.isEmpty()) {
      TopicSetup first = new TopicSetup(admin, present.subList(0, 1), 0, 0);
      String name = present.get(0).name();
      int partitions =
          Objects.requireNonNull(first.describe(List.of(name)).get(name)).partitions().size();
      faults.addAll(new TopicSetup(admin, present, partitions, 0).faults());
    }
    return faults;
  }

  private List<TopicSettings> missing() {
    Set<String> existing = AdminReply.get(admin.listTopics().names(), "list the topics");
    return all.stream().filter(topic -> !existing.contains(topic.name())).toList();
  }

  private void create(List<TopicSettings> missing) {
    List<NewTopic> newTopics = missing.stream().map(this::newTopic).toList();
    List<Fault> faults = new ArrayList<>();
    admin
        .createTopics(newTopics)
        .values()
        .forEach((name, created) -> created(name, created, faults));
    throwIfAny(faults);
  }

  private NewTopic newTopic(TopicSettings topic) {
    Map<String, String> configs = new HashMap<>(topic.initial());
    configs.putAll(topic.fixed());
    if (replication >= REPLICAS_FOR_TWO_IN_SYNC) {
      configs.put("min.insync.replicas", "2");
    }
    return new NewTopic(topic.name(), partitions(topic), (short) replication).configs(configs);
  }

  private int partitions(TopicSettings topic) {
    return topic.alone() ? 1 : partitions;
  }

  /** Another process may have created the topic concurrently; it is then checked like any other. */
  private static void created(String name, KafkaFuture<Void> reply, List<Fault> faults) {
    try {
      AdminReply.get(reply, "create topic " + name);
    } catch (ConfigurationException e) {
      if (!AdminReply.is(reply, TopicExistsException.class)) {
        faults.addAll(e.faults());
      }
    }
  }

  /** Asks each leader for its ends. A broker may not know yet a topic that another one knows. */
  private void awaitServed() {
    Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
    for (TopicSettings topic : all) {
      for (int partition = 0; partition < partitions(topic); partition++) {
        ends.put(new TopicPartition(topic.name(), partition), OffsetSpec.latest());
      }
    }
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(AdminReply.TIMEOUT_MS);
    while (!isServed(ends, deadline)) {
      pause();
    }
  }

  private boolean isServed(Map<TopicPartition, OffsetSpec> ends, long deadline) {
    var reply = admin.listOffsets(ends).all();
    try {
      AdminReply.get(reply, "read the ends of the topics");
      return true;
    } catch (ConfigurationException e) {
      if (AdminReply.is(reply, UnknownTopicOrPartitionException.class)
          && System.nanoTime() < deadline) {
        return false;
      }
      throw e;
    }
  }

  private List<Fault> faults() {
    List<String> names = all.stream().map(TopicSettings::name).toList();
    Map<String, TopicDescription> described = describe(names);
    Map<String, Config> configs = configs(names);
    List<Fault> faults = new ArrayList<>();
    for (TopicSettings topic : all) {
      int actual = Objects.requireNonNull(described.get(topic.name())).partitions().size();
      if (actual != partitions(topic)) {
        faults.add(
            new Fault(
                "topic " + topic.name(),
                "has " + actual + " partitions; it must have " + partitions(topic)));
      }
      check(topic, Objects.requireNonNull(configs.get(topic.name())), faults);
    }
    return faults;
  }

  private static void check(TopicSettings topic, Config config, List<Fault> faults) {
    topic
        .fixed()
        .forEach(
            (name, value) -> {
              String actual = value(config, name);
              if (!value.equals(actual)) {
                faults.add(fault(topic, name, actual, "must be " + value));
              }
            });
    topic
        .atLeast()
        .forEach(
            (name, least) -> {
              String actual = value(config, name);
              if (Long.parseLong(actual) < least) {
                faults.add(fault(topic, name, actual, "must be at least " + least));
              }
            });
  }

  private static Fault fault(TopicSettings topic, String name, String actual, String must) {
    String remedy = "; kafka-configs.sh --alter --entity-type topics --entity-name " + topic.name();
    return new Fault("topic " + topic.name(), name + " is " + actual + "; it " + must + remedy);
  }

  private static String value(Config config, String name) {
    ConfigEntry entry = config.get(name);
    return entry == null || entry.value() == null ? "" : entry.value();
  }

  /** Waits until every topic is known with all its leaders. */
  private Map<String, TopicDescription> describe(Collection<String> names) {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(AdminReply.TIMEOUT_MS);
    while (true) {
      Map<String, TopicDescription> described = new HashMap<>();
      RuntimeException last = null;
      try {
        described.putAll(
            AdminReply.get(admin.describeTopics(names).allTopicNames(), "describe the topics"));
      } catch (ConfigurationException e) {
        last = e;
      }
      if (described.size() == names.size() && described.values().stream().allMatch(this::isLed)) {
        return described;
      }
      if (System.nanoTime() > deadline) {
        throw last != null
            ? last
            : ConfigurationException.of(
                "topics " + names, "have no leaders after " + AdminReply.TIMEOUT_MS + " ms");
      }
      pause();
    }
  }

  private boolean isLed(TopicDescription topic) {
    return topic.partitions().stream()
        .allMatch(partition -> partition.leader() != null && !partition.leader().isEmpty());
  }

  private static void pause() {
    try {
      Thread.sleep(POLL_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ConfigurationException.of("topics", "interrupted while waiting for them");
    }
  }

  private Map<String, Config> configs(List<String> names) {
    List<ConfigResource> resources =
        names.stream().map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name)).toList();
    Map<String, Config> byName = new HashMap<>();
    AdminReply.get(admin.describeConfigs(resources).all(), "read the topics' settings")
        .forEach((resource, config) -> byName.put(resource.name(), config));
    return byName;
  }

  private static void throwIfAny(List<Fault> faults) {
    if (!faults.isEmpty()) {
      throw new ConfigurationException(faults);
    }
  }
}
