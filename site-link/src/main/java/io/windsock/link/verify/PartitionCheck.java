package io.windsock.link.verify;

import io.windsock.link.verify.PartitionResult.Difference;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Compares a partition by digests of ranges. A range that differs is read again, record by record.
 * One thread owns it.
 */
final class PartitionCheck {
  private static final long NO_OFFSET = -1;

  private final TopicPartition partition;
  private final LogCursor source;
  private final LogCursor target;
  private final int rangeRecords;
  private final LongConsumer progress;

  /** A range at one side: its first record, how many it has, and their digest. */
  private record Range(long firstOffset, long records, String digest) {}

  /**
   * Creates a check.
   *
   * @param progress receives the number of records that are equal, after each range
   */
  PartitionCheck(
      TopicPartition partition,
      LogCursor source,
      LogCursor target,
      int rangeRecords,
      LongConsumer progress) {
    this.partition = partition;
    this.source = source;
    this.target = target;
    this.rangeRecords = rangeRecords;
    this.progress = progress;
  }

  /**
   * Compares from the given numbers of records on.
   *
   * @param ends whether the target's end is known, so that it must have no further records
   */
  PartitionResult run(Alignment skipped, boolean ends) throws VerifyException {
    skip(source, skipped.atSource());
    skip(target, skipped.atTarget());
    long equal = 0;
    long ranges = 0;
    Difference difference = null;
    boolean more = true;
    while (more && difference == null) {
      Range atSource = range(source, rangeRecords);
      long wanted = ends ? rangeRecords : atSource.records();
      Range atTarget = range(target, wanted);
      if (atSource.digest().equals(atTarget.digest())) {
        equal += atSource.records();
        ranges += atSource.records() > 0 ? 1 : 0;
        more = atSource.records() == rangeRecords;
        progress.accept(equal);
      } else {
        difference = narrow(ranges, equal, atSource, atTarget);
        equal = difference.record();
      }
    }
    return new PartitionResult(
        partition.topic(),
        partition.partition(),
        equal,
        ranges,
        skipped.atSource(),
        skipped.atTarget(),
        difference);
  }

  private static void skip(LogCursor log, long records) throws VerifyException {
    for (long i = 0; i < records; i++) {
      var unused = log.next();
    }
  }

  private static Range range(LogCursor log, long most) throws VerifyException {
    RangeDigest digest = new RangeDigest();
    long first = NO_OFFSET;
    long records = 0;
    while (records < most) {
      ConsumerRecord<byte[], byte[]> record = log.next();
      if (record == null) {
        break;
      }
      first = records == 0 ? record.offset() : first;
      digest.add(record);
      records++;
    }
    return new Range(first, records, digest.take());
  }

  private Difference narrow(long range, long before, Range atSource, Range atTarget)
      throws VerifyException {
    rewind(source, atSource);
    rewind(target, atTarget);
    long most = Math.max(atSource.records(), atTarget.records());
    for (long i = 0; i < most; i++) {
      var one = i < atSource.records() ? source.next() : null;
      var other = i < atTarget.records() ? target.next() : null;
      String reason = reason(one, other);
      if (reason != null) {
        return new Difference(
            range,
            atSource.digest(),
            atTarget.digest(),
            before + i,
            offset(one),
            offset(other),
            reason);
      }
    }
    throw new VerifyException(
        "%s: range %d differed, and does not when it is read again".formatted(partition, range));
  }

  private static void rewind(LogCursor log, Range range) {
    if (range.records() > 0) {
      log.seek(range.firstOffset());
    }
  }

  private static @Nullable String reason(
      @Nullable ConsumerRecord<byte[], byte[]> source,
      @Nullable ConsumerRecord<byte[], byte[]> target) {
    if (source == null) {
      return target == null ? null : "the target has a record that the source has not";
    }
    return target == null ? "the target lacks the record" : RangeDigest.difference(source, target);
  }

  private static long offset(@Nullable ConsumerRecord<byte[], byte[]> record) {
    return record == null ? NO_OFFSET : record.offset();
  }
}
