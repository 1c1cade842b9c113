package io.windsock.link.run;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.link.receive.LinkProducer;
import io.windsock.link.verify.LinkVerify;
import io.windsock.link.verify.VerifyConfig;
import io.windsock.link.verify.VerifyException;
import io.windsock.platform.copy.LinkPosition;
import io.windsock.platform.copy.LinkTopic;
import io.windsock.platform.copy.TopicPair;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Links whose copies can't be compared. */
@Timeout(180)
class VerifyIT {
  /** A session was opened, and the target takes no batch. */
  @Test
  void shouldNotSayThatBothHaveTheSameBeforeTheFirstBatch() throws Exception {
    String topic = LinkTopic.name("main");
    try (Sites sites = new Sites()) {
      sites.write(1_000, 1);
      sites.target.createTopics(
          List.of(new NewTopic("a", 3, (short) 1), new NewTopic(topic, 1, (short) 1)));
      TopicPair pair = new TopicPair(id(sites.sourceKafka), id(sites.targetKafka));
      ByteArraySerializer bytes = new ByteArraySerializer();
      try (KafkaProducer<byte[], byte[]> to =
          new KafkaProducer<>(sites.targetKafka, bytes, bytes)) {
        LinkPosition opened = LinkPosition.NONE.opened(Map.of("a", pair));
        to.send(LinkProducer.position(topic, opened)).get();
      }

      VerifyConfig config =
          new VerifyConfig(
              "main", sites.sourceKafka, sites.targetKafka, List.of(), VerifyConfig.RANGE_RECORDS);
      assertThatThrownBy(() -> LinkVerify.run(config, (at, partition, records, total) -> {}))
          .isInstanceOf(VerifyException.class)
          .hasMessage("link 'main' has copied nothing of topic 'a' yet: verify again once it has");
    }
  }

  private static Uuid id(Map<String, Object> kafka) throws Exception {
    try (Admin admin = Admin.create(kafka)) {
      return Objects.requireNonNull(
              admin.describeTopics(List.of("a")).allTopicNames().get().get("a"))
          .topicId();
    }
  }
}
