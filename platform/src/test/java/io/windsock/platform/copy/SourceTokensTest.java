package io.windsock.platform.copy;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.position.Token;
import io.windsock.platform.kafka.LogTopic;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;

class SourceTokensTest {
  private static final Uuid SOURCE = new Uuid(1, 2);
  private static final Uuid TARGET = new Uuid(3, 4);
  private static final LogTopic TOPIC = new LogTopic("cluster", "t", TARGET, 2);
  private static final TopicPartition ZERO = new TopicPartition("t", 0);

  private final SourceTokens tokens = new SourceTokens(TOPIC);

  /** A position after a batch: partition 0 copied up to a pair, with a marker behind it. */
  private static LinkPosition position(long batch, long source, long target) {
    Map<TopicPartition, Long> next = new HashMap<>();
    Map<TopicPartition, OffsetPair> copied = new HashMap<>();
    if (source > 0) {
      next.put(ZERO, source + 1);
      copied.put(ZERO, new OffsetPair(source, target));
    }
    return new LinkPosition(
        1,
        batch,
        Map.of("t", new TopicPair(SOURCE, TARGET)),
        next,
        copied,
        0,
        0,
        0,
        Map.of(),
        false);
  }

  private static Token source(long zero, long one) {
    return new Token(LogTopic.epoch(SOURCE), new long[] {zero, one});
  }

  private static Translation at(long before, long after) {
    return new Translation.At(
        new Token(TOPIC.epoch(), new long[] {before, 0}),
        new Token(TOPIC.epoch(), new long[] {after, 0}));
  }

  private void copied() {
    tokens.point(position(0, 0, 0));
    tokens.point(position(2, 20, 11));
    tokens.point(position(1, 10, 5)); // read out of order
    tokens.last(position(3, 30, 17));
  }

  @Test
  void shouldTranslateTheEndsOfBatchesExactly() {
    copied();

    assertThat(tokens.translate(source(10, 0))).isEqualTo(at(5, 5));
    assertThat(tokens.translate(source(20, 0))).isEqualTo(at(11, 11));
    assertThat(tokens.translate(source(30, 0))).isEqualTo(at(17, 17));
    assertThat(tokens.translate(source(31, 0))).as("behind a marker").isEqualTo(at(17, 17));
    assertThat(tokens.translate(source(0, 0))).isEqualTo(at(0, 0));
  }

  @Test
  void shouldPlaceOthersBetweenTwoEnds() {
    copied();

    assertThat(tokens.translate(source(1, 0))).isEqualTo(at(0, 5));
    assertThat(tokens.translate(source(15, 0))).isEqualTo(at(5, 11));
    assertThat(tokens.translate(source(29, 0))).isEqualTo(at(11, 17));
  }

  @Test
  void shouldNotTranslateWhatIsNotCopied() {
    copied();

    assertThat(tokens.translate(source(32, 0))).isInstanceOf(Translation.NotYet.class);
    assertThat(tokens.translate(source(10, 1))).isInstanceOf(Translation.NotYet.class);
    tokens.last(position(3, 30, 17).promoted(1_000));
    assertThat(tokens.translate(source(32, 0)))
        .isEqualTo(new Translation.None("past what was copied before the fail-over"));
    assertThat(tokens.translate(source(15, 0))).isEqualTo(at(5, 11));
  }

  /** The target never gets what was trimmed before; a client that lacks it must begin anew. */
  @Test
  void shouldNotTranslateWhatIsBeforeTheCopy() {
    LinkPosition begun =
        LinkPosition.NONE
            .opened(Map.of("t", new TopicPair(SOURCE, TARGET)))
            .after(1, Map.of(ZERO, 5L), Map.of(ZERO, 12L), Map.of(ZERO, new OffsetPair(11, 6)), 0);
    tokens.point(position(0, 0, 0));
    tokens.last(begun);

    assertThat(tokens.translate(source(4, 0)))
        .isEqualTo(new Translation.None("before what the link has copied"));
    assertThat(tokens.translate(source(0, 0))).isInstanceOf(Translation.None.class);
    assertThat(tokens.translate(source(5, 0))).isEqualTo(at(0, 6));
    assertThat(tokens.translate(source(11, 0))).isEqualTo(at(6, 6));
  }

  @Test
  void shouldForgetTheOldest() {
    for (int i = 1; i <= LinkTopic.POINTS + 1; i++) {
      tokens.point(position(i, 10L * i, 6L * i));
    }
    tokens.last(position(LinkTopic.POINTS + 2, 10L * (LinkTopic.POINTS + 2), 90_000));

    assertThat(tokens.translate(source(19, 0)))
        .isEqualTo(new Translation.None("older than what the link remembers"));
    assertThat(tokens.translate(source(21, 0))).isEqualTo(at(12, 18));
  }

  @Test
  void shouldKnowTheSourceOfItsTopicOnly() {
    assertThat(tokens.knows(LogTopic.epoch(SOURCE))).isFalse();
    copied();
    assertThat(tokens.knows(LogTopic.epoch(SOURCE))).isTrue();
    assertThat(tokens.knows(TOPIC.epoch())).isFalse();

    SourceTokens recreated = new SourceTokens(new LogTopic("cluster", "t", new Uuid(5, 6), 2));
    recreated.last(position(1, 10, 5));
    assertThat(recreated.knows(LogTopic.epoch(SOURCE))).isFalse();
  }

  @Test
  void shouldNotTranslateAnotherNumberOfPartitions() {
    copied();

    assertThat(tokens.translate(new Token(LogTopic.epoch(SOURCE), new long[] {1})))
        .isEqualTo(new Translation.None("of another number of partitions"));
  }
}
