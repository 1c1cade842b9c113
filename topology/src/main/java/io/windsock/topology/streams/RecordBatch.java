package io.windsock.topology.streams;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * A run of records of one source partition that passes through Streams as one record, because
 * Streams' overhead per record (queueing, time keeping, contexts, sensors) exceeds the cost of all
 * of Windsock's processing. It has the offset of its first record, so that a batch still queued is
 * read again after a restart, and the time of its first record. It is processed completely between
 * two commits. Immutable.
 */
record RecordBatch(List<ConsumerRecord<byte[], byte[]>> records) {
  /** The maximum number of records in a batch, which share one reading of the clock. */
  static final int MAX_RECORDS = 256;

  /** Carries a batch through Streams' queue, which accepts only bytes and headers. */
  private static final class BatchHeaders extends RecordHeaders {
    private final RecordBatch batch;

    BatchHeaders(RecordBatch batch) {
      this.batch = batch;
    }
  }

  /** Extracts the batch again. */
  static final class Unpacker implements Deserializer<RecordBatch> {
    @Override
    public RecordBatch deserialize(String topic, Headers headers, byte @Nullable [] data) {
      if (headers instanceof BatchHeaders carrier) {
        return carrier.batch;
      }
      throw new IllegalStateException("a record of " + topic + " that is not in a batch");
    }

    @Override
    public RecordBatch deserialize(String topic, byte @Nullable [] data) {
      throw new IllegalStateException("a record of " + topic + " that is not in a batch");
    }
  }

  /** Packs one poll's records of one partition. */
  static List<ConsumerRecord<byte[], byte[]>> pack(List<ConsumerRecord<byte[], byte[]>> polled) {
    List<ConsumerRecord<byte[], byte[]>> packed = new ArrayList<>();
    for (int from = 0; from < polled.size(); from += MAX_RECORDS) {
      int to = Math.min(polled.size(), from + MAX_RECORDS);
      packed.add(new RecordBatch(polled.subList(from, to)).asRecord());
    }
    return packed;
  }

  private ConsumerRecord<byte[], byte[]> asRecord() {
    ConsumerRecord<byte[], byte[]> first = records.get(0);
    return new ConsumerRecord<>(
        first.topic(),
        first.partition(),
        first.offset(),
        Math.max(0, first.timestamp()),
        TimestampType.LOG_APPEND_TIME,
        0,
        0,
        null,
        null,
        new BatchHeaders(this),
        first.leaderEpoch());
  }
}
