package io.windsock.link.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.link.batch.OffsetRange;
import io.windsock.link.batch.TargetRun;
import io.windsock.platform.copy.OffsetPair;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TargetEndsTest {
  private static final TopicPartition ZERO = new TopicPartition("t", 0);
  private static final TopicPartition ONE = new TopicPartition("t", 1);

  private final TargetEnds ends = new TargetEnds(Map.of(ZERO, 10L, ONE, 20L));

  private Map<TopicPartition, OffsetPair> after(TargetRun... runs) {
    Map<TopicPartition, OffsetPair> reached = new HashMap<>();
    ends.extend(reached, List.of(runs));
    return reached;
  }

  private static TargetRun run(TopicPartition partition, long from, long next, int records) {
    List<ProducerRecord<byte[], byte[]>> all = new ArrayList<>();
    for (int i = 0; i < records; i++) {
      all.add(new ProducerRecord<>(partition.topic(), partition.partition(), null, new byte[0]));
    }
    return new TargetRun(new OffsetRange(partition, from, next), all, from + records);
  }

  private static Future<RecordMetadata> at(TopicPartition partition, long offset) {
    return CompletableFuture.completedFuture(new RecordMetadata(partition, offset, 0, 0, 0, 0));
  }

  @Test
  void shouldCountTheRecordsOfAllParts() {
    assertThat(after(run(ZERO, 5, 9, 3), run(ZERO, 9, 12, 2), run(ONE, 7, 8, 0)))
        .isEqualTo(Map.of(ZERO, new OffsetPair(11, 15)));
  }

  @Test
  void shouldCountTheRecordsOfAllBatchesOfATransaction() {
    Map<TopicPartition, OffsetPair> reached = after(run(ZERO, 5, 9, 3));
    ends.extend(reached, List.of(run(ZERO, 9, 12, 2), run(ONE, 0, 1, 1)));
    ends.check(reached, Map.of(ZERO, at(ZERO, 14), ONE, at(ONE, 20)));
    ends.committed(reached);

    assertThat(after(run(ZERO, 12, 13, 1))).isEqualTo(Map.of(ZERO, new OffsetPair(13, 17)));
  }

  @Test
  void shouldGoOnBehindTheMarker() {
    Map<TopicPartition, OffsetPair> reached = after(run(ZERO, 5, 9, 3));
    ends.committed(reached);

    assertThat(after(run(ZERO, 9, 10, 1), run(ONE, 0, 4, 4)))
        .isEqualTo(Map.of(ZERO, new OffsetPair(10, 15), ONE, new OffsetPair(4, 24)));
  }

  @ParameterizedTest
  @CsvSource({
    "13, 't-0 has the batch up to 14, and 13 was expected'",
    "11, 't-0 has the batch up to 12, and 13 was expected'",
    "-1, 'the target did not say where the batch is in t-0'", // a repetition
  })
  void shouldRefuseRecordsThatAreNotWhereTheyWereExpected(long offset, String reason) {
    Map<TopicPartition, OffsetPair> reached = after(run(ZERO, 5, 9, 3));

    assertThatThrownBy(() -> ends.check(reached, Map.of(ZERO, at(ZERO, offset))))
        .isInstanceOf(KafkaException.class)
        .hasMessageContaining(reason + ", so it was not committed");
  }

  @Test
  void shouldLeaveARecordThatWasNotWrittenToTheCommit() {
    Map<TopicPartition, OffsetPair> reached = after(run(ZERO, 5, 9, 3));
    Future<RecordMetadata> failed = CompletableFuture.failedFuture(new KafkaException("full"));

    assertThatCode(() -> ends.check(reached, Map.of(ZERO, failed))).doesNotThrowAnyException();
  }
}
