package io.windsock.gateway.update;

import io.windsock.contracts.topic.EventHeaders;
import io.windsock.contracts.topic.Topics;
import io.windsock.gateway.update.UpdateResult.Outcome;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes updates to the source topics, each key's in order. Any thread may submit updates; one
 * thread of its own sends them and receives their outcomes.
 *
 * <p>The partition is the producer's hash of the key, as for every other writer of source events.
 */
public final class UpdateWriter implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(UpdateWriter.class);
  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(1);
  private static final long CLOSE_SECONDS = 10;
  private static final long LOOK_MS = 5;

  /** One request at a time, so that no batch overtakes another (KAFKA-15591). */
  private static final int IN_FLIGHT = 1;

  private static final int REQUESTS_PER_DELIVERY = 2;
  private static final String UNSENT = "an earlier update of its key is not known to be written";
  private static final String CLOSED = "the gateway has stopped";

  /** For how long a topic without metadata is not asked for again: that holds up all others. */
  private static final long WITHOUT_TOPIC_NS = TimeUnit.SECONDS.toNanos(2);

  /** Whether updates are accepted. */
  public enum Admission {
    /** They are, and their results will come. */
    ACCEPTED,
    /** They are not, because too many wait. */
    FULL,
    /** They are not, because the gateway is stopping. */
    STOPPING
  }

  private final Topics topics;
  private final Backlog backlog;
  private final KeyQueues queues = new KeyQueues();
  private final long deliveryNs;

  /** Until when a topic counts as one without metadata. Owned by the writer's thread. */
  private final Map<String, Long> withoutNs = new HashMap<>();

  private final Producer<byte[], byte[]> producer;
  private final LongSupplier nanoTime;
  private final ExecutorService thread;
  private volatile boolean stopping;
  private volatile boolean closed;

  /** Creates a writer, which connects in the background. */
  public UpdateWriter(UpdateConfig config) {
    this(
        config,
        new KafkaProducer<>(
            properties(config), new ByteArraySerializer(), new ByteArraySerializer()),
        System::nanoTime);
  }

  /**
   * Creates a writer.
   *
   * @param producer closed with the writer
   */
  UpdateWriter(UpdateConfig config, Producer<byte[], byte[]> producer, LongSupplier nanoTime) {
    this.producer = producer;
    this.nanoTime = nanoTime;
    topics = config.topics();
    backlog = new Backlog(config.pending(), config.pendingBytes());
    deliveryNs = config.delivery().toNanos();
    thread =
        Executors.newSingleThreadExecutor(
            work -> {
              Thread own = new Thread(work, "windsock-gateway-updates");
              own.setDaemon(true);
              return own;
            });
  }

  private static Map<String, Object> properties(UpdateConfig config) {
    int deliveryMs = (int) config.delivery().toMillis();
    Map<String, Object> properties = new HashMap<>();
    properties.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, config.bootstrapServers());
    properties.put(ProducerConfig.CLIENT_ID_CONFIG, "windsock-gateway-updates");
    properties.put(ProducerConfig.ENABLE_METRICS_PUSH_CONFIG, false);
    properties.putAll(config.properties());
    // The settings that the promise to requesters depends on are not configurable.
    properties.put(ProducerConfig.ACKS_CONFIG, "all");
    properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    properties.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, IN_FLIGHT);
    properties.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, deliveryMs);
    properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, deliveryMs / REQUESTS_PER_DELIVERY);
    properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, deliveryMs / REQUESTS_PER_DELIVERY);
    return properties;
  }

  /**
   * Writes updates. Those of one key are written in this order, and one that follows a failed one
   * of its key is not written.
   *
   * @param updates at least one
   * @param done receives all results in the order of the updates, on the writer's thread
   */
  public Admission submit(List<Update> updates, Consumer<List<UpdateResult>> done) {
    if (!backlog.add(updates)) {
      return stopping ? Admission.STOPPING : Admission.FULL;
    }
    // Looked at once they count, so that close() waits for whatever is accepted.
    if (stopping) {
      return refused(updates);
    }
    UpdateBatch batch = new UpdateBatch(updates.size(), nanoTime.getAsLong(), done);
    try {
      thread.execute(() -> start(updates, batch));
      return Admission.ACCEPTED;
    } catch (RejectedExecutionException e) {
      return refused(updates);
    }
  }

  private Admission refused(List<Update> updates) {
    updates.forEach(backlog::remove);
    return Admission.STOPPING;
  }

  /** Accepts no more updates. Those that wait are still written. */
  public void refuse() {
    stopping = true;
  }

  /** Returns how many updates wait to be written. */
  public int pending() {
    return backlog.updates();
  }

  /** Returns the bytes of the updates that wait to be written. */
  public long pendingBytes() {
    return backlog.bytes();
  }

  private void start(List<Update> updates, UpdateBatch batch) {
    for (int i = 0; i < updates.size(); i++) {
      PendingUpdate next = new PendingUpdate(updates.get(i), batch, i);
      if (queues.add(next)) {
        send(next);
      }
    }
  }

  private void send(PendingUpdate next) {
    Update update = next.update();
    String topic = topics.source(update.stream());
    String fault = fault(next, topic, nanoTime.getAsLong());
    if (fault != null) {
      onThread(next, UpdateResult.not(update.id(), Outcome.NOT_WRITTEN, fault));
      return;
    }
    Thread own = Thread.currentThread();
    try {
      var unused =
          producer.send(
              record(topic, update),
              (at, failure) -> {
                // The producer reports what it can't send before send() returns.
                boolean sent = Thread.currentThread() != own;
                if (!sent && failure instanceof TimeoutException) {
                  withoutNs.put(topic, nanoTime.getAsLong() + WITHOUT_TOPIC_NS);
                }
                onThread(next, result(update, at, failure, sent));
              });
    } catch (KafkaException | IllegalStateException e) {
      // Not sent: the topic is unknown, the record is too large, or the producer is closed.
      onThread(next, UpdateResult.not(update.id(), Outcome.NOT_WRITTEN, reason(e)));
    }
  }

  /** Returns why an update is not even to be sent; null if it is. */
  private @Nullable String fault(PendingUpdate next, String topic, long nowNs) {
    if (closed) {
      return CLOSED;
    }
    if (next.followsFailure()) {
      return UNSENT;
    }
    if (next.waitedNs(nowNs) > deliveryNs) {
      return "it waited for more than " + TimeUnit.NANOSECONDS.toMillis(deliveryNs) + " ms";
    }
    Long untilNs = withoutNs.get(topic);
    if (untilNs == null || untilNs - nowNs <= 0) {
      withoutNs.remove(topic);
      return null;
    }
    return "the brokers do not answer, or have no topic '" + topic + "'";
  }

  private static ProducerRecord<byte[], byte[]> record(String topic, Update update) {
    Header id =
        new RecordHeader(EventHeaders.UPDATE_ID, update.id().getBytes(StandardCharsets.UTF_8));
    return new ProducerRecord<>(
        topic, null, update.key().getBytes(StandardCharsets.UTF_8), update.value(), List.of(id));
  }

  private UpdateResult result(
      Update update, @Nullable RecordMetadata at, @Nullable Exception failure, boolean sent) {
    if (failure == null && at != null) {
      return UpdateResult.written(update.id(), at.partition(), at.offset());
    }
    // A retriable failure is one for which the record may have been appended: no answer, mostly.
    // So may one that the producer drops because it is closed.
    boolean unknown = sent && (closed || failure instanceof RetriableException);
    Outcome outcome = unknown ? Outcome.UNKNOWN : Outcome.NOT_WRITTEN;
    return UpdateResult.not(update.id(), outcome, failure == null ? "" : reason(failure));
  }

  private static String reason(Exception failure) {
    return failure.getClass().getSimpleName() + ": " + failure.getMessage();
  }

  /** Ends an update on the writer's own thread, and sends the next one of its key. */
  private void onThread(PendingUpdate ended, UpdateResult result) {
    try {
      thread.execute(() -> end(ended, result));
    } catch (RejectedExecutionException e) {
      LOG.debug("update {} ended after the writer was closed: {}", ended.update().id(), result);
    }
  }

  private void end(PendingUpdate ended, UpdateResult result) {
    backlog.remove(ended.update());
    if (result.outcome() != Outcome.WRITTEN) {
      LOG.warn("update {} is {}: {}", result.id(), result.outcome().text(), result.error());
    }
    PendingUpdate next = queues.end(ended);
    try {
      ended.end(result, nanoTime.getAsLong());
    } catch (RuntimeException e) {
      // Such as a requester's event loop that has ended; the next update of the key is another's.
      LOG.error("the results of the request with update {} can't be reported", result.id(), e);
    }
    if (next != null) {
      send(next);
    }
  }

  /**
   * Accepts no more updates, and ends those that wait: of those sent it is unknown whether they are
   * written, the others are not.
   */
  @Override
  public void close() {
    stopping = true;
    closed = true;
    try {
      producer.close(pending() == 0 ? CLOSE_PATIENCE : Duration.ZERO);
    } catch (KafkaException e) {
      LOG.warn("the producer of updates did not close in order: {}", e.toString());
    }
    try {
      // Until then, updates that wait for earlier ones of their key come to the thread.
      for (int i = 0; pending() > 0 && i < CLOSE_SECONDS * 1000 / LOOK_MS; i++) {
        Thread.sleep(LOOK_MS);
      }
      thread.shutdown();
      if (!thread.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("updates still have no outcome after {} s", CLOSE_SECONDS);
      }
    } catch (InterruptedException e) {
      thread.shutdown();
      Thread.currentThread().interrupt();
    }
  }
}
