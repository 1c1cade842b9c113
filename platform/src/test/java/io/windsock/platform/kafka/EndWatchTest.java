package io.windsock.platform.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.junit.jupiter.api.Test;

/** When a partition counts as cut off, by a clock that the test moves. */
class EndWatchTest {
  private static final long START_MS = 1_000_000;
  private static final long TICK_MS = 100;
  private static final List<TopicPartition> PARTITIONS =
      List.of(new TopicPartition("t", 0), new TopicPartition("t", 1), new TopicPartition("t", 2));

  private final Leaders leaders = new Leaders();
  private final EndWatch watch = new EndWatch(leaders, PARTITIONS, START_MS);
  private long nowMs = START_MS;

  /** Answers at once, but for the partitions whose leader is away. */
  private static final class Leaders implements EndWatch.Source {
    private final Set<Integer> away = new HashSet<>();
    private final List<Collection<TopicPartition>> questions = new ArrayList<>();
    private final List<KafkaFutureImpl<Long>> unanswered = new ArrayList<>();

    @Override
    public Map<TopicPartition, KafkaFuture<Long>> ends(Collection<TopicPartition> partitions) {
      questions.add(partitions);
      Map<TopicPartition, KafkaFuture<Long>> answers = new HashMap<>();
      for (TopicPartition at : partitions) {
        KafkaFutureImpl<Long> answer = new KafkaFutureImpl<>();
        if (away.contains(at.partition())) {
          unanswered.add(answer);
        } else {
          answer.complete(10L + at.partition());
        }
        answers.put(at, answer);
      }
      return answers;
    }

    void failUnanswered() {
      unanswered.forEach(it -> it.completeExceptionally(new TimeoutException("no answer")));
      unanswered.clear();
    }

    @Override
    public void close() {}
  }

  private void pass(long ms) {
    for (long passed = 0; passed < ms; passed += TICK_MS) {
      nowMs += TICK_MS;
      watch.work(nowMs);
    }
  }

  private List<Boolean> cutOff() {
    return PARTITIONS.stream().map(at -> watch.silent(at.partition())).toList();
  }

  @Test
  void shouldKnowTheEndsWhereLeadersAnswer() {
    pass(60_000);

    assertThat(cutOff()).containsExactly(false, false, false);
    assertThat(watch.end(2)).isEqualTo(12);
    assertThat(leaders.questions).hasSize(120);
  }

  @Test
  void shouldCountEachPartitionForItself() {
    pass(5_000);
    leaders.away.add(1);
    pass(1_500);
    assertThat(cutOff()).containsExactly(false, false, false);
    pass(1_200);

    assertThat(cutOff()).containsExactly(false, true, false);
    assertThat(watch.knownMs(1)).isBetween(START_MS + 4_400, START_MS + 5_000);
    pass(60_000);
    assertThat(cutOff()).containsExactly(false, true, false);
  }

  @Test
  void shouldSayThatAllAreCutOffWithinThreeSecondsAndRecoverWithTheFirstAnswer() {
    pass(5_000);
    leaders.away.addAll(Set.of(0, 1, 2));
    pass(3_000);
    assertThat(cutOff()).containsExactly(true, true, true);
    pass(4_000);
    leaders.failUnanswered();
    leaders.away.clear();
    pass(700);

    assertThat(cutOff()).containsExactly(false, false, false);
  }

  @Test
  void shouldAskAgainOnlyWhereNoQuestionIsOpen() {
    leaders.away.add(0);
    pass(3_000);

    assertThat(leaders.questions.stream().filter(it -> it.contains(PARTITIONS.get(0)))).hasSize(1);
    assertThat(leaders.questions.stream().filter(it -> it.contains(PARTITIONS.get(1)))).hasSize(6);
  }

  @Test
  void shouldTakeAnAnswerForAsOldAsItsQuestion() {
    leaders.away.add(0);
    pass(5_000);
    leaders.unanswered.forEach(it -> it.complete(99L));
    leaders.unanswered.clear();
    pass(TICK_MS);
    assertThat(watch.end(0)).isEqualTo(99);
    assertThat(watch.silent(0)).isFalse();
    pass(2_500);

    assertThat(watch.knownMs(0)).isLessThan(START_MS + 6_000);
  }

  @Test
  void shouldNotTakeAPauseOfItsOwnProcessForSilence() {
    pass(5_000);
    for (int pause = 0; pause < 5; pause++) {
      nowMs += 10_000;
      watch.work(nowMs);
      assertThat(cutOff()).containsExactly(false, false, false);
      pass(1_000);
    }
    assertThat(cutOff()).containsExactly(false, false, false);
  }

  @Test
  void shouldTakeNoAnswerForNewThatCameWhileItDidNotLook() {
    pass(5_000);
    leaders.away.add(0);
    pass(600);
    leaders.unanswered.forEach(it -> it.complete(20L));
    leaders.unanswered.clear();
    nowMs += 30_000;
    watch.lose();
    watch.work(nowMs);
    assertThat(cutOff()).containsExactly(true, true, true);
    pass(TICK_MS);

    assertThat(cutOff()).containsExactly(true, false, false);
    assertThat(watch.end(0)).isEqualTo(10);
    assertThat(watch.knownMs(0)).isLessThan(START_MS + 6_000);
  }
}
