package io.windsock.link.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import io.windsock.link.pipeline.PipelineKind;
import io.windsock.link.pipeline.PipelineShape;
import io.windsock.link.receive.LinkReceiver;
import io.windsock.link.send.LinkSender;
import io.windsock.link.send.SenderStatus.State;
import io.windsock.link.transport.Ack;
import io.windsock.link.transport.Frame;
import io.windsock.link.transport.Messages;
import io.windsock.link.transport.Opened;
import io.windsock.platform.copy.LinkTopic;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Somebody between the sites who ends TLS writes to the sender what no receiver has said. The
 * sender loses the line, and neither deletes, skips nor commits anything for it.
 */
@Timeout(600)
class HostileLineIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final PipelineShape SHAPE = PipelineShape.of(PipelineKind.HYBRID);
  private static final int RECORDS = 2_000;

  private final Vertx vertx = Vertx.vertx();
  private final Sites sites = new Sites();
  private final LinkReceiver receiver = sites.receiver(SHAPE, null);
  private final Relay relay = new Relay(vertx, receiver.port());

  HostileLineIT() throws Exception {} // the clusters may fail to start

  /** The line is honest at first. */
  @BeforeEach
  void copy() {
    int written = sites.write(RECORDS, 1);
    try (LinkSender sender = sites.sender(relay.port(), SHAPE, Sites.keys("k1", 1), null)) {
      await().atMost(PATIENCE).until(() -> sender.status().records() == written);
    }
  }

  @AfterEach
  void close() {
    relay.close();
    receiver.close();
    sites.close();
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  private static void awaitStatus(LinkSender sender, State state, String detail) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              assertThat(sender.status().state()).isEqualTo(state);
              assertThat(sender.status().detail()).contains(detail);
            });
  }

  private void awaitCopied(LinkSender sender, int records) {
    relay.tamper(new Relay.Tamper() {});
    await().atMost(PATIENCE).until(() -> sender.status().records() == records);
    assertThat(sites.atTarget()).isEqualTo(sites.atSource());
  }

  private Map<String, Uuid> ids() throws Exception {
    try (Admin admin = Admin.create(sites.targetKafka)) {
      Map<String, Uuid> ids = new HashMap<>();
      admin
          .describeTopics(Sites.TOPICS)
          .allTopicNames()
          .get()
          .forEach((name, topic) -> ids.put(name, topic.topicId()));
      return ids;
    }
  }

  /** Rewrites what the target has of each partition. */
  private AtomicInteger rewriteNext(long next) {
    AtomicInteger rewritten = new AtomicInteger();
    relay.tamper(
        new Relay.Tamper() {
          @Override
          public void opened(Opened opened, byte[] code, Relay.ToSender on) {
            Map<TopicPartition, Long> other = new HashMap<>(opened.next());
            other.replaceAll((partition, offset) -> next);
            rewritten.incrementAndGet();
            on.pass(Messages.encode(new Opened(opened.epoch(), opened.batch(), other), code));
          }
        });
    return rewritten;
  }

  /** With an offset that the source has trimmed, the sender itself would have the copy deleted. */
  @Test
  void shouldNotDeleteTheCopyForWhatTheTargetHasNotSaid() throws Exception {
    for (TopicPartition partition : Sites.partitions()) {
      trim(partition, 10);
    }
    Map<String, Contents> before = sites.atTarget();
    Map<String, Uuid> ids = ids();
    AtomicInteger rewritten = rewriteNext(0);
    try (LinkSender sender = sites.renewingSender(relay.port(), SHAPE)) {
      await().atMost(PATIENCE).until(() -> rewritten.get() >= 3);
      awaitStatus(sender, State.CONNECTING, "the code of what the target has is wrong");
      relay.tamper(new Relay.Tamper() {});
      awaitStatus(sender, State.SENDING, "");
    }
    assertThat(ids()).isEqualTo(ids);
    assertThat(sites.atTarget()).isEqualTo(before);
  }

  private void trim(TopicPartition partition, long before) throws Exception {
    try (Admin admin = Admin.create(sites.sourceKafka)) {
      admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(before))).all().get();
    }
  }

  /** With an offset beyond what the target has, the sender would skip records, or stop. */
  @Test
  void shouldSkipNothingForWhatTheTargetHasNotSaid() throws Exception {
    int more = sites.write(1_000, 2);
    AtomicInteger rewritten = rewriteNext(1_000_000);
    try (LinkSender sender = sites.sender(relay.port(), SHAPE, Sites.keys("k1", 1), null)) {
      await().atMost(PATIENCE).until(() -> rewritten.get() >= 3);
      awaitStatus(sender, State.CONNECTING, "the code of what the target has is wrong");
      awaitCopied(sender, more);
    }
  }

  @Test
  void shouldNotCommitAtTheSourceWhatTheTargetHasNotAcknowledged() throws Exception {
    int more = sites.write(1_000, 2);
    AtomicInteger forged = new AtomicInteger();
    relay.tamper(
        new Relay.Tamper() {
          @Override
          public void frame(Frame frame, Relay.ToReceiver on, Relay.ToSender back) {
            if (frame.header().part() == frame.header().parts() - 1) {
              forged.incrementAndGet();
              Ack ack = new Ack(frame.header().batch(), 1, 1, 1, 1, 0, 1, 1);
              back.pass(Messages.encode(ack, new byte[32]));
            }
          }
        });
    try (LinkSender sender = sites.sender(relay.port(), SHAPE, Sites.keys("k1", 1), null)) {
      await().atMost(PATIENCE).until(() -> forged.get() >= 3);
      awaitStatus(sender, State.CONNECTING, "it was altered in transit");
      assertThat(sender.status().records()).isZero();
      assertThat(committed()).isEqualTo(copied());

      awaitCopied(sender, more);
      await().atMost(PATIENCE).until(() -> committed().equals(copied()));
    }
  }

  private Map<TopicPartition, Long> copied() {
    return LinkTopic.read(sites.targetKafka, LinkTopic.name("main")).next();
  }

  private Map<TopicPartition, Long> committed() throws Exception {
    Map<TopicPartition, Long> offsets = new HashMap<>();
    try (Admin admin = Admin.create(sites.sourceKafka)) {
      admin
          .listConsumerGroupOffsets(LinkTopic.name("main"))
          .partitionsToOffsetAndMetadata()
          .get()
          .forEach((partition, offset) -> offsets.put(partition, offset.offset()));
    }
    return offsets;
  }

  /** A sender that has stopped stays so when the line is honest again. */
  @Test
  void shouldNotStopForARefusalThatTheReceiverHasNotProven() throws Exception {
    int more = sites.write(1_000, 2);
    AtomicInteger forged = new AtomicInteger();
    relay.tamper(
        new Relay.Tamper() {
          @Override
          public void opened(Opened opened, byte[] code, Relay.ToSender on) {
            forged.incrementAndGet();
            on.refuse("link 'main' was promoted");
          }
        });
    try (LinkSender sender = sites.sender(relay.port(), SHAPE, Sites.keys("k1", 1), null)) {
      await().atMost(PATIENCE).until(() -> forged.get() >= 3);
      awaitStatus(
          sender, State.CONNECTING, "somebody without the key ended the session: link 'main'");
      awaitCopied(sender, more);
    }
  }

  /** What the receiver itself says passes through the same hands. */
  @Test
  void shouldStopForARefusalThatTheReceiverProves() throws Exception {
    try (Admin admin = Admin.create(sites.targetKafka)) {
      admin.deleteTopics(Set.of("a")).all().get();
      await().atMost(PATIENCE).until(() -> !admin.listTopics().names().get().contains("a"));
    }
    try (LinkSender sender = sites.sender(relay.port(), SHAPE, Sites.keys("k1", 1), null)) {
      awaitStatus(sender, State.STOPPED, "the receiver ended the session: topic 'a' was deleted");
    }
  }
}
