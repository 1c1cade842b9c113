package io.windsock.evaluation.link.lab;

import io.windsock.embedded.BrokerMain;
import io.windsock.evaluation.lab.BrokerArgs;
import io.windsock.testbed.process.ChildProcess;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** The broker of one site, in a process of its own. One thread owns it. */
public final class Site implements AutoCloseable {
  private static final List<String> JVM = List.of("-Xms512m", "-Xmx1g");
  private static final long SERVED_LOOK_MS = 20;

  private final ChildProcess broker;
  private final String servers;
  private final Admin admin;

  private Site(ChildProcess broker, String servers) {
    this.broker = broker;
    this.servers = servers;
    admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, servers));
  }

  /** Starts the broker, with its records in this folder. */
  public static Site start(Path folder) {
    ChildProcess broker = ChildProcess.start(BrokerMain.class, JVM, BrokerArgs.of(folder));
    try {
      return new Site(broker, broker.await("ready"));
    } catch (RuntimeException e) {
      broker.close();
      throw e;
    }
  }

  /** Returns the broker's address. */
  public String servers() {
    return servers;
  }

  /** Returns the processor time of the broker so far, µs. */
  public long cpuUs() {
    return broker.cpuUs();
  }

  /** Creates a topic, and waits until the broker serves all of it. */
  public void create(String topic, int partitions) throws InterruptedException {
    try {
      admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1))).all().get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("topic " + topic + " was not created", e.getCause());
    }
    while (find(topic, partitions).isEmpty()) {
      Thread.sleep(SERVED_LOOK_MS);
    }
  }

  /** Deletes a topic if it exists. */
  public void delete(String topic) throws InterruptedException {
    try {
      admin.deleteTopics(List.of(topic)).all().get();
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
        throw new IllegalStateException("topic " + topic + " was not deleted", e.getCause());
      }
    }
  }

  /**
   * Returns the sum of the partitions' end offsets: the number of records, if nobody wrote in
   * transactions; 0 if the topic does not exist yet.
   */
  public long end(String topic, int partitions) throws InterruptedException {
    return find(topic, partitions).orElse(0);
  }

  /**
   * Returns the sum of the partitions' end offsets; empty if the topic does not exist. The client
   * asks again while a partition has no leader yet.
   */
  private OptionalLong find(String topic, int partitions) throws InterruptedException {
    Map<TopicPartition, OffsetSpec> all = new HashMap<>();
    for (int p = 0; p < partitions; p++) {
      all.put(new TopicPartition(topic, p), OffsetSpec.latest());
    }
    try {
      if (!admin.listTopics().names().get().contains(topic)) {
        return OptionalLong.empty(); // the client would log an error each time
      }
      return OptionalLong.of(
          admin.listOffsets(all).all().get().values().stream()
              .mapToLong(end -> end.offset())
              .sum());
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return OptionalLong.empty();
      }
      throw new IllegalStateException("the end of " + topic + " is unknown", e.getCause());
    }
  }

  @Override
  public void close() {
    admin.close();
    broker.close();
  }
}
