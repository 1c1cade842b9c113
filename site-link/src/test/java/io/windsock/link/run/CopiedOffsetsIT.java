package io.windsock.link.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import io.windsock.link.pipeline.PipelineKind;
import io.windsock.link.pipeline.PipelineShape;
import io.windsock.link.receive.LinkReceiver;
import io.windsock.link.send.LinkSender;
import io.windsock.link.send.SenderStatus.State;
import io.windsock.platform.copy.LinkTopic;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** What the target has is committed at the source, where trimming waits for it. */
class CopiedOffsetsIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final PipelineShape SHAPE = PipelineShape.of(PipelineKind.TWO_STAGE);

  @Test
  void shouldCommitAtTheSourceWhatTheTargetHas() throws Exception {
    try (Sites sites = new Sites();
        LinkReceiver receiver = sites.receiver(SHAPE, null);
        Admin source = Admin.create(sites.sourceKafka)) {
      try (LinkSender sender = sites.sender(receiver.port(), SHAPE, Sites.keys("k1", 1), null)) {
        await().atMost(PATIENCE).until(() -> committed(source).size() == Sites.partitions().size());
        assertThat(committed(source).values()).as("nothing is copied yet").containsOnly(0L);

        int first = sites.write(3_000, 1);
        await().atMost(PATIENCE).until(() -> sender.status().records() == first);
        await().atMost(PATIENCE).until(() -> committed(source).equals(copied(sites)));
        int all = first + sites.write(2_000, 2);
        await().atMost(PATIENCE).until(() -> sender.status().records() == all);
      }
      // Closed: no later commit makes up for one that is missing. The markers of the last
      // transaction may come a moment after its commit has returned.
      await().atMost(PATIENCE).until(() -> committed(source).equals(copied(sites)));
      assertThat(committed(source).values()).allMatch(offset -> offset > 0);
    }
  }

  @Test
  void shouldCloseSoonWithoutTheSource() throws Exception {
    try (Sites sites = new Sites();
        LinkReceiver receiver = sites.receiver(SHAPE, null)) {
      LinkSender sender = sites.sender(receiver.port(), SHAPE, Sites.keys("k1", 1), null);
      int written = sites.write(3_000, 1);
      await().atMost(PATIENCE).until(() -> sender.status().records() == written);
      sites.source.close();

      long fromNs = System.nanoTime();
      sender.close();

      // Kafka's own bound is a minute.
      assertThat(Duration.ofNanos(System.nanoTime() - fromNs)).isLessThan(Duration.ofSeconds(50));
    }
  }

  /** It has the same group, so the source's trimming would wait for one of them only. */
  @Test
  void shouldRefuseASecondLinkOfTheSameName() throws Exception {
    try (Sites sites = new Sites();
        EmbeddedBroker elsewhere = EmbeddedBroker.start(Options.temporary());
        LinkReceiver receiver = sites.receiver(SHAPE, null);
        LinkReceiver other = Sites.receiver(kafka(elsewhere), SHAPE, null);
        Admin source = Admin.create(sites.sourceKafka);
        LinkSender sender = sites.sender(receiver.port(), SHAPE, Sites.keys("k1", 1), null)) {
      int written = sites.write(3_000, 1);
      await().atMost(PATIENCE).until(() -> sender.status().records() == written);
      await().atMost(PATIENCE).until(() -> committed(source).equals(copied(sites)));

      try (LinkSender second = sites.sender(other.port(), SHAPE, Sites.keys("k1", 1), null)) {
        await().atMost(PATIENCE).until(() -> second.status().state() == State.STOPPED);
        assertThat(second.status().detail())
            .startsWith("another link 'main', to 127.0.0.1:" + receiver.port() + ", has copied ")
            .contains("give one of them another name");
      }
      assertThat(committed(source)).isEqualTo(copied(sites));
    }
  }

  @Test
  void shouldContinueWhenTheReceiverHasAnotherAddress() throws Exception {
    try (Sites sites = new Sites()) {
      long written = 0;
      for (int address = 1; address <= 2; address++) {
        written += sites.write(2_000, address);
        try (LinkReceiver receiver = sites.receiver(SHAPE, null);
            LinkSender sender = sites.sender(receiver.port(), SHAPE, Sites.keys("k1", 1), null)) {
          long all = written;
          await()
              .atMost(PATIENCE)
              .ignoreExceptions() // the topics are being created
              .until(() -> records(sites) == all);
          assertThat(sender.status().state()).isEqualTo(State.SENDING);
        }
      }
    }
  }

  private static Map<String, Object> kafka(EmbeddedBroker broker) {
    return Map.of("bootstrap.servers", broker.bootstrapServers());
  }

  private static long records(Sites sites) {
    return sites.atTarget().values().stream().mapToLong(Contents::records).sum();
  }

  private static Map<TopicPartition, Long> copied(Sites sites) {
    return LinkTopic.read(sites.targetKafka, LinkTopic.name("main")).next();
  }

  private static Map<TopicPartition, Long> committed(Admin source) throws Exception {
    Map<TopicPartition, Long> committed = new HashMap<>();
    source
        .listConsumerGroupOffsets(LinkTopic.name("main"))
        .partitionsToOffsetAndMetadata()
        .get()
        .forEach((partition, offset) -> committed.put(partition, offset.offset()));
    return committed;
  }
}
