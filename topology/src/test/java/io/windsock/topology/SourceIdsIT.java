package io.windsock.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** A recreated topic is recognized once for each partition. */
class SourceIdsIT {
  private static final String TOPIC = "source";
  private static final TopicPartition FIRST = new TopicPartition(TOPIC, 0);
  private static final TopicPartition SECOND = new TopicPartition(TOPIC, 1);

  @Test
  void shouldRecognizeARecreatedTopicOnceForEachPartition() throws Exception {
    try (Cluster cluster = new Cluster();
        Admin admin = cluster.admin()) {
      create(admin);
      SourceIds ids = SourceIds.read(admin, List.of(TOPIC));
      assertThat(ids.test(FIRST)).isFalse();

      admin.deleteTopics(List.of(TOPIC)).all().get();
      await()
          .atMost(Duration.ofMinutes(2))
          .until(() -> !admin.listTopics().names().get().contains(TOPIC));
      create(admin);

      assertThat(ids.test(FIRST)).isTrue();
      assertThat(ids.test(FIRST)).isFalse();
      assertThat(ids.test(SECOND)).isTrue();
    }
  }

  private static void create(Admin admin) throws Exception {
    admin.createTopics(List.of(new NewTopic(TOPIC, 2, (short) 1))).all().get();
    await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> admin.listTopics().names().get().contains(TOPIC));
  }
}
