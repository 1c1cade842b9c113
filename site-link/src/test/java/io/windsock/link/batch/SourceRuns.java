package io.windsock.link.batch;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;

/** Source records by chance: holes in the offsets, tombstones, no keys, headers without values. */
final class SourceRuns {
  private SourceRuns() {}

  static ConsumerRecord<byte[], byte[]> record(
      TopicPartition at, long offset, byte @Nullable [] key, byte @Nullable [] value) {
    return new ConsumerRecord<>(
        at.topic(),
        at.partition(),
        offset,
        1_700_000_000_000L + offset,
        TimestampType.CREATE_TIME,
        key == null ? -1 : key.length,
        value == null ? -1 : value.length,
        key,
        value,
        new RecordHeaders(),
        Optional.empty());
  }

  private static byte @Nullable [] bytes(Random random, int most) {
    if (random.nextInt(5) == 0) {
      return null;
    }
    byte[] bytes = new byte[random.nextInt(most)];
    random.nextBytes(bytes);
    return bytes;
  }

  static SourceRun run(Random random, TopicPartition at) {
    long from = random.nextInt(1000);
    long offset = from;
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    int count = random.nextInt(40);
    for (int i = 0; i < count; i++) {
      offset += random.nextInt(3);
      int most = random.nextInt(20) == 0 ? 6_000 : 60;
      ConsumerRecord<byte[], byte[]> record =
          record(at, offset, bytes(random, 20), bytes(random, most));
      for (int h = random.nextInt(3); h > 0; h--) {
        record.headers().add("h" + random.nextInt(2), bytes(random, 12));
      }
      records.add(record);
      offset++;
    }
    return new SourceRun(new OffsetRange(at, from, offset + random.nextInt(3)), records);
  }

  static SourceBatch batch(Random random) {
    List<SourceRun> runs = new ArrayList<>();
    int records = 0;
    long bytes = 0;
    for (int p = random.nextInt(5); p > 0; p--) {
      SourceRun run = run(random, new TopicPartition("t" + p % 2, p));
      runs.add(run);
      records += run.records().size();
      bytes += run.records().stream().mapToLong(SourceBatch::weight).sum();
    }
    return new SourceBatch(1, runs, records, bytes);
  }
}
