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
 * A run of records of one source partition that travels through Streams as one: what Streams does
 * for each record (queueing, time keeping, contexts, sensors) costs more than all that Windsock
 * does with it. Its offset is its first record's, so that a batch still queued is read again after
 * a restart; its time likewise. Processed whole, between two commits. Immutable.
 */
record RecordBatch(List<ConsumerRecord<byte[], byte[]>> records) {
  /** The most records in one: as many share one look at the clock. */
  static final int MAX_RECORDS = 256;

  /** Takes a batch through Streams' queue, which takes bytes and headers only. */
  private static final class BatchHeaders extends RecordHeaders {
    private final RecordBatch batch;

    BatchHeaders(RecordBatch batch) {
      this.batch = batch;
    }
  }

  /** Takes the batch out again. */
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

  /** Packs what one poll brought of one partition. */
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
