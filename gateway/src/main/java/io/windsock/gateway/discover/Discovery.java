package io.windsock.gateway.discover;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.contracts.wire.GatewaySample;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.gateway.GatewayPhase;
import io.windsock.platform.kafka.LogConsumers;
import io.windsock.platform.kafka.LogReplay;
import io.windsock.platform.name.Incarnation;
import io.windsock.platform.name.NameRule;
import io.windsock.platform.name.NamedSample;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the monitor topic, on a thread of its own, and reports the known members. While the
 * cluster does not answer or the topic is missing, it tries again, and the known members stay. Any
 * thread may use it.
 */
public final class Discovery implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Discovery.class);
  private static final Duration POLL_WAIT = Duration.ofMillis(100);
  private static final Duration PATIENCE = Duration.ofSeconds(3);
  private static final int API_TIMEOUT_MS = 5_000;
  private static final long RETRY_MS = 1_000;
  private static final long CLOSE_MS = 2_000;

  /** A running gateway of the same name has written twice within this time, ms. */
  private static final long TWIN_MS = 1_500;

  /** The most records of the past that are read: more than all members write in a few seconds. */
  private static final long MAX_RECORDS = 2_000;

  /** Receives what discovery finds, on its thread. */
  public interface Listener {
    /** The known members have changed. */
    void known(KnownMembers known);

    /** The gateway must no longer use its name. */
    void taken(String reason);
  }

  private final String name;
  private final Incarnation self;
  private final TopicPartition monitor;
  private final Map<String, Object> kafka;
  private final Catalogue catalogue;
  private final EventCodec codec;
  private final Directory directory;
  private final NameRule rule;
  private final Listener listener;
  private final CountDownLatch read = new CountDownLatch(1);
  private final CountDownLatch ruled = new CountDownLatch(1);
  private final Thread thread;
  private volatile @Nullable KafkaConsumer<byte[], byte[]> following;
  private volatile boolean closing;
  private volatile String taken = "";
  private volatile KnownMembers known = KnownMembers.NOBODY;
  private boolean warned;

  /**
   * Creates a discovery without starting it.
   *
   * @param name the gateway's name
   * @param self this run of it
   * @param role the role of the sites that the gateway uses
   * @param topic the monitor topic's name
   * @param kafka the client's properties: at least the bootstrap servers
   * @param catalogue the types of the records
   */
  public Discovery(
      String name,
      Incarnation self,
      String role,
      String topic,
      Map<String, ?> kafka,
      Catalogue catalogue,
      Listener listener) {
    this.name = name;
    this.self = self;
    this.catalogue = catalogue;
    this.listener = listener;
    monitor = new TopicPartition(topic, 0);
    this.kafka = properties(name, kafka);
    codec = new EventCodec(catalogue);
    directory = new Directory(name, role);
    rule = new NameRule(self, NameRule.Begin.AT_ONCE);
    thread = new Thread(this::run, "discovery-" + name);
    thread.setDaemon(true);
  }

  private static Map<String, Object> properties(String name, Map<String, ?> kafka) {
    Map<String, Object> properties = new HashMap<>(kafka);
    properties.put(ConsumerConfig.CLIENT_ID_CONFIG, name + ".discovery");
    properties.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, API_TIMEOUT_MS);
    properties.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, API_TIMEOUT_MS);
    return properties;
  }

  /** Starts following. */
  public void start() {
    thread.start();
  }

  /**
   * Waits until the existing samples are read and, if they show another gateway of this name, until
   * it is clear whether that one runs.
   *
   * @return why the name may not be used; empty if it may, or if the topic could not be read in
   *     time
   */
  public String awaitName(Duration patience) throws InterruptedException {
    if (!read.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
      LOG.warn(
          "{}: topic '{}' can't be read yet, so no site is known; is the topology running, and with"
              + " the same topic prefix?",
          name,
          monitor.topic());
      return "";
    }
    var unused = ruled.await(TWIN_MS, TimeUnit.MILLISECONDS);
    return taken;
  }

  /** Returns why the name may no longer be used; empty if it may. */
  public String taken() {
    return taken;
  }

  /** Returns the members known now. */
  public KnownMembers known() {
    return known;
  }

  private void run() {
    while (!closing) {
      try (KafkaConsumer<byte[], byte[]> consumer =
          LogConsumers.open(kafka, LogConsumers.FROM_BEGINNING)) {
        following = consumer;
        follow(consumer);
      } catch (WakeupException e) {
        LOG.debug("{}: stopped following topic '{}'", name, monitor.topic());
      } catch (KafkaException e) {
        failed(e);
      }
    }
  }

  private void failed(KafkaException e) {
    if (!warned) {
      warned = true;
      LOG.warn("{}: can't read topic '{}', tries again: {}", name, monitor.topic(), e.toString());
    }
    try {
      Thread.sleep(RETRY_MS);
    } catch (InterruptedException interrupted) {
      closing = true;
    }
  }

  private void follow(KafkaConsumer<byte[], byte[]> consumer) {
    List<TopicPartition> all = List.of(monitor);
    consumer.assign(all);
    Map<TopicPartition, Long> ends = consumer.endOffsets(all);
    long begin = consumer.beginningOffsets(all).getOrDefault(monitor, 0L);
    long end = ends.getOrDefault(monitor, 0L);
    consumer.seek(monitor, Math.max(begin, end - MAX_RECORDS));
    LogReplay.onwards(consumer, ends, PATIENCE, record -> take(record, false));
    publish();
    if (!directory.mayHaveTwin()) {
      ruled.countDown();
    }
    read.countDown();
    warned = false;
    while (!closing) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL_WAIT)) {
        take(record, record.offset() >= end);
      }
      publish();
    }
  }

  /**
   * Reads a sample. Any program may write to the topic, so records that are not valid samples are
   * ignored.
   *
   * @param live whether it was written since the following began
   */
  private void take(ConsumerRecord<byte[], byte[]> record, boolean live) {
    byte[] value = record.value();
    if (value == null) {
      return;
    }
    try {
      switch (catalogue.typeName(value)) {
        case "SiteSample" ->
            directory.add(codec.decode(value, SiteSample.class), record.timestamp());
        case "GatewaySample" -> gateway(codec.decode(value, GatewaySample.class), record, live);
        default -> {}
      }
    } catch (UndecodableException | RuntimeException e) {
      LOG.trace("{}@{} is not a sample: {}", monitor, record.offset(), e.toString());
    }
  }

  private void gateway(GatewaySample sample, ConsumerRecord<byte[], byte[]> record, boolean live) {
    if (sample.getIncarnation().equals(self.id())) {
      directory.reached(record.timestamp());
    } else {
      directory.add(sample, record.timestamp());
    }
    if (!live || !sample.getGateway().equals(name)) {
      return;
    }
    switch (rule.evaluate(named(sample, record))) {
      case TAKEN ->
          taken(
              "the name '"
                  + name
                  + "' is taken by the gateway at "
                  + sample.getUrl()
                  + ", which has run for longer: start this one with another --name, or stop that"
                  + " one");
      case YOUNGER -> LOG.warn("{}: the gateway at {} also uses this name", name, sample.getUrl());
      case OWN -> {}
    }
  }

  private static NamedSample named(GatewaySample sample, ConsumerRecord<byte[], byte[]> record) {
    String phase = sample.getPhase();
    return new NamedSample(
        sample.getIncarnation(),
        sample.getBorn(),
        sample.getAtMs(),
        phase.equals(GatewayPhase.CLOSED.name()) || phase.equals(GatewayPhase.STOPPED.name()),
        record.offset(),
        record.timestamp());
  }

  private void taken(String reason) {
    if (taken.isEmpty()) {
      taken = reason;
      ruled.countDown();
      listener.taken(reason);
    }
  }

  private void publish() {
    if (read.getCount() > 0) {
      checkSites();
    }
    KnownMembers now = directory.known();
    if (!now.equals(known)) {
      known = now;
      listener.known(now);
    }
  }

  /** An existing site keeps its name; a later one gets no calls. */
  private void checkSites() {
    SiteSample site = directory.namesake();
    if (site != null) {
      taken(
          "the name '"
              + name
              + "' is that of the site at "
              + site.getUrl()
              + ": start this gateway with another --name");
    }
  }

  @Override
  public void close() {
    closing = true;
    KafkaConsumer<?, ?> consumer = following;
    if (consumer != null) {
      consumer.wakeup(); // an interrupt would fail its close
    }
    try {
      thread.join(CLOSE_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
