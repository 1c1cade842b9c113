package io.windsock.link.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.link.receive.LinkReceiver;
import io.windsock.link.run.Contents;
import io.windsock.link.run.Line;
import io.windsock.link.run.Sites;
import io.windsock.link.send.LinkSender;
import io.windsock.link.send.SenderStatus.State;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Records that the source has deleted before the link has read them: it stops, and skips none. */
@Timeout(240)
class SourceFaultIT {
  private static final TopicPartition A0 = new TopicPartition("a", 0);
  private static final TopicPartition A1 = new TopicPartition("a", 1);
  private static final int VALUE_BYTES = 10_000;

  private static void write(Sites sites, TopicPartition at, int records) {
    ByteArraySerializer bytes = new ByteArraySerializer();
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(sites.sourceKafka, bytes, bytes)) {
      for (int i = 0; i < records; i++) {
        var unused =
            producer.send(
                new ProducerRecord<>(at.topic(), at.partition(), null, new byte[VALUE_BYTES]));
      }
    }
  }

  private static void trim(Sites sites, TopicPartition at, long before) throws Exception {
    try (Admin admin = Admin.create(sites.sourceKafka)) {
      admin.deleteRecords(Map.of(at, RecordsToDelete.beforeOffset(before))).all().get();
    }
  }

  @Test
  void shouldStopWhenAPartitionIsTrimmedThatWasEmptyWhenTheLinkBegan() throws Exception {
    try (Sites sites = new Sites();
        LinkReceiver receiver = sites.receiver(LinkRun.TWO_STAGE, null)) {
      write(sites, A0, 10);
      try (LinkSender sender = LinkRun.sender(sites, receiver)) {
        LinkRun.awaitCopied(sites, 10);
        assertThat(sender.status().records()).isEqualTo(10);
      }
      Map<String, Contents> before = sites.atTarget();
      write(sites, A1, 100);
      trim(sites, A1, 50);

      try (LinkSender sender = LinkRun.sender(sites, receiver)) {
        LinkRun.awaitStatus(sender, State.STOPPED, "next is a-1@0, and the log begins at 50");
      }
      assertThat(sites.atTarget()).isEqualTo(before);
    }
  }

  /** More than the sender has fetched is written, and deleted, while the line is held. */
  @Test
  void shouldStopWhenTheSourceIsTrimmedWhileItRuns() throws Exception {
    int first = 10;
    int more = 1_000;
    try (Sites sites = new Sites();
        LinkReceiver receiver = sites.receiver(LinkRun.TWO_STAGE, null);
        Line line = new Line(receiver.port())) {
      write(sites, A0, first);
      try (LinkSender sender = LinkRun.sender(sites, line.port())) {
        LinkRun.awaitCopied(sites, first);
        line.hold();
        write(sites, A0, more);
        trim(sites, A0, first + more);
        line.release();

        LinkRun.awaitStatus(sender, State.STOPPED, "my offset was trimmed away: next is a-0@");
        assertThat(sender.status().detail()).endsWith("and the log begins at " + (first + more));
      }
      assertThat(Objects.requireNonNull(sites.atTarget().get("a-0")).records())
          .isBetween((long) first, first + more - 1L);
    }
  }
}
