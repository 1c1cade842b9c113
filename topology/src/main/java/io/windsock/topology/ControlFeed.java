package io.windsock.topology;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.platform.kafka.LogConsumers;
import io.windsock.platform.kafka.TopicIncarnation;
import io.windsock.platform.kafka.TopicWatch;
import io.windsock.topology.receive.ParametersReader;
import io.windsock.topology.receive.TaskParameters;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the control topic and holds the newest parameters that can be carried out here. An epoch
 * must be newer than all before it. If it is not, or if this instance can't carry out the
 * parameters, they are refused and those in force stay. It has its own thread, so the tasks'
 * threads never wait for the topic; any thread may read its offer.
 */
final class ControlFeed implements AutoCloseable {
  /** The key of the parameters in the control topic. */
  private static final byte[] KEY = "parameters".getBytes(StandardCharsets.UTF_8);

  private static final Logger LOG = LoggerFactory.getLogger(ControlFeed.class);
  private static final long LOOK_MS = 500;
  private static final Duration POLL_WAIT = Duration.ofMillis(200);
  private static final Duration RETRY_WAIT = Duration.ofSeconds(1);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

  /**
   * The parameters offered so far.
   *
   * @param epoch the newest epoch seen; 0 if none
   * @param newest the newest parameters that can be carried out; null if none
   * @param refused why newer parameters are refused; empty if none are
   */
  record Offer(long epoch, @Nullable TaskParameters newest, String refused) {}

  private final TopologyConfig config;
  private final ParametersReader reader;
  private final TopicPartition control;
  private final TopicWatch watch;
  private final Thread thread;
  private TopicIncarnation followed = TopicIncarnation.ABSENT;
  private volatile boolean closing;
  private volatile Offer offer = new Offer(0, null, "");

  /**
   * Creates a feed without starting it.
   *
   * @param admin must remain open while the feed runs; the caller closes it
   */
  ControlFeed(TopologyConfig config, Admin admin) {
    this.config = config;
    reader = new ParametersReader(config.catalogue());
    control = new TopicPartition(config.topics().control(), 0);
    watch = new TopicWatch(admin, control.topic(), LOOK_MS, TopicIncarnation.ABSENT);
    thread = new Thread(this::run, config.applicationId() + "-control");
    thread.setDaemon(true);
  }

  /**
   * Opens a consumer. Stale parameters read again from the beginning are refused by their epoch.
   */
  private KafkaConsumer<byte[], byte[]> open() {
    Map<String, Object> properties = config.clientProperties();
    properties.put(ConsumerConfig.CLIENT_ID_CONFIG, config.applicationId() + "-control");
    return LogConsumers.open(properties, LogConsumers.FROM_BEGINNING);
  }

  void start() {
    thread.start();
  }

  /** Returns the current offer. */
  Offer offer() {
    return offer;
  }

  /** Returns the newest parameters that can be carried out here; null if there are none. */
  @Nullable TaskParameters newest() {
    return offer.newest();
  }

  private void run() {
    try (var consumer = open()) {
      consumer.assign(List.of(control));
      consumer.seekToBeginning(List.of(control));
      while (!closing) {
        poll(consumer);
      }
    } catch (RuntimeException e) {
      LOG.error("{} is no longer followed: the parameters stay as they are", control, e);
      offer = new Offer(offer.epoch(), offer.newest(), "can't read the control topic: " + e);
    }
  }

  private void poll(KafkaConsumer<byte[], byte[]> consumer) {
    try {
      if (watch.work(TimeUnit.NANOSECONDS.toMillis(System.nanoTime()))) {
        follow(watch.current(), consumer);
      }
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL_WAIT)) {
        if (Arrays.equals(record.key(), KEY) && record.value() != null) {
          take(record.value());
        }
      }
    } catch (KafkaException e) {
      LOG.warn("{}: trying again after {}", control, e.toString());
      pause();
    }
  }

  private void follow(TopicIncarnation now, KafkaConsumer<byte[], byte[]> consumer) {
    if (now.equals(TopicIncarnation.ABSENT)) {
      return;
    }
    if (!followed.equals(TopicIncarnation.ABSENT) && !now.id().equals(followed.id())) {
      LOG.warn("{} was recreated: it is read from its beginning", control);
      consumer.seekToBeginning(List.of(control));
    }
    followed = now;
  }

  private void pause() {
    try {
      Thread.sleep(RETRY_WAIT.toMillis());
    } catch (InterruptedException e) {
      closing = true;
    }
  }

  private void take(byte[] framed) {
    Offer before = offer;
    offer = next(before, framed);
    if (!offer.refused().isEmpty() && !offer.refused().equals(before.refused())) {
      LOG.warn("{}: refused: {}", control, offer.refused());
    }
    TaskParameters newest = offer.newest();
    if (before.newest() == null && newest != null) {
      logReplaced(newest);
    }
  }

  /** Logs once that the parameters replace the rules named at the start. */
  private void logReplaced(TaskParameters first) {
    String replaced = replaced(first, config);
    if (!replaced.isEmpty()) {
      LOG.warn(replaced);
    }
  }

  /**
   * Describes the replacement of the rules named at the start; empty if the rules are the same, or
   * if none were named.
   */
  static String replaced(TaskParameters first, TopologyConfig config) {
    boolean same = first.rules().fingerprint().equals(config.rules().set().fingerprint());
    return same || !config.rules().named()
        ? ""
        : "epoch %d of a controller, function '%s', replaces the rules that the topology was started with"
            .formatted(first.epoch(), first.function());
  }

  private Offer next(Offer before, byte[] framed) {
    long epoch = before.epoch();
    try {
      epoch = reader.epoch(framed);
      if (epoch <= before.epoch()) {
        return again(before, epoch, framed);
      }
      TaskParameters next = reader.read(framed);
      LOG.info("{}: epoch {} takes effect at the next markers", control, epoch);
      return new Offer(epoch, next, "");
    } catch (UndecodableException e) {
      // The bytes in the epoch's place are not an epoch; if taken as one, later epochs could be
      // refused.
      return new Offer(
          before.epoch(),
          before.newest(),
          "a record does not hold parameters and is skipped: " + e.getMessage());
    } catch (ConfigurationException e) {
      return new Offer(
          Math.max(epoch, before.epoch()),
          before.newest(),
          "this instance can't apply epoch " + epoch + ": " + e.getMessage());
    }
  }

  /** The same record read again changes nothing. */
  private static Offer again(Offer before, long epoch, byte[] framed) {
    TaskParameters newest = before.newest();
    if (newest != null && Arrays.equals(newest.logged(), framed)) {
      return before;
    }
    String stale = "epoch " + epoch + " came after epoch " + before.epoch() + ", so it is stale";
    return new Offer(before.epoch(), newest, stale);
  }

  @Override
  public void close() {
    closing = true;
    try {
      thread.join(CLOSE_TIMEOUT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
