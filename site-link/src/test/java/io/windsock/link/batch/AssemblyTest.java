package io.windsock.link.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class AssemblyTest {
  private static final TopicPartition P0 = new TopicPartition("t", 0);
  private static final TopicPartition P1 = new TopicPartition("t", 1);
  private static final byte[] VALUE = new byte[10];

  private final Assembly assembly = new Assembly(Map.of(P0, 5L, P1, 0L));

  @Test
  void shouldBeginWhereTheLastBatchEnded() {
    assembly.add(P0, List.of(SourceRuns.record(P0, 7, null, VALUE)), 9);
    assembly.add(P0, List.of(SourceRuns.record(P0, 9, null, VALUE)), 10);
    SourceBatch first = assembly.take(1);
    assembly.add(P0, List.of(SourceRuns.record(P0, 12, null, VALUE)), 14);
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

    assertThat(assembly.isEmpty()).isFalse();
    assertThat(assembly.records()).isZero();
    assertThat(assembly.take(1).runs().get(0).range()).isEqualTo(new OffsetRange(P1, 0, 3));
  }

  @Test
  void shouldSayWhereAPartitionBegins() {
    assembly.begin(P0);

    assertThat(assembly.isEmpty()).isFalse();
    assertThat(assembly.take(1).runs().get(0).range()).isEqualTo(new OffsetRange(P0, 5, 5));
  }

  @Test
  void shouldRefuseAPartitionThatIsNotFollowed() {
    assertThatThrownBy(() -> assembly.add(new TopicPartition("u", 0), List.of(), 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("u-0");
  }
}
