package io.windsock.embedded;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Kafka's properties for a single node in one process that is both broker and controller. */
final class BrokerProperties {
  static final int NODE_ID = 1;
  static final String CONTROLLER_LISTENER = "CONTROLLER";

  /** The largest record accepted, 5 MiB and room for its batch's header. */
  static final int MAX_MESSAGE_BYTES = 5 * 1024 * 1024 + 16 * 1024;

  private static final String CLIENT_LISTENER = "CLIENT";

  private BrokerProperties() {}

  static Map<String, String> of(
      Path logs, int clientPort, int controllerPort, Map<String, String> overrides) {
    Map<String, String> all = new HashMap<>();
    node(all, logs, clientPort, controllerPort);
    replication(all);
    size(all);
    all.putAll(overrides);
    return all;
  }

  private static void node(Map<String, String> all, Path logs, int clientPort, int controllerPort) {
    String client = CLIENT_LISTENER + "://127.0.0.1:" + clientPort;
    String controller = CONTROLLER_LISTENER + "://127.0.0.1:" + controllerPort;
    all.put("process.roles", "broker,controller");
    all.put("node.id", String.valueOf(NODE_ID));
    all.put("log.dirs", logs.toString());
    all.put("listeners", client + "," + controller);
    all.put("advertised.listeners", client);
    all.put("inter.broker.listener.name", CLIENT_LISTENER);
    all.put("controller.listener.names", CONTROLLER_LISTENER);
    all.put(
        "listener.security.protocol.map",
        CLIENT_LISTENER + ":PLAINTEXT," + CONTROLLER_LISTENER + ":PLAINTEXT");
    all.put("controller.quorum.voters", NODE_ID + "@127.0.0.1:" + controllerPort);
  }

  /** One replica of everything; topics are not created automatically. */
  private static void replication(Map<String, String> all) {
    all.put("auto.create.topics.enable", "false");
    all.put("default.replication.factor", "1");
    all.put("min.insync.replicas", "1");
    all.put("offsets.topic.replication.factor", "1");
    all.put("offsets.topic.num.partitions", "4");
    all.put("transaction.state.log.replication.factor", "1");
    all.put("transaction.state.log.min.isr", "1");
    all.put("transaction.state.log.num.partitions", "4");
    all.put("share.coordinator.state.topic.replication.factor", "1");
    all.put("share.coordinator.state.topic.min.isr", "1");
    all.put("share.coordinator.state.topic.num.partitions", "1");
    all.put("group.initial.rebalance.delay.ms", "0");
    // The first batch of a transaction waits here until the markers of the one before are written.
    // After Kafka's 100 ms a busy broker would refuse it, and those behind it, and get all again
    // (decision 80).
    all.put("add.partitions.to.txn.retry.backoff.max.ms", "5000");
  }

  /** Threads and buffers for a machine that also runs everything else. */
  private static void size(Map<String, String> all) {
    all.put("message.max.bytes", String.valueOf(MAX_MESSAGE_BYTES));
    all.put("replica.fetch.max.bytes", String.valueOf(MAX_MESSAGE_BYTES));
    all.put("num.network.threads", "2");
    all.put("num.io.threads", "4");
    all.put("background.threads", "2");
    all.put("num.recovery.threads.per.data.dir", "2");
    all.put("group.coordinator.threads", "1");
    all.put("share.coordinator.threads", "1");
    all.put("log.cleaner.dedupe.buffer.size", String.valueOf(16 * 1024 * 1024));
    // After kill -9 the controller still waits until the former broker's session expires.
    all.put("broker.session.timeout.ms", "6000");
    all.put("broker.heartbeat.interval.ms", "1000");
    // Otherwise an idle controller writes a record twice a second.
    all.put("metadata.max.idle.interval.ms", "5000");
  }
}
