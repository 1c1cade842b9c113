package io.windsock.site.join;

import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.platform.http.client.Remote;
import io.windsock.platform.kafka.LogConsumers;
import io.windsock.platform.kafka.LogReplay;
import io.windsock.platform.kafka.LogTopic;
import io.windsock.platform.telemetry.MemberPhase;
import io.windsock.platform.telemetry.Members;
import io.windsock.platform.telemetry.NewestTime;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sites that may have a snapshot: those that recently announced one on the monitor topic, and
 * those in the configuration. Recency is measured by the broker's record times relative to the
 * newest record, so it does not depend on any other machine's clock. Owned by one thread.
 */
final class Candidates {
  /** A sample this much older than the newest record is out of date, ms. */
  static final long FRESH_MS = 10_000;

  private static final Logger LOG = LoggerFactory.getLogger(Candidates.class);
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  /** The most records of the monitor topic that are read; amply covers {@link #FRESH_MS}. */
  private static final long MAX_RECORDS = 5_000;

  /** The most sites asked in one try. Further ones are asked once some of these are gone. */
  private static final int MAX_SITES = 32;

  private final JoinTarget target;
  private final TopicPartition monitor;
  private final Map<String, Object> kafka;
  private final EventCodec codec;

  /** The time of the newest record of any kind. */
  private NewestTime newest = new NewestTime();

  Candidates(JoinTarget target, String monitor, Map<String, Object> kafka, EventCodec codec) {
    this.target = target;
    this.monitor = new TopicPartition(monitor, 0);
    this.kafka = new HashMap<>(kafka);
    this.codec = codec;
    this.kafka.put(
        ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, Math.toIntExact(PATIENCE.toMillis()));
  }

  /** The sites' base URLs; those that announced a snapshot come first. */
  List<String> urls(List<String> configured) {
    Set<String> urls = new LinkedHashSet<>(advertised());
    urls.addAll(configured);
    return List.copyOf(urls).subList(0, Math.min(MAX_SITES, urls.size()));
  }

  private List<String> advertised() {
    Members members = new Members();
    newest = new NewestTime();
    try (var consumer = LogConsumers.open(kafka, LogConsumers.FROM_BEGINNING)) {
      consumer.assign(List.of(monitor));
      Map<TopicPartition, Long> ends = consumer.endOffsets(List.of(monitor));
      long begin = consumer.beginningOffsets(List.of(monitor)).getOrDefault(monitor, 0L);
      long end = ends.getOrDefault(monitor, 0L);
      consumer.seek(monitor, Math.max(begin, end - MAX_RECORDS));
      LogReplay.onwards(consumer, ends, PATIENCE, record -> note(members, record));
    } catch (KafkaException e) {
      LOG.debug("{}: no samples from {}", target.site(), monitor, e);
    }
    LogTopic topic = target.topic();
    long sinceMs = newest.ms() - FRESH_MS + 1;
    return members.following(topic.name(), topic.epoch(), sinceMs).stream()
        .filter(this::fits)
        .map(SiteSample::getUrl)
        .toList();
  }

  /**
   * Reads a sample. Any program may write to the topic, so records that are not valid samples are
   * ignored.
   */
  private void note(Members members, ConsumerRecord<byte[], byte[]> record) {
    if (newest.note(record.timestamp())) { // a broker's clock went back
      members.clear();
    }
    byte[] value = record.value();
    if (value == null) {
      return;
    }
    try {
      members.add(codec.decode(value, SiteSample.class), record.timestamp());
    } catch (UndecodableException | RuntimeException e) {
      LOG.trace("{}@{} is not a site's sample: {}", monitor, record.offset(), e.toString());
    }
  }

  private boolean fits(SiteSample sample) {
    return !sample.getSite().equals(target.site())
        && sample.getSnapshot() != null
        && MemberPhase.of(sample) != MemberPhase.CLOSED
        && Remote.isUrl(sample.getUrl());
  }
}
