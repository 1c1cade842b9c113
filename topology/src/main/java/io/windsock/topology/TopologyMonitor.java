package io.windsock.topology;

import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.wire.PartitionSample;
import io.windsock.contracts.wire.TopologySample;
import io.windsock.topology.receive.PartitionStatus;
import io.windsock.topology.receive.TaskParameters;
import io.windsock.topology.streams.TaskParts;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the monitor topic how this instance is, every {@link #EVERY_MS}. What can't be sent is not
 * kept: the next sample says more. Has a thread of its own.
 */
final class TopologyMonitor implements AutoCloseable {
  /** Between two samples, ms. */
  static final long EVERY_MS = 500;

  private static final Logger LOG = LoggerFactory.getLogger(TopologyMonitor.class);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

  private final TaskParts tasks;
  private final ControlFeed control;
  private final String instance;
  private final String topic;
  private final EventCodec codec;
  private final ProcessorTime processors = new ProcessorTime();
  private final KafkaProducer<byte[], byte[]> producer;
  private final ScheduledExecutorService timer;
  private boolean failing;

  TopologyMonitor(TopologyConfig config, String id, TaskParts tasks, ControlFeed control) {
    this.tasks = tasks;
    this.control = control;
    instance = config.applicationId() + "-" + id;
    topic = config.topics().monitor();
    codec = new EventCodec(config.catalogue());
    producer = new KafkaProducer<>(properties(config));
    timer =
        Executors.newSingleThreadScheduledExecutor(
            work -> {
              Thread thread = new Thread(work, config.applicationId() + "-monitor");
              thread.setDaemon(true);
              return thread;
            });
  }

  private static Map<String, Object> properties(TopologyConfig config) {
    Map<String, Object> properties = config.clientProperties();
    properties.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    properties.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    properties.put(ProducerConfig.CLIENT_ID_CONFIG, config.applicationId() + "-monitor");
    properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, EVERY_MS);
    properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 2 * (int) EVERY_MS);
    properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 4 * (int) EVERY_MS);
    properties.put(ProducerConfig.BUFFER_MEMORY_CONFIG, 1L << 20);
    return properties;
  }

  void start() {
    var unused = timer.scheduleAtFixedRate(this::tell, EVERY_MS, EVERY_MS, TimeUnit.MILLISECONDS);
  }

  private void tell() {
    try {
      byte[] value = codec.encode(sample());
      var unused =
          producer.send(
              new ProducerRecord<>(topic, instance.getBytes(StandardCharsets.UTF_8), value));
      failing = false;
    } catch (KafkaException e) {
      if (!failing) {
        LOG.warn("{}: samples are not sent: {}", topic, e.toString());
      }
      failing = true;
    } catch (RuntimeException e) {
      LOG.error("{}: a sample could not be made", topic, e);
    }
  }

  private TopologySample sample() {
    ControlFeed.Offer offer = control.offer();
    List<PartitionSample> partitions = new ArrayList<>();
    String refused = offer.refused();
    for (PartitionStatus status : tasks.statuses()) {
      partitions.add(partition(status));
      TaskParameters newest = offer.newest();
      if (refused.isEmpty() && newest != null && newest.epoch() < status.epoch()) {
        refused =
            "epoch "
                + newest.epoch()
                + " is offered, and epoch "
                + status.epoch()
                + " is in force: it is stale";
      }
    }
    return new TopologySample(
        instance,
        System.currentTimeMillis(),
        partitions,
        offer.epoch(),
        refused,
        processors.used());
  }

  private PartitionSample partition(PartitionStatus status) {
    return new PartitionSample(
        status.partition(),
        status.epoch(),
        status.sequence(),
        status.marker(),
        tasks.ready(status),
        status.held(),
        status.withheld(),
        status.oldestWithheldMs(),
        status.received(),
        status.forwarded(),
        status.mirrored(),
        status.deadLettered());
  }

  @Override
  public void close() {
    timer.shutdownNow();
    producer.close(CLOSE_TIMEOUT);
  }
}
