package io.windsock.topology.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class RecordBatchTest {
  @Test
  void shouldPackRunsInOrderAndStandWhereTheirFirstRecordStands() {
    List<ConsumerRecord<byte[], byte[]>> polled = records(2 * RecordBatch.MAX_RECORDS + 1);

    var packed = RecordBatch.pack(polled);

    assertThat(packed).hasSize(3);
    assertThat(packed.stream().map(ConsumerRecord::offset))
        .containsExactly(
            100L, 100L + 2L * RecordBatch.MAX_RECORDS, 100L + 4L * RecordBatch.MAX_RECORDS);
    assertThat(packed.get(1).timestamp()).isEqualTo(5_000 + RecordBatch.MAX_RECORDS);
    assertThat(packed.get(1).leaderEpoch()).contains(3);
    List<ConsumerRecord<byte[], byte[]>> unpacked = new ArrayList<>();
    for (var batch : packed) {
      unpacked.addAll(
          new RecordBatch.Unpacker().deserialize("t", batch.headers(), batch.value()).records());
    }
    assertThat(unpacked).isEqualTo(polled);
  }

  @Test
  void shouldRefuseARecordThatIsNotPacked() {
    assertThatThrownBy(
            () -> new RecordBatch.Unpacker().deserialize("t", new RecordHeaders(), new byte[1]))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("a record of t");
  }

  /** With a hole after each offset, as transactions leave them. */
  private static List<ConsumerRecord<byte[], byte[]>> records(int count) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      records.add(
          new ConsumerRecord<>(
              "t",
              1,
              100L + 2L * i,
              5_000L + i,
              TimestampType.LOG_APPEND_TIME,
              1,
              1,
              new byte[] {1},
              new byte[] {2},
              new RecordHeaders(),
              Optional.of(3)));
    }
    return records;
  }
}
