package io.windsock.link.failover;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CopiedLogTest {
  private static final TopicPartition ZERO = new TopicPartition("a", 0);
  private static final TopicPartition ONE = new TopicPartition("a", 1);
  private static final TopicPartition TWO = new TopicPartition("a", 2);
  private static final int COMMITTED = 5;

  /** Each partition has a leader of its own, whose answers arrive together. */
  private static final class Leaders extends MockConsumer<byte[], byte[]> {
    final Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>();

    /** By partition whose log is another one, how its leader answers. */
    final Map<TopicPartition, Map<TopicPartition, OffsetAndMetadata>> divergent = new HashMap<>();

    boolean coordinatorAway;
    private final Set<TopicPartition> unconfirmed = new HashSet<>();

    /** They are asked for again only after a request's timeout. */
    private final Set<TopicPartition> dropped = new HashSet<>();

    Leaders() {
      super("none");
      committed(ZERO, COMMITTED);
      committed(ONE, COMMITTED);
      committed(TWO, COMMITTED);
    }

    void committed(TopicPartition partition, int epoch) {
      committed.put(partition, new OffsetAndMetadata(80, Optional.of(epoch), ""));
    }

    void diverges(TopicPartition partition, long from, int epoch) {
      divergent.put(
          partition,
          from < 0
              ? Map.of()
              : Map.of(partition, new OffsetAndMetadata(from, Optional.of(epoch), "")));
    }

    @Override
    public synchronized Map<TopicPartition, OffsetAndMetadata> committed(
        Set<TopicPartition> partitions, Duration patience) {
      if (coordinatorAway) {
        throw new TimeoutException("no coordinator");
      }
      return committed;
    }

    @Override
    public synchronized Map<TopicPartition, Long> beginningOffsets(
        Collection<TopicPartition> partitions, Duration patience) {
      return Map.of();
    }

    @Override
    public synchronized void seek(TopicPartition partition, OffsetAndMetadata position) {
      unconfirmed.add(partition);
      dropped.remove(partition);
    }

    @Override
    public synchronized void seek(TopicPartition partition, long offset) {
      unconfirmed.remove(partition);
      dropped.remove(partition);
    }

    @Override
    public synchronized long position(TopicPartition partition, Duration patience) {
      Set<TopicPartition> truncated = new HashSet<>(unconfirmed);
      truncated.retainAll(divergent.keySet());
      unconfirmed.clear();
      if (!truncated.isEmpty()) {
        dropped.addAll(truncated);
        TopicPartition first = truncated.iterator().next();
        throw new LogTruncationException(
            Map.of(first, 100L), Objects.requireNonNull(divergent.get(first)));
      }
      if (dropped.contains(partition)) {
        throw new TimeoutException("the position of " + partition + " could not be determined");
      }
      return 100;
    }
  }

  private final Leaders leaders = new Leaders();

  private CopiedLog check(Map<TopicPartition, Long> next) {
    return CopiedLog.check(leaders, next);
  }

  @Test
  void shouldFindTheLogsOfAllLeadersThatAreOtherOnes() {
    leaders.diverges(ZERO, 40, COMMITTED);
    leaders.diverges(TWO, 60, COMMITTED);

    CopiedLog found = check(Map.of(ZERO, 100L, ONE, 100L, TWO, 100L));

    assertThat(found.diverged()).isEqualTo(Map.of(ZERO, 40L, TWO, 60L));
    assertThat(found.unknown()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "40, 5, 40, false",
    "40, 4, 40, true", // the leader has nothing of epoch 5: another log from 40 on, or earlier
    "0, 4, 0, false", // all of it
    "-1, 5, 0, false", // the leader knows of no such epoch
  })
  void shouldKnowWhereALogBecameAnotherOneByTheSameEpochOnly(
      long from, int epoch, long diverged, boolean unknown) {
    leaders.diverges(ONE, from, epoch);

    CopiedLog found = check(Map.of(ONE, 100L));

    assertThat(found.diverged()).isEqualTo(Map.of(ONE, diverged));
    assertThat(found.unknown().contains(ONE)).isEqualTo(unknown);
  }

  @Test
  void shouldNotKnowWithoutACommittedEpoch() {
    leaders.committed.put(ZERO, new OffsetAndMetadata(80));
    leaders.committed.remove(TWO);

    CopiedLog found = check(Map.of(TWO, 100L, ONE, 100L, ZERO, 100L));

    assertThat(found.diverged()).isEmpty();
    assertThat(found.unknown()).containsExactly(ZERO, TWO);
  }

  /** The old primary may be back without all of its brokers. */
  @Test
  void shouldNotKnowWithoutTheCoordinatorOfTheGroup() {
    leaders.coordinatorAway = true;

    CopiedLog found = check(Map.of(ZERO, 100L, ONE, 0L, TWO, 100L));

    assertThat(found.diverged()).isEmpty();
    assertThat(found.unknown()).as("nothing was copied of the others").containsExactly(ZERO, TWO);
  }
}
