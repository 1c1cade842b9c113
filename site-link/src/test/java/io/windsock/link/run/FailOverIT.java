package io.windsock.link.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.windsock.embedded.EmbeddedBroker;
import io.windsock.link.failover.DiscardedRange;
import io.windsock.link.failover.FailBack;
import io.windsock.link.failover.FailOverException;
import io.windsock.link.failover.LinkPromotion;
import io.windsock.link.failover.LinkPromotion.Accept;
import io.windsock.link.failover.Promotion;
import io.windsock.link.failover.Survey;
import io.windsock.link.pipeline.PipelineKind;
import io.windsock.link.pipeline.PipelineShape;
import io.windsock.link.receive.ClusterTopics;
import io.windsock.link.receive.LinkProducer;
import io.windsock.link.receive.LinkReceiver;
import io.windsock.link.send.LinkSender;
import io.windsock.link.send.SenderStatus;
import io.windsock.platform.copy.LinkPosition;
import io.windsock.platform.copy.LinkTopic;
import io.windsock.platform.copy.OffsetPair;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The drill of docs/link.md, and what must be refused on the way. */
@Timeout(600)
@SuppressWarnings("try") // some links only have to be open
class FailOverIT {
  private static final int DRILLS = Integer.getInteger("windsock.drills", 1);
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final PipelineShape SHAPE = PipelineShape.of(PipelineKind.TWO_STAGE);
  private static final int AT_A_TIME = 2_000;
  private static final int BEFORE_THE_FAILURE = 10_000;

  /** Writes to a cluster until it is stopped, and counts what is committed. */
  private static final class Load implements AutoCloseable {
    private final EmbeddedBroker cluster;
    private final AtomicLong committed = new AtomicLong();
    private final Thread thread = new Thread(this::run, "load");
    private volatile boolean stopped;

    Load(EmbeddedBroker cluster) {
      this.cluster = cluster;
      thread.start();
    }

    private void run() {
      for (int round = 0; !stopped; round++) {
        committed.addAndGet(Sites.write(cluster, AT_A_TIME, round));
      }
    }

    void awaitMore(int records) {
      long goal = committed.get() + records;
      await().atMost(PATIENCE).until(() -> committed.get() >= goal);
    }

    /** Stops writing; returns how many records are committed. */
    long stop() throws InterruptedException {
      stopped = true;
      thread.join();
      return committed.get();
    }

    @Override
    public void close() {
      stopped = true;
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static LinkSender sender(String link, Map<String, Object> from, LinkReceiver to) {
    return Sites.sender(link, from, to.port(), SHAPE, Sites.keys("k1", 1), null);
  }

  private static void awaitState(LinkSender sender, SenderStatus.State state, String detail) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              assertThat(sender.status().state()).isEqualTo(state);
              assertThat(sender.status().detail()).contains(detail);
            });
  }

  private static void awaitEqual(Sites sites) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(500))
        .untilAsserted(() -> assertThat(sites.atTarget()).isEqualTo(sites.atSource()));
  }

  private static long sum(Map<String, Contents> all) {
    return all.values().stream().mapToLong(Contents::records).sum();
  }

  private static LinkPromotion promotion(Map<String, Object> kafka, String link) {
    return new LinkPromotion(kafka, link, InstantSource.system());
  }

  @Test
  void shouldStateWhatIsLostAndEndWithEqualDigests() throws Exception {
    for (int drill = 1; drill <= DRILLS; drill++) {
      try (Sites sites = new Sites()) {
        long lost = failOver(sites);
        failBack(sites, lost);
        returnTheLink(sites);
        System.out.printf("drill %d: %,d events lost, as stated%n", drill, lost);
      }
    }
  }

  /** Promotes the target while the link works under load; returns how many events are lost. */
  private static long failOver(Sites sites) throws Exception {
    try (Load load = new Load(sites.source);
        LinkReceiver receiver = sites.receiver(SHAPE, null);
        LinkSender sender = sender("main", sites.sourceKafka, receiver)) {
      await().atMost(PATIENCE).until(() -> sender.status().records() >= BEFORE_THE_FAILURE);
      await()
          .atMost(PATIENCE)
          .until(
              () -> LinkTopic.read(sites.targetKafka, LinkTopic.name("main")).incomplete() == null);
      assertThatThrownBy(() -> promotion(sites.targetKafka, "main").promote())
          .isInstanceOf(FailOverException.class)
          .hasMessageContaining("link 'main' is running");

      Promotion promotion = promotion(sites.targetKafka, "main").promote(Accept.MOVING);
      awaitState(sender, SenderStatus.State.STOPPED, "link 'main' was promoted at");
      load.awaitMore(AT_A_TIME);
      long produced = load.stop();
      long has = sum(sites.atTarget());

      assertThat(promotion.batch()).isGreaterThanOrEqualTo(sender.status().batch()).isPositive();
      assertThat(promotion.lastRecordMs())
          .isBetween(Sites.START_MS, Sites.START_MS + Sites.SPAN_MS);
      assertThat(promotion.next()).hasSize(Sites.partitions().size());
      assertThat(promotion(sites.targetKafka, "main").promote()).isEqualTo(promotion);
      assertThat(sum(sites.atSource())).isEqualTo(produced).isGreaterThan(has);
      return produced - has;
    }
  }

  /** Makes the old primary a copy of the promoted cluster, which is written to, and promotes it. */
  private static void failBack(Sites sites, long lost) throws Exception {
    Sites.write(sites.target, AT_A_TIME, 1_001);
    try (FailBack failBack = new FailBack(sites.targetKafka, sites.sourceKafka, "main")) {
      Map<String, Contents> before = sites.atSource();
      Survey survey = failBack.survey();
      assertThat(survey.records()).isEqualTo(lost);
      assertThat(survey.ranges().stream().mapToLong(DiscardedRange::records).sum()).isEqualTo(lost);
      assertThat(sites.atSource()).as("a survey changes nothing").isEqualTo(before);
      failBack.discard(survey);
      assertThat(failBack.survey().records()).isZero();
    }
    try (LinkReceiver receiver = Sites.receiver(sites.sourceKafka, SHAPE, null);
        LinkSender unused = sender("back", sites.targetKafka, receiver)) {
      Sites.write(sites.target, AT_A_TIME, 1_002);
      awaitEqual(sites);
    }
    promotion(sites.sourceKafka, "back").promote();
    assertThat(sites.atSource()).isEqualTo(sites.atTarget());
  }

  /** The old primary is the primary again; the link goes the way it went first. */
  private static void returnTheLink(Sites sites) throws Exception {
    Sites.write(sites.source, AT_A_TIME, 1_003);
    try (FailBack failBack = new FailBack(sites.sourceKafka, sites.targetKafka, "back")) {
      Survey survey = failBack.survey();
      assertThat(survey.records()).as("lost by a planned change").isZero();
      failBack.discard(survey);
    }
    try (LinkReceiver receiver = sites.receiver(SHAPE, null);
        LinkSender unused = sender("main", sites.sourceKafka, receiver)) {
      awaitEqual(sites);
    }
  }

  /** Its receiver writes nothing, so no broker refuses it. */
  @Test
  void shouldTellASenderWithoutRecordsOfThePromotion() throws Exception {
    try (Sites sites = new Sites();
        LinkReceiver receiver = sites.receiver(SHAPE, null);
        LinkSender sender = sender("main", sites.sourceKafka, receiver)) {
      Sites.write(sites.source, 1_000, 1);
      awaitEqual(sites);
      await()
          .atMost(PATIENCE)
          .until(() -> sender.stats().progress().lag(System.currentTimeMillis()) == 0);

      promotion(sites.targetKafka, "main").promote();

      awaitState(sender, SenderStatus.State.STOPPED, "link 'main' was promoted at");
      await().atMost(PATIENCE).until(() -> receiver.sessions().isEmpty());
    }
  }

  /** It has a topic at the target then. */
  @Test
  void shouldNotTakeALinkForACopyThatHasNeverOpenedASession() throws Exception {
    try (Sites sites = new Sites();
        LinkReceiver receiver = sites.receiver(SHAPE, null)) {
      sites.target.createTopics(List.of(new NewTopic("a", 1, (short) 1)));
      Sites.write(sites.source, 1_000, 1);
      try (LinkSender sender = sender("main", sites.sourceKafka, receiver)) {
        awaitState(sender, SenderStatus.State.STOPPED, "partitions at the target");
      }

      assertThatThrownBy(() -> promotion(sites.targetKafka, "main").promote(Accept.MOVING))
          .isInstanceOf(FailOverException.class)
          .hasMessageContaining("nothing is copied")
          .hasMessageContaining("promote with --incomplete");
      assertThat(promotion(sites.targetKafka, "main").promote(Accept.INCOMPLETE).next()).isEmpty();
    }
  }

  @Test
  void shouldRefuseWhatWouldLoseRecordsUnseen() throws Exception {
    try (Sites sites = new Sites()) {
      try (LinkReceiver receiver = sites.receiver(SHAPE, null);
          LinkSender unused = sender("main", sites.sourceKafka, receiver)) {
        Sites.write(sites.source, 1_000, 1);
        awaitEqual(sites);
      }
      assertThatThrownBy(() -> promotion(sites.targetKafka, "other").promote(Accept.MOVING))
          .hasMessage("no link 'other' copies to this cluster; the links are main");
      try (FailBack failBack = new FailBack(sites.targetKafka, sites.sourceKafka, "main")) {
        assertThatThrownBy(failBack::survey).hasMessageContaining("link 'main' was not promoted");
        promotion(sites.targetKafka, "main").promote();
        Survey nothing = failBack.survey();
        assertThat(nothing.records()).isZero();

        Sites.write(sites.source, 1_000, 2);
        Map<String, Contents> before = sites.atSource();
        assertThatThrownBy(() -> failBack.discard(nothing))
            .hasMessageContaining("has 1000 records beyond batch");
        assertThat(sites.atSource()).isEqualTo(before);
      }
      try (FailBack swapped = new FailBack(sites.targetKafka, sites.targetKafka, "main")) {
        assertThatThrownBy(swapped::survey)
            .hasMessageContaining("is this the old primary?")
            .hasMessageEndingWith("and no link has copied back to it since, delete the topic");
      }
    }
  }

  /** Its position still says that it has them, and they are deleted at the old primary next. */
  @Test
  void shouldCountWhatThePromotedClusterHasLost() throws Exception {
    try (Sites sites = new Sites()) {
      copy(sites);
      promotion(sites.targetKafka, "main").promote();
      try (Admin target = Admin.create(sites.targetKafka);
          FailBack failBack = new FailBack(sites.targetKafka, sites.sourceKafka, "main")) {
        assertThat(failBack.survey().records()).isZero();
        new ClusterTopics(target).delete(Set.of("a"));

        Survey survey = failBack.survey();
        assertThat(survey.records()).isPositive().isEqualTo(recordsOf("a-", sites.atSource()));
        assertThat(survey.lost()).containsExactly("topic 'a' was deleted");
      }
    }
  }

  /** What a promotion states to be there must be there. */
  @Test
  void shouldNotPromoteATargetThatHasLostWhatWasCopied() throws Exception {
    TopicPartition shortened = new TopicPartition("b", 0);
    try (Sites sites = new Sites();
        Admin target = Admin.create(sites.targetKafka)) {
      copy(sites);
      LinkPosition has = LinkTopic.read(sites.targetKafka, LinkTopic.name("main"));
      Map<TopicPartition, OffsetPair> more = Map.of(shortened, new OffsetPair(50_000, 60_000));
      put(sites, has.after(has.batch() + 1, Map.of(), Map.of(shortened, 50_000L), more, 0));
      assertThatThrownBy(() -> promotion(sites.targetKafka, "main").promote(Accept.MOVING))
          .isInstanceOf(FailOverException.class)
          .hasMessageContaining("the target has lost what was copied: b-0 ends at ")
          .hasMessageContaining("and the link has written it up to 60000 (partitions like it: 1)")
          .hasMessageContaining("promote with --incomplete");
      new ClusterTopics(target).delete(Set.of("a"));
      assertThatThrownBy(() -> promotion(sites.targetKafka, "main").promote())
          .hasMessageContaining("topic 'a' was deleted (partitions like it: 4)");

      assertThat(promotion(sites.targetKafka, "main").promote(Accept.INCOMPLETE).next())
          .containsOnlyKeys("b-1");
      try (FailBack failBack = new FailBack(sites.targetKafka, sites.sourceKafka, "main")) {
        Map<String, Contents> source = sites.atSource();
        assertThat(failBack.survey().records()).isEqualTo(sum(source) - recordsOf("b-1", source));
      }
    }
  }

  /** Copies records to the target, which then has what the source has. */
  private static void copy(Sites sites) throws Exception {
    try (LinkReceiver receiver = sites.receiver(SHAPE, null);
        LinkSender unused = sender("main", sites.sourceKafka, receiver)) {
      Sites.write(sites.source, 1_000, 1);
      awaitEqual(sites);
    }
  }

  private static void put(Sites sites, LinkPosition position) throws Exception {
    ByteArraySerializer bytes = new ByteArraySerializer();
    try (KafkaProducer<byte[], byte[]> to = new KafkaProducer<>(sites.targetKafka, bytes, bytes)) {
      to.send(LinkProducer.position(LinkTopic.name("main"), position)).get();
    }
  }

  private static long recordsOf(String partitions, Map<String, Contents> all) {
    return all.entrySet().stream()
        .filter(each -> each.getKey().startsWith(partitions))
        .mapToLong(each -> each.getValue().records())
        .sum();
  }

  @Test
  void shouldDeleteNothingIfATopicIsAtNeitherCluster() throws Exception {
    try (Sites sites = new Sites()) {
      copy(sites);
      promotion(sites.targetKafka, "main").promote();
      try (Admin source = Admin.create(sites.sourceKafka);
          Admin target = Admin.create(sites.targetKafka);
          FailBack failBack = new FailBack(sites.targetKafka, sites.sourceKafka, "main")) {
        ClusterTopics old = new ClusterTopics(source);
        old.delete(Set.of("b"));
        new ClusterTopics(target).delete(Set.of("b"));
        TopicDescription before = old.describe("a");
        Survey survey = failBack.survey();

        assertThatThrownBy(() -> failBack.discard(survey))
            .isInstanceOf(FailOverException.class)
            .hasMessage("topic 'b' is at neither cluster: create it at the promoted one");
        assertThat(before).isNotNull().isEqualTo(old.describe("a"));
      }
    }
  }
}
