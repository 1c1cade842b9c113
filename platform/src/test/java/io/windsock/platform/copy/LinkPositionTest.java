package io.windsock.platform.copy;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.platform.kafka.LogTopic;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;

class LinkPositionTest {
  private static final TopicPartition AT = new TopicPartition("t", 3);
  private static final Map<String, TopicPair> TOPICS =
      Map.of("t", new TopicPair(new Uuid(1, -2), new Uuid(3, 4)));

  static LinkPosition position() {
    return LinkPosition.NONE
        .opened(TOPICS)
        .after(
            1,
            Map.of(AT, 4L),
            Map.of(AT, 12L),
            Map.of(AT, new OffsetPair(11, 7)),
            1_700_000_000_000L)
        .pointed()
        .promoted(1_700_000_000_999L);
  }

  @Test
  void shouldKeepWhereACopyBegan() {
    TopicPartition whole = new TopicPartition("t", 0);
    LinkPosition later = position().after(2, Map.of(AT, 12L, whole, 0L), Map.of(), Map.of(), 0);

    assertThat(position().began()).isEqualTo(Map.of(AT, 4L));
    assertThat(later.began()).isEqualTo(Map.of(AT, 4L));
  }

  /** The offset 0 says so in the form that builds know which look only for offsets above it. */
  @Test
  void shouldKeepThatItsSourceIsACopyWithoutItsBeginning() throws Exception {
    TopicPartition other = new TopicPartition("t", 0);
    LinkPosition told =
        LinkPosition.decode(position().ofIncomplete(List.of(AT, other)).encode())
            .after(2, Map.of(other, 0L), Map.of(other, 5L), Map.of(), 0)
            .ofIncomplete(List.of());

    assertThat(told.began()).isEqualTo(Map.of(AT, 4L, other, 0L));
    assertThat(told.uncopied(new LogTopic("c", "t", new Uuid(3, 4), 4))).isEqualTo(told.began());
    assertThat(told.uncopied(new LogTopic("c", "t", new Uuid(3, 5), 4)))
        .as("another topic of this name")
        .isEmpty();
    assertThat(told.renewed(List.of("t")).began()).isEmpty();
  }

  @Test
  void shouldSayWhereBothWereTrimmed() {
    TopicPartition other = new TopicPartition("t", 0);
    LinkPosition told = position().ofIncomplete(List.of(other));

    assertThat(told.after(2, Map.of(other, 6L), Map.of(other, 6L), Map.of(), 0).began())
        .isEqualTo(Map.of(AT, 4L, other, 6L));
  }

  @Test
  void shouldKnowWhetherItSaysWherePartitionsBegin() {
    TopicPartition other = new TopicPartition("t", 0);
    LinkPosition begun =
        LinkPosition.NONE.opened(TOPICS).after(1, Map.of(AT, 0L), Map.of(AT, 0L), Map.of(), 0);

    assertThat(begun.hasBegun(List.of(AT))).isTrue();
    assertThat(begun.hasBegun(List.of(AT, other))).isFalse();
    assertThat(begun.promoted(1).hasBegun(List.of(AT, other))).isTrue();
  }

  @Test
  void shouldKeepWhereACopyBeganThatWasPromotedWhileItWasDeleted() {
    LinkPosition promoted = position().renewing().promoted(7);

    assertThat(promoted.next()).isEmpty();
    assertThat(promoted.began()).isEqualTo(Map.of(AT, 4L));
  }

  @Test
  void shouldForgetWhatIsCopiedAnew() throws Exception {
    LinkPosition renewing = LinkPosition.decode(position().renewing().encode());
    assertThat(renewing.isRenewing()).isTrue();
    assertThat(renewing.next()).isEqualTo(position().next());

    LinkPosition renewed = renewing.renewed(List.of("t"));
    assertThat(renewed.isRenewing()).isFalse();
    assertThat(renewed.topics()).isEmpty();
    assertThat(renewed.next()).isEmpty();
    assertThat(renewed.copied()).isEmpty();
    assertThat(renewed.began()).isEmpty();
    assertThat(renewed.batch()).isEqualTo(position().batch());
    assertThat(renewing.renewed(List.of("other")).next()).isEqualTo(position().next());
  }

  @Test
  void shouldBeIncompleteUntilItHasWhatTheSourceHadWhenTheCopyBegan() throws Exception {
    TopicPartition empty = new TopicPartition("t", 0);
    TopicPartition late = new TopicPartition("t", 4);
    LinkPosition begun =
        LinkPosition.NONE.opened(TOPICS).awaiting(Map.of(AT, 12L, empty, 0L, late, 9L));
    assertThat(begun.awaited()).isEqualTo(Map.of(AT, 12L, late, 9L));
    assertThat(LinkPosition.decode(begun.encode())).isEqualTo(begun);

    LinkPosition most =
        begun.after(1, Map.of(), Map.of(AT, 11L, late, 9L), Map.of(), 0).pointed().opened(TOPICS);
    assertThat(most.awaiting(Map.of(AT, 50L, late, 50L))).as("in a later session").isEqualTo(most);
    assertThat(LinkPosition.decode(most.encode()).incomplete())
        .isEqualTo(
            "the copy is not whole yet: t-3 is copied up to 11, and the source had it up to 12 when"
                + " the copy began (partitions like it: 1)");
    assertThat(most.promoted(7).incomplete()).isEqualTo(most.incomplete());

    LinkPosition whole = most.after(2, Map.of(), Map.of(AT, 12L), Map.of(), 0);
    assertThat(whole.awaited()).isEmpty();
    assertThat(whole.incomplete()).isNull();
    assertThat(whole.encode()[0])
        .as("the form that earlier builds read")
        .isEqualTo((byte) (3 << 1));
  }

  @Test
  void shouldBeIncompleteWhileItIsCopiedAnew() {
    LinkPosition renewing = position().renewing();
    assertThat(position().incomplete()).isNull();
    assertThat(renewing.incomplete()).contains("being deleted, to be copied anew");

    LinkPosition renewed = renewing.renewed(List.of("t")).opened(TOPICS).awaiting(Map.of(AT, 9L));
    assertThat(renewed.incomplete()).contains("t-3 is copied up to 0");
    assertThat(renewed.renewed(List.of("t")).awaited()).isEmpty();
  }

  @Test
  void shouldNotClaimWhatTheTargetHasLost() {
    TopicPartition kept = new TopicPartition("t", 0);
    LinkPosition left =
        position().after(2, Map.of(), Map.of(kept, 5L), Map.of(), 0).lost(List.of(AT));

    assertThat(left.next()).isEqualTo(Map.of(kept, 5L));
    assertThat(left.copied()).isEmpty();
    assertThat(left.topics()).as("what a fail-back empties").isEqualTo(TOPICS);
    assertThat(left.batch()).isEqualTo(2);
  }

  @Test
  void shouldKeepTheLastTimeOverABatchWithoutRecords() {
    LinkPosition later = position().after(2, Map.of(AT, 12L), Map.of(AT, 13L), Map.of(), 0);

    assertThat(later.lastRecordMs()).isEqualTo(1_700_000_000_000L);
    assertThat(later.copied()).isEqualTo(position().copied());
    assertThat(later.next()).containsEntry(AT, 13L);
  }

  @Test
  void shouldUseAsManyKeysAsItKeepsPoints() {
    assertThat(LinkTopic.pointKey(LinkTopic.POINTS + 5L)).isEqualTo(LinkTopic.pointKey(5));
    assertThat(LinkTopic.pointKey(4)).isNotEqualTo(LinkTopic.pointKey(5));
    assertThat(LinkTopic.isPosition(LinkTopic.positionKey())).isTrue();
    assertThat(LinkTopic.isPosition(LinkTopic.pointKey(4))).isFalse();
  }

  @Test
  void shouldSayWhereTheTargetEndsIfItIsKnown() {
    TopicPartition late = new TopicPartition("t", 4);
    TopicPartition unknown = new TopicPartition("t", 5);
    LinkPosition position =
        position()
            .after(2, Map.of(late, 6L, unknown, 0L), Map.of(late, 6L, unknown, 9L), Map.of(), 0);

    assertThat(position.end(AT)).hasValue(7);
    assertThat(position.end(late)).as("begun, and nothing copied").hasValue(0);
    assertThat(position.end(new TopicPartition("t", 6))).as("not begun").hasValue(0);
    assertThat(position.end(unknown)).as("markers, or records of the first form").isEmpty();
  }
}
