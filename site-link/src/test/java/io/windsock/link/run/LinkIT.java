package io.windsock.link.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.link.interval.BatchPlan;
import io.windsock.link.interval.BatchPolicy;
import io.windsock.link.interval.IntervalSettings;
import io.windsock.link.pipeline.PipelineKind;
import io.windsock.link.pipeline.PipelineShape;
import io.windsock.link.receive.LinkReceiver;
import io.windsock.link.send.LinkSender;
import io.windsock.link.send.SenderStatus;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(600)
class LinkIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int RECORDS = 100_000;
  private static final PipelineShape TWO_STAGE = PipelineShape.of(PipelineKind.TWO_STAGE);
  private static final PipelineShape HYBRID = PipelineShape.of(PipelineKind.HYBRID);

  private static void awaitRecords(LinkSender sender, long records) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> sender.status().records() >= records);
  }

  private static void awaitDetail(LinkSender sender, SenderStatus.State state, String detail) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              assertThat(sender.status().state()).isEqualTo(state);
              assertThat(sender.status().detail()).contains(detail);
            });
  }

  /** A reader sees a transaction a moment after it is committed. */
  private static void awaitTarget(Sites sites, Map<String, Contents> expected) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(500))
        .untilAsserted(() -> assertThat(sites.atTarget()).isEqualTo(expected));
  }

  /** The line is cut, the receiver replaced and the sender restarted in the middle. */
  @Test
  @SuppressWarnings("try") // the first receiver is closed in the middle
  void shouldCopyEveryRecordOnceAndInOrderWhateverIsCut() throws Exception {
    try (Sites sites = new Sites();
        LinkReceiver first = sites.receiver(TWO_STAGE, null);
        Line line = new Line(first.port())) {
      int written = sites.write(RECORDS / 2, 1);
      try (LinkSender sender = sites.sender(line.port(), TWO_STAGE, Sites.keys("k1", 1), null)) {
        for (int i = 1; i <= 4; i++) {
          awaitRecords(sender, i * 5_000L);
          line.cut();
        }
        awaitRecords(sender, 25_000);
        await().atMost(PATIENCE).until(() -> sender.status().epoch() > 1);
      }
      first.close();
      try (LinkReceiver second = sites.receiver(HYBRID, null)) {
        line.target(second.port());
        try (LinkSender sender = sites.sender(line.port(), HYBRID, Sites.keys("k1", 1), null)) {
          written += sites.write(RECORDS / 2, 2);
          Map<String, Contents> expected = sites.atSource();
          assertThat(expected.values().stream().mapToLong(Contents::records).sum())
              .isEqualTo(written)
              .isGreaterThanOrEqualTo(RECORDS);

          awaitTarget(sites, expected);
          assertThat(sender.status().state()).isEqualTo(SenderStatus.State.SENDING);
        }
      }
      assertThat(line.passed()).isGreaterThan((long) RECORDS * Sites.SECRET.length());
      assertThat(line.showed(Sites.SECRET)).isFalse();
    }
  }

  /**
   * The sides may have different pipelines; the formulas are applied to each stage that there is.
   */
  @ParameterizedTest
  @CsvSource({"TWO_STAGE, 1", "MULTI_THREADED, 1", "FINE_GRAINED, 2", "HYBRID, 2"})
  void shouldTellTheSenderTheTimeOfEachStage(PipelineKind kind, int stages) throws Exception {
    Set<Integer> told = ConcurrentHashMap.newKeySet();
    BatchPolicy policy =
        new BatchPolicy() {
          @Override
          public BatchPlan plan() {
            return new BatchPlan(0, 100);
          }

          @Override
          public void sent(long primaryNs) {}

          @Override
          public void replied(long records, long primaryNs, long costNs, long... backupNs) {
            told.add(backupNs.length);
          }
        };
    try (Sites sites = new Sites();
        LinkReceiver receiver = sites.receiver(PipelineShape.of(kind), null);
        LinkSender sender =
            LinkSender.start(
                Sites.with(sites.senderConfig(receiver.port(), TWO_STAGE), () -> policy, 8))) {
      awaitRecords(sender, sites.write(1_000, 6));
    }
    assertThat(told).containsExactly(stages);
  }

  /** The side with more threads has work for all of them. */
  @ParameterizedTest
  @CsvSource({"1, 4, link-receive", "4, 1, link-send", "2, 4, link-receive"})
  void shouldDivideBatchesForTheSideWithMoreThreads(int sending, int receiving, String wide)
      throws Exception {
    try (Sites sites = new Sites();
        LinkReceiver receiver = sites.receiver(threads(receiving), null)) {
      int written = sites.write(20_000, 7);
      try (LinkSender sender =
          sites.sender(receiver.port(), threads(sending), Sites.keys("k1", 1), null)) {
        awaitRecords(sender, written);
        int expected = Math.max(sending, receiving) - 1;
        await().atMost(PATIENCE).until(() -> helpers(wide) == expected);
        awaitTarget(sites, sites.atSource());
        assertThat(sender.status().epoch()).isEqualTo(1);
      }
    }
  }

  private static PipelineShape threads(int count) {
    return count == 1 ? TWO_STAGE : new PipelineShape(PipelineKind.MULTI_THREADED, count);
  }

  /** A pool starts a thread only when there is a piece for it. */
  private static long helpers(String side) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(side + "-pieces"))
        .count();
  }

  /** A link that is idle would seem to send all the time, nothing at once. */
  @Test
  void shouldShowItsIntervalBeforeTheFirstBatchOfASession() throws Exception {
    try (Sites sites = new Sites();
        LinkReceiver receiver = sites.receiver(TWO_STAGE, null)) {
      try (LinkSender sender =
          sites.sender(receiver.port(), TWO_STAGE, Sites.keys("k1", 1), null)) {
        await().atMost(PATIENCE).until(() -> sender.status().batch() == 1); // where it begins
      }
      try (LinkSender idle = sites.sender(receiver.port(), TWO_STAGE, Sites.keys("k1", 1), null)) {
        awaitDetail(idle, SenderStatus.State.SENDING, "to 127.0.0.1");

        assertThat(idle.status().intervalNs())
            .isEqualTo(IntervalSettings.standard().initial().toNanos());
        assertThat(idle.status().threshold()).isPositive();
      }
    }
  }

  @Test
  void shouldRefuseAKeyThatItDoesNotHave() throws Exception {
    try (Sites sites = new Sites();
        LinkReceiver receiver = sites.receiver(TWO_STAGE, null)) {
      sites.write(1_000, 3);
      try (LinkSender other = sites.sender(receiver.port(), TWO_STAGE, Sites.keys("k2", 2), null)) {
        awaitDetail(other, SenderStatus.State.CONNECTING, "there is no key 'k2'");
      }
      try (LinkSender forged =
          sites.sender(receiver.port(), TWO_STAGE, Sites.keys("k1", 9), null)) {
        awaitDetail(forged, SenderStatus.State.CONNECTING, "was altered");
      }

      try (Admin target = Admin.create(sites.targetKafka)) {
        assertThat(target.listTopics().names().get()).as("nothing was begun there").isEmpty();
      }
    }
  }

  @Test
  void shouldStopWhenTheSourceWasTrimmedPastItsPosition() throws Exception {
    try (Sites sites = new Sites();
        LinkReceiver receiver = sites.receiver(TWO_STAGE, null)) {
      sites.write(2_000, 4);
      try (LinkSender sender =
          sites.sender(receiver.port(), TWO_STAGE, Sites.keys("k1", 1), null)) {
        awaitRecords(sender, 2_000);
      }
      Map<String, Contents> before = sites.atSource();
      awaitTarget(sites, before);
      sites.write(2_000, 5);
      trim(sites);

      try (LinkSender sender =
          sites.sender(receiver.port(), TWO_STAGE, Sites.keys("k1", 1), null)) {
        awaitDetail(sender, SenderStatus.State.STOPPED, "my offset was trimmed away");
      }
      assertThat(sites.atTarget()).isEqualTo(before);
    }
  }

  private static void trim(Sites sites) throws Exception {
    try (Admin admin = Admin.create(sites.sourceKafka)) {
      Map<TopicPartition, RecordsToDelete> all = new HashMap<>();
      Sites.partitions().forEach(at -> all.put(at, RecordsToDelete.beforeOffset(-1)));
      admin.deleteRecords(all).all().get();
    }
  }

  @Test
  void shouldRefuseATargetThatIsNotAsItMustBe() throws Exception {
    try (Sites sites = new Sites();
        LinkReceiver receiver = sites.receiver(TWO_STAGE, null)) {
      sites.target.createTopics(java.util.List.of(new NewTopic("a", 5, (short) 1)));

      try (LinkSender sender =
          sites.sender(receiver.port(), TWO_STAGE, Sites.keys("k1", 1), null)) {
        awaitDetail(
            sender,
            SenderStatus.State.STOPPED,
            "topic 'a' has 5 partitions at the target and 3 at the source");
      }
    }
  }
}
