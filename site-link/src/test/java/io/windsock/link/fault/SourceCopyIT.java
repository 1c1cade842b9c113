package io.windsock.link.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.link.receive.LinkReceiver;
import io.windsock.link.run.Contents;
import io.windsock.link.run.Sites;
import io.windsock.link.send.LinkSender;
import io.windsock.link.send.SenderStatus.State;
import io.windsock.platform.copy.LinkPosition;
import io.windsock.platform.copy.LinkTopic;
import io.windsock.platform.copy.TopicPair;
import io.windsock.platform.kafka.LogTopic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sources that are themselves copies without their beginnings, and look whole. */
@Timeout(600)
class SourceCopyIT {
  private static final TopicPartition A0 = new TopicPartition("a", 0);
  private static final TopicPartition A1 = new TopicPartition("a", 1);
  private static final String UPSTREAM = LinkTopic.name("upstream");
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static void write(Sites sites, TopicPartition at, int records) {
    for (int i = 0; i < records; i++) {
      send(sites, new ProducerRecord<>(at.topic(), at.partition(), null, new byte[100]));
    }
  }

  private static void send(Sites sites, ProducerRecord<byte[], byte[]> record) {
    ByteArraySerializer bytes = new ByteArraySerializer();
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(sites.sourceKafka, bytes, bytes)) {
      var unused = producer.send(record);
    }
  }

  /** Writes what the source has of a link to it, as that link's receiver does. */
  private static void putUpstream(Sites sites, LinkPosition position) {
    send(sites, new ProducerRecord<>(UPSTREAM, 0, LinkTopic.positionKey(), position.encode()));
  }

  /** A link to the source that copies topic a, and has copied nothing yet. */
  private static LinkPosition upstream(Uuid id) {
    return LinkPosition.NONE.opened(Map.of("a", new TopicPair(new Uuid(7, 8), id)));
  }

  /** That link once it has copied a-1, from offset 6 on. */
  private static LinkPosition begunLate(LinkPosition upstream) {
    return upstream.after(1, Map.of(A1, 6L), Map.of(A1, 16L), Map.of(), 0);
  }

  private static Uuid id(Sites sites) {
    try (Admin admin = Admin.create(sites.sourceKafka)) {
      return LogTopic.find(admin, "a", PATIENCE).id();
    }
  }

  private static Sites sites() throws Exception {
    Sites sites = new Sites();
    sites.source.createTopics(List.of(new NewTopic(UPSTREAM, 1, (short) 1)));
    return sites;
  }

  private static LinkPosition position(Sites sites) {
    return LinkTopic.read(sites.targetKafka, LinkTopic.name("main"));
  }

  private static void copy(Sites sites, LinkReceiver receiver, long records) {
    try (LinkSender sender = LinkRun.sender(sites, receiver)) {
      LinkRun.awaitCopied(sites, records);
      LinkRun.awaitStatus(sender, State.SENDING, "");
    }
  }

  @Test
  void shouldSayAtTheTargetThatTheSourceIsACopyWithoutItsBeginning() throws Exception {
    try (Sites sites = sites();
        LinkReceiver receiver = sites.receiver(LinkRun.TWO_STAGE, null)) {
      putUpstream(sites, begunLate(upstream(id(sites))).promoted(1));
      write(sites, A0, 10);
      for (int more = 1; more <= 2; more++) { // also in a later session
        write(sites, A1, 5);
        copy(sites, receiver, 10 + 5L * more);
        assertThat(position(sites).began()).isEqualTo(Map.of(A1, 0L));
      }
    }
  }

  /** Mirrors may rely on what an earlier build has copied without saying so. */
  @Test
  void shouldSayItOfWhatWasCopiedBefore() throws Exception {
    try (Sites sites = sites();
        LinkReceiver receiver = sites.receiver(LinkRun.TWO_STAGE, null)) {
      write(sites, A1, 5);
      copy(sites, receiver, 5);
      assertThat(position(sites).began()).isEmpty();
      putUpstream(sites, begunLate(upstream(id(sites))));

      write(sites, A1, 5);
      copy(sites, receiver, 10);
      assertThat(position(sites).began()).isEqualTo(Map.of(A1, 0L));
    }
  }

  @Test
  void shouldNotSayItOfATopicThatWasCreatedAgain() throws Exception {
    try (Sites sites = sites();
        LinkReceiver receiver = sites.receiver(LinkRun.TWO_STAGE, null)) {
      putUpstream(sites, begunLate(upstream(new Uuid(9, 9))).promoted(1));
      write(sites, A1, 10);
      copy(sites, receiver, 10);

      assertThat(position(sites).began()).isEmpty();
    }
  }

  /** Links in a row start together. */
  @Test
  void shouldSayItWhenTheLinkToTheSourceBeginsLater() throws Exception {
    try (Sites sites = sites();
        LinkReceiver receiver = sites.receiver(LinkRun.TWO_STAGE, null);
        LinkSender sender = LinkRun.sender(sites, receiver)) {
      await()
          .atMost(PATIENCE)
          .ignoreExceptions() // the link's topic is being created
          .until(() -> position(sites).next().containsKey(A1));
      Map<String, Contents> before = sites.atTarget();
      LinkPosition upstream = upstream(id(sites));
      putUpstream(sites, upstream);
      write(sites, A1, 10);
      LinkRun.awaitStatus(sender, State.CONNECTING, "does not account for yet");
      assertThat(sites.atTarget()).isEqualTo(before);

      putUpstream(sites, begunLate(upstream));
      LinkRun.awaitCopied(sites, 10);
      assertThat(position(sites).began()).isEqualTo(Map.of(A1, 0L));
    }
  }
}
