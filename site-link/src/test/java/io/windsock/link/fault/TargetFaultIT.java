package io.windsock.link.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.link.receive.LinkReceiver;
import io.windsock.link.run.Sites;
import io.windsock.link.send.LinkSender;
import io.windsock.link.send.SenderStatus.State;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A target that refuses what the link writes: told in one line, and nothing is lost. */
@Timeout(600)
class TargetFaultIT {
  private static final int TOO_SHORT_BYTES = 100;
  private static final int SHORT_BYTES = 2_000;

  private static void maxMessage(Sites sites, String topic, int bytes) throws Exception {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    ConfigEntry entry =
        new ConfigEntry(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, String.valueOf(bytes));
    try (Admin admin = Admin.create(sites.targetKafka)) {
      admin
          .incrementalAlterConfigs(
              Map.of(resource, List.of(new AlterConfigOp(entry, AlterConfigOp.OpType.SET))))
          .all()
          .get();
    }
  }

  @Test
  void shouldNameTheTopicThatRefusesARecordAndContinueOnceItIsMended() throws Exception {
    try (Sites sites = new Sites();
        LinkReceiver receiver = sites.receiver(LinkRun.TWO_STAGE, null)) {
      sites.write(1_000, 1);
      try (LinkSender sender = LinkRun.sender(sites, receiver)) {
        LinkRun.awaitCopied(sites, 1_000);
        LinkRun.awaitRecords(sender, 1_000); // it is told after others can see them
        assertThat(sender.status().records()).isEqualTo(1_000);
      }
      maxMessage(sites, "b", TOO_SHORT_BYTES);
      sites.write(1_000, 2);
      try (LinkSender sender = LinkRun.sender(sites, receiver)) {
        LinkRun.awaitStatus(sender, State.CONNECTING, "the target: b-");
        LinkRun.awaitStatus(sender, State.CONNECTING, "larger than the max message size");
        maxMessage(sites, "b", 1 << 20);

        LinkRun.awaitCopied(sites, 2_000);
      }
    }
  }

  /** Each record fits, and the producer's usual batches do not. */
  @Test
  void shouldWriteToATopicThatTakesShortBatchesOnly() throws Exception {
    try (Sites sites = new Sites();
        LinkReceiver receiver = sites.receiver(LinkRun.TWO_STAGE, null)) {
      sites.target.createTopics(Sites.topics());
      maxMessage(sites, "a", SHORT_BYTES);
      maxMessage(sites, "b", SHORT_BYTES);
      sites.write(20_000, 6);

      try (LinkSender sender = LinkRun.sender(sites, receiver)) {
        LinkRun.awaitCopied(sites, 20_000);
        assertThat(sender.status().epoch()).isEqualTo(1);
      }
    }
  }

  /** Nothing is written when it is deleted, so that no producer notices it. */
  @Test
  void shouldStopWhenATargetTopicIsDeletedWhileItRuns() throws Exception {
    try (Sites sites = new Sites();
        LinkReceiver receiver = sites.receiver(LinkRun.TWO_STAGE, null)) {
      sites.write(1_000, 3);
      try (LinkSender sender = LinkRun.sender(sites, receiver)) {
        LinkRun.awaitCopied(sites, 1_000);
        delete(sites, List.of("a"));

        LinkRun.awaitStatus(sender, State.STOPPED, "topic 'a' was deleted at the target: delete");
      }
      delete(sites, List.of("b", "windsock.link.main"));
      sites.write(1_000, 4);
      try (LinkSender sender = LinkRun.sender(sites, receiver)) {
        LinkRun.awaitCopied(sites, 2_000);
        LinkRun.awaitStatus(sender, State.SENDING, "");
      }
    }
  }

  /** The producer would wait a minute for the topic. */
  @Test
  void shouldStopWhenATargetTopicIsDeletedWhileItIsWritten() throws Exception {
    try (Sites sites = new Sites();
        LinkReceiver receiver = sites.receiver(LinkRun.TWO_STAGE, null);
        LinkSender sender = LinkRun.sender(sites, receiver);
        Feed feed = new Feed(sites.sourceKafka, 5)) {
      LinkRun.awaitRecords(sender, 1_000);
      delete(sites, List.of("a"));

      LinkRun.awaitStatus(sender, State.STOPPED, "topic 'a' was deleted at the target: delete");
      feed.end();
    }
  }

  private static void delete(Sites sites, List<String> topics) throws Exception {
    try (Admin admin = Admin.create(sites.targetKafka)) {
      admin.deleteTopics(topics).all().get();
    }
  }
}
