package io.windsock.link.verify;

import io.windsock.link.verify.Clusters.TargetEnd;
import io.windsock.platform.copy.LinkPosition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * Compares what a link has copied with its source, up to the link's position: the committed records
 * of each partition, by digests of ranges, and down to the first record that differs. A topic must
 * not be compacted, since each cluster compacts by itself.
 */
public final class LinkVerify {
  /** Receives the progress of a comparison. */
  public interface Progress {
    /**
     * So many records of a partition are equal so far; {@code total} offsets are to be compared.
     */
    void compared(String topic, int partition, long records, long total);
  }

  private final VerifyConfig config;
  private final Clusters clusters;
  private final Progress progress;

  private LinkVerify(VerifyConfig config, Clusters clusters, Progress progress) {
    this.config = config;
    this.clusters = clusters;
    this.progress = progress;
  }

  /**
   * Compares.
   *
   * @throws VerifyException if it can't, with the remedy
   * @throws KafkaException if a cluster does not answer
   */
  public static VerifyResult run(VerifyConfig config, Progress progress)
      throws VerifyException, InterruptedException {
    try (Clusters clusters = new Clusters(config)) {
      return new LinkVerify(config, clusters, progress).run();
    }
  }

  private VerifyResult run() throws VerifyException, InterruptedException {
    List<String> topics = clusters.topics(clusters.position()); // before one that is gone is asked
    TargetEnd end = clusters.targetEnd(topics);
    LinkPosition position = end.position();
    requireBegun(topics, position);
    List<TopicPartition> partitions =
        position.next().keySet().stream()
            .filter(partition -> topics.contains(partition.topic()))
            .sorted(
                Comparator.comparing(TopicPartition::topic)
                    .thenComparing(TopicPartition::partition))
            .toList();
    Map<TopicPartition, Long> sources = clusters.sourceBeginnings(partitions);
    Map<TopicPartition, Long> targets = clusters.targetBeginnings(partitions);
    List<PartitionResult> results = new ArrayList<>();
    for (TopicPartition partition : partitions) {
      Bounds bounds =
          new Bounds(
              Clusters.of(sources, partition),
              Clusters.of(position.next(), partition),
              Clusters.of(targets, partition),
              end.ends().getOrDefault(partition, Long.MAX_VALUE));
      results.add(compare(partition, bounds));
    }
    return new VerifyResult(
        config.link(),
        position.epoch(),
        position.batch(),
        config.rangeRecords(),
        !end.ends().isEmpty(),
        results);
  }

  /** Of a topic without a position nothing would be compared, and nothing would differ. */
  private void requireBegun(List<String> topics, LinkPosition position) throws VerifyException {
    for (String topic : topics) {
      if (position.next().keySet().stream().noneMatch(at -> at.topic().equals(topic))) {
        throw new VerifyException(
            "link '%s' has copied nothing of topic '%s' yet: verify again once it has"
                .formatted(config.link(), topic));
      }
    }
  }

  /** The offsets between which a partition is compared. */
  private record Bounds(long sourceFrom, long sourceEnd, long targetFrom, long targetEnd) {
    boolean trimmed() {
      return sourceFrom > 0 || targetFrom > 0;
    }

    boolean known() {
      return targetEnd != Long.MAX_VALUE;
    }
  }

  private PartitionResult compare(TopicPartition partition, Bounds bounds) throws VerifyException {
    try (LogCursor source = clusters.atSource(partition, bounds.sourceFrom(), bounds.sourceEnd());
        LogCursor target = clusters.atTarget(partition, bounds.targetFrom(), bounds.targetEnd())) {
      Alignment skipped = alignment(partition, bounds, source, target);
      long total = bounds.sourceEnd() - bounds.sourceFrom();
      PartitionCheck check =
          new PartitionCheck(
              partition,
              source,
              target,
              config.rangeRecords(),
              records ->
                  progress.compared(partition.topic(), partition.partition(), records, total));
      return check.run(skipped, bounds.known());
    }
  }

  private static Alignment alignment(
      TopicPartition partition, Bounds bounds, LogCursor source, LogCursor target)
      throws VerifyException {
    if (!bounds.trimmed()) {
      return Alignment.NONE;
    }
    if (!bounds.known()) {
      throw new VerifyException(
          "%s was trimmed, so its records are compared from the end, and the link is still copying: pause it with 'windsock link pause' and verify again"
              .formatted(partition));
    }
    Alignment skipped =
        Alignment.atEnd(
            count(source), bounds.sourceFrom() > 0, count(target), bounds.targetFrom() > 0);
    source.seek(bounds.sourceFrom());
    target.seek(bounds.targetFrom());
    return skipped;
  }

  private static long count(LogCursor log) throws VerifyException {
    long records = 0;
    while (log.next() != null) {
      records++;
    }
    return records;
  }
}
