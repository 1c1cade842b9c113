package io.windsock.evaluation.lab;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.contracts.topic.Topics;
import io.windsock.contracts.wire.PartitionSample;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.contracts.wire.TopologySample;
import io.windsock.evaluation.load.Positions;
import java.time.Duration;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Follows the monitor topic and keeps the latest reports of each site and the topology. Any thread
 * may query it.
 */
public final class Monitor implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(200);

  private static final Catalogue CATALOGUE = Catalogue.builtIn(Positions.DOMAIN);
  private static final int SITE_SAMPLE = CATALOGUE.id(SiteSample.class);
  private static final int TOPOLOGY_SAMPLE = CATALOGUE.id(TopologySample.class);

  private final EventCodec codec = new EventCodec(CATALOGUE);
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Map<String, SiteSample> sites = new ConcurrentHashMap<>();
  private final Thread thread;
  private volatile @Nullable TopologySample topology;

  Monitor(String bootstrapServers, Topics topics) {
    ByteArrayDeserializer bytes = new ByteArrayDeserializer();
    consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrapServers, "enable.auto.commit", false),
            bytes,
            bytes);
    List<TopicPartition> all = List.of(new TopicPartition(topics.monitor(), 0));
    consumer.assign(all);
    consumer.seekToEnd(all);
    thread = new Thread(this::follow, "lab-monitor");
    thread.start();
  }

  private void follow() {
    try (consumer) {
      while (true) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
          take(record.value());
        }
      }
    } catch (WakeupException e) {
      // closed
    } catch (UndecodableException e) {
      throw new IllegalStateException(e);
    }
  }

  private void take(byte[] value) throws UndecodableException {
    if (Framing.schemaId(value) == SITE_SAMPLE) {
      SiteSample sample = codec.decode(value, SiteSample.class);
      sites.put(sample.getSite(), sample);
    } else if (Framing.schemaId(value) == TOPOLOGY_SAMPLE) {
      topology = codec.decode(value, TopologySample.class);
    }
  }

  /**
   * The latest reports.
   *
   * @param epoch the parameters' epoch at all partitions of the topology; 0 while they differ
   * @param newestEpoch the highest epoch at a partition
   * @param pending pending requests, the most of any mirror
   * @param stalenessMs age of the oldest update that a mirror lacks, the highest of any mirror
   */
  public record Reading(long epoch, long newestEpoch, long pending, long stalenessMs) {}

  /** Returns the latest reports. */
  public Reading reading() {
    long pending = 0;
    long stalenessMs = 0;
    for (SiteSample site : sites.values()) {
      if (site.getRole().equals("mirror")) {
        pending = Math.max(pending, site.getPending());
        stalenessMs = Math.max(stalenessMs, site.getStalenessMs());
      }
    }
    return reading(topology, pending, stalenessMs);
  }

  private static Reading reading(@Nullable TopologySample last, long pending, long stalenessMs) {
    LongSummaryStatistics epochs =
        (last == null ? List.<PartitionSample>of() : last.getPartitions())
            .stream().mapToLong(PartitionSample::getEpoch).summaryStatistics();
    if (epochs.getCount() == 0) {
      return new Reading(0, 0, pending, stalenessMs);
    }
    boolean same = epochs.getMin() == epochs.getMax();
    return new Reading(same ? epochs.getMax() : 0, epochs.getMax(), pending, stalenessMs);
  }

  @Override
  public void close() {
    consumer.wakeup();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
