package io.windsock.link.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class AssemblyTest {
  private static final TopicPartition P0 = new TopicPartition("t", 0);
  private static final TopicPartition P1 = new TopicPartition("t", 1);
  private static final byte[] VALUE = new byte[10];

  private final Assembly assembly = new Assembly(Map.of(P0, 5L, P1, 0L));

  private static ConsumerRecord<byte[], byte[]> record(long offset) {
    return SourceRuns.record(P0, offset, null, VALUE);
  }

  private void gatherAll() {
    assembly.gather(Integer.MAX_VALUE, Long.MAX_VALUE);
  }

  @Test
  void shouldBeginWhereTheLastBatchEnded() {
    assembly.add(P0, List.of(record(7)), 9);
    assembly.add(P0, List.of(record(9)), 10);
    gatherAll();
    SourceBatch first = assembly.take(1);
    assembly.add(P0, List.of(record(12)), 14);
    gatherAll();
    SourceBatch second = assembly.take(2);

    assertThat(first.runs()).hasSize(1);
    assertThat(first.runs().get(0).range()).isEqualTo(new OffsetRange(P0, 5, 10));
    assertThat(first.records()).isEqualTo(2);
    assertThat(second.number()).isEqualTo(2);
    assertThat(second.runs().get(0).range()).isEqualTo(new OffsetRange(P0, 10, 14));
    assertThat(assembly.isEmpty()).isTrue();
  }

  @Test
  void shouldKeepAPositionThatMovedWithoutRecords() {
    assembly.add(P1, List.of(), 3);
    gatherAll();

    assertThat(assembly.isEmpty()).isFalse();
    assertThat(assembly.records()).isZero();
    assertThat(assembly.take(1).runs().get(0).range()).isEqualTo(new OffsetRange(P1, 0, 3));
  }

  @Test
  void shouldLeaveForTheNextBatchWhatIsTooMuch() {
    assembly.add(P0, List.of(record(5), record(8), record(9)), 12);
    assembly.add(P1, List.of(), 2);

    assertThat(assembly.gather(2, Long.MAX_VALUE)).isTrue();
    assertThat(assembly.gather(2, Long.MAX_VALUE)).isFalse();
    assertThat(assembly.waits()).isTrue();
    assertThat(assembly.waitingMs()).isEqualTo(record(9).timestamp());
    assertThat(assembly.take(1).runs().get(0).range()).isEqualTo(new OffsetRange(P0, 5, 9));

    assertThat(assembly.gather(2, Long.MAX_VALUE)).isTrue();
    assertThat(assembly.waits()).isFalse();
    assertThat(assembly.waitingMs()).isEqualTo(Assembly.NONE);
    SourceBatch second = assembly.take(2);
    assertThat(second.records()).isEqualTo(1);
    assertThat(second.runs().stream().map(SourceRun::range))
        .containsExactly(new OffsetRange(P0, 9, 12), new OffsetRange(P1, 0, 2));
  }

  @Test
  void shouldExceedItsBytesByLessThanARecord() {
    long weight = SourceBatch.weight(record(5));
    assembly.add(P0, List.of(record(5), record(6), record(7)), 8);

    assembly.gather(Integer.MAX_VALUE, weight + 1);

    assertThat(assembly.records()).isEqualTo(2);
    assertThat(assembly.bytes()).isEqualTo(2 * weight);
  }

  /** However it is divided into batches, each offset is in one of them, and all are in order. */
  @Property(tries = 200)
  void shouldLoseNothing(@ForAll long seed) {
    Random random = new Random(seed);
    Assembly divided = new Assembly(Map.of(P0, 5L));
    long next = 5;
    List<Long> offsets = new ArrayList<>();
    List<OffsetRange> ranges = new ArrayList<>();
    for (int batch = 1; batch < 20 || divided.waits(); batch++) {
      List<ConsumerRecord<byte[], byte[]>> polled = new ArrayList<>();
      for (int i = batch < 20 ? random.nextInt(6) : 0; i > 0; i--) {
        next += random.nextInt(3);
        polled.add(record(next));
        next++;
      }
      next += random.nextInt(2);
      divided.add(P0, polled, next);
      divided.gather(1 + random.nextInt(8), 1 + random.nextInt(200));
      for (SourceRun run : divided.take(batch).runs()) {
        ranges.add(run.range());
        run.records().forEach(record -> offsets.add(record.offset()));
      }
    }

    assertThat(offsets).isSorted().doesNotHaveDuplicates();
    assertThat(ranges.get(0).from()).isEqualTo(5);
    for (int i = 1; i < ranges.size(); i++) {
      assertThat(ranges.get(i).from()).isEqualTo(ranges.get(i - 1).next());
    }
    assertThat(ranges.get(ranges.size() - 1).next()).isEqualTo(next);
  }

  @Test
  void shouldSayWhereAPartitionBegins() {
    assembly.begin(P0);

    assertThat(assembly.isEmpty()).isFalse();
    assertThat(assembly.take(1).runs().get(0).range()).isEqualTo(new OffsetRange(P0, 5, 5));
  }

  @Test
  void shouldRefuseAPartitionThatIsNotFollowed() {
    assembly.add(new TopicPartition("u", 0), List.of(), 3);
    assertThatThrownBy(this::gatherAll)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("u-0");
  }
}
