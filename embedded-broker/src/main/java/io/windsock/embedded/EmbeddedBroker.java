package io.windsock.embedded;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import kafka.server.BrokerServer;
import kafka.server.ControllerServer;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.server.SharedServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.CreateTopicsResult;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.properties.MetaPropertiesEnsemble;
import org.apache.kafka.raft.QuorumConfig;
import org.apache.kafka.server.fault.FaultHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Kafka broker and controller in this process: KRaft, one node, 127.0.0.1 only, Kafka's own
 * server classes. Topics must be created before use; records of up to 5 MiB are accepted. Safe for
 * use from any thread; {@link #close} may be called more than once.
 */
public final class EmbeddedBroker implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedBroker.class);
  private static final Duration CONTROLLED_SHUTDOWN = Duration.ofSeconds(5);
  private static final long CLOSE_TIMEOUT_MS = 20_000;
  private static final long TOPICS_TIMEOUT_MS = 30_000;
  private static final long TOPICS_POLL_MS = 5;

  private final LoopbackSockets sockets;
  private final DataDirectory data;
  private final AtomicReference<Throwable> fault = new AtomicReference<>();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Metrics metrics = new Metrics();
  private final ControllerServer controller;
  private final BrokerServer broker;
  private final SharedServer shared;
  private final String clusterId;
  private final int port;

  private EmbeddedBroker(Options options, LoopbackSockets sockets, DataDirectory data) {
    this.sockets = sockets;
    this.data = data;
    data.format(BrokerProperties.NODE_ID, BrokerProperties.CONTROLLER_LISTENER);
    KafkaConfig config =
        new KafkaConfig(
            BrokerProperties.of(
                data.logs(), sockets.clientPort(), sockets.controllerPort(), options.properties()));
    MetaPropertiesEnsemble properties = data.properties();
    clusterId = properties.clusterId().orElseThrow();
    port = sockets.clientPort();
    QuorumConfig quorum = config.quorumConfig();
    shared =
        new SharedServer(
            config,
            properties,
            Time.SYSTEM,
            metrics,
            CompletableFuture.completedFuture(QuorumConfig.parseVoterConnections(quorum.voters())),
            QuorumConfig.parseBootstrapServers(quorum.bootstrapServers()),
            this::faultHandler,
            sockets);
    broker = new BrokerServer(shared);
    controller =
        new ControllerServer(shared, KafkaRaftServer.configSchema(), data.bootstrapMetadata());
  }

  /**
   * Starts a broker and waits until it serves, which takes about a second.
   *
   * @throws BrokerStartException if the port is in use, the folder can't be used or belongs to
   *     another broker, or a property is invalid
   */
  public static EmbeddedBroker start(Options options) {
    LoopbackSockets sockets = LoopbackSockets.bind(options.port());
    try {
      return start(options, sockets, DataDirectory.open(options.dataDir()));
    } catch (RuntimeException e) {
      sockets.close();
      throw e;
    }
  }

  private static EmbeddedBroker start(
      Options options, LoopbackSockets sockets, DataDirectory data) {
    EmbeddedBroker started;
    try {
      started = new EmbeddedBroker(options, sockets, data);
    } catch (RuntimeException e) {
      data.close();
      throw e instanceof BrokerStartException known ? known : failure(data, e);
    }
    try {
      started.controller.startup();
      FormerRegistration.awaitFenced(started.shared.loader(), BrokerProperties.NODE_ID);
      started.broker.startup();
      return started;
    } catch (RuntimeException e) {
      started.close();
      throw failure(data, e);
    }
  }

  private static BrokerStartException failure(DataDirectory data, RuntimeException e) {
    return new BrokerStartException(
        "the broker on " + data.path() + " did not start: " + e.getMessage(), e);
  }

  /** Kafka reports its internal faults here; unlike in a broker process, none ends the JVM. */
  private FaultHandler faultHandler(String name, boolean fatal, Runnable action) {
    return (message, cause) -> {
      RuntimeException described = new IllegalStateException(name + ": " + message, cause);
      LOG.error("broker fault{}: {}", fatal ? ", fatal" : "", message, cause);
      if (fatal) {
        fault.compareAndSet(null, described);
      }
      action.run();
      return described;
    };
  }

  /** Returns {@code 127.0.0.1:port}, for {@code bootstrap.servers}. */
  public String bootstrapServers() {
    return "127.0.0.1:" + port();
  }

  /** Returns the clients' port. */
  public int port() {
    return port;
  }

  /**
   * Creates topics and returns when the broker serves their partitions. The controller responds
   * before that, and a producer that starts in between can lose its first batch (KAFKA-15591).
   *
   * @throws ExecutionException if a topic can't be created
   * @throws TimeoutException if they are not served within 30 s
   */
  public void createTopics(Collection<NewTopic> topics)
      throws InterruptedException, ExecutionException, TimeoutException {
    try (Admin admin =
        Admin.create(Map.<String, Object>of("bootstrap.servers", bootstrapServers()))) {
      CreateTopicsResult created = admin.createTopics(topics);
      created.all().get(TOPICS_TIMEOUT_MS, TimeUnit.MILLISECONDS);
      for (String topic : created.values().keySet()) {
        awaitServed(admin, topic, created.numPartitions(topic).get());
      }
    }
  }

  private void awaitServed(Admin admin, String topic, int partitions)
      throws InterruptedException, ExecutionException, TimeoutException {
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(TOPICS_TIMEOUT_MS);
    while (!broker.metadataCache().contains(topic)) {
      if (System.nanoTime() > deadlineNs) {
        throw new TimeoutException("the broker does not serve topic '" + topic + "'");
      }
      Thread.sleep(TOPICS_POLL_MS);
    }
    Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
    for (int p = 0; p < partitions; p++) {
      ends.put(new TopicPartition(topic, p), OffsetSpec.latest());
    }
    admin.listOffsets(ends).all().get(TOPICS_TIMEOUT_MS, TimeUnit.MILLISECONDS);
  }

  /** Returns the folder that holds the broker's records. */
  public Path dataDir() {
    return data.path();
  }

  /** Returns the cluster's id, which is stored with the data. */
  public String clusterId() {
    return clusterId;
  }

  /** Returns the first fault from which the broker can't recover; empty while there is none. */
  public Optional<Throwable> fault() {
    return Optional.ofNullable(fault.get());
  }

  /**
   * Stops the broker, flushing its logs, and deletes a temporary folder. Returns within 20 s; parts
   * that have not stopped by then are logged and end with the process.
   */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    try {
      CompletableFuture.runAsync(this::shutdown, runnable -> daemon(runnable).start())
          .get(CLOSE_TIMEOUT_MS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      LOG.warn("the broker did not stop within {} ms", CLOSE_TIMEOUT_MS);
    } catch (ExecutionException e) {
      LOG.warn("the broker did not stop cleanly", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      metrics.close();
      sockets.close();
      data.close();
    }
  }

  private static Thread daemon(Runnable runnable) {
    Thread thread = new Thread(runnable, "embedded-broker-close");
    thread.setDaemon(true);
    return thread;
  }

  private void shutdown() {
    broker.shutdown(CONTROLLED_SHUTDOWN);
    controller.shutdown();
  }
}
