package io.windsock.site.progress;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.site.state.form.AppliedMarker;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What of the log a site has applied and not committed, and what it has not committed at all. */
class ReadyQueueTest {
  /** Three partitions that end at 100; 30 of the second and all of the third are not applied. */
  private static final ReadyQueue QUEUE =
      ReadyQueue.unknown(3).measured(new long[] {0, 30, 100}, new long[] {100, 100, 100}, 1_000);

  private static List<AppliedMarker> committed(long... offsets) {
    return Arrays.stream(offsets).mapToObj(AppliedMarker::at).toList();
  }

  @Test
  void shouldCountWhatLiesPastTheCheckpoints() {
    assertThat(QUEUE.backup(committed(90, 50, 0))).isEqualTo(10 + 50 + 100);
    assertThat(QUEUE.uncommitted(committed(90, 50, 0))).isEqualTo(10 + 20);
  }

  @Test
  void shouldKnowWhichPartitionsAreCutOffAndSinceWhen() {
    long[] lengths = {0, 30, 100};
    long[] ends = {100, 100, 100};
    ReadyQueue cutOff = QUEUE.measured(lengths, ends, new long[] {0, 700, 400}, 2_000);

    assertThat(QUEUE.cutOff()).isZero();
    assertThat(QUEUE.cutOffMs(2_000)).isZero();
    assertThat(cutOff.cutOff()).isEqualTo(2);
    assertThat(cutOff.cutOff(0)).isFalse();
    assertThat(cutOff.cutOff(2)).isTrue();
    assertThat(cutOff.cutOffMs(2_000)).isEqualTo(1_600);
  }

  @Test
  void shouldCountFromTheBeginningWhereNothingIsCommitted() {
    List<AppliedMarker> none = List.of(AppliedMarker.NONE, AppliedMarker.NONE, AppliedMarker.NONE);
    assertThat(QUEUE.backup(none)).isEqualTo(300);
    assertThat(QUEUE.uncommitted(none)).isEqualTo(170);
  }

  /** The ends are looked up now and then, and checkpoints go on meanwhile. */
  @Test
  void shouldCountNothingWhereACheckpointIsPastTheEndThatIsKnown() {
    assertThat(QUEUE.backup(committed(120, 100, 110))).isZero();
    assertThat(QUEUE.uncommitted(committed(120, 71, 110))).isZero();
  }
}
