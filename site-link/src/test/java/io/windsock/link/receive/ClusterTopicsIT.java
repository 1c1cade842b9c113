package io.windsock.link.receive;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DeleteTopicsOptions;
import org.apache.kafka.clients.admin.DeleteTopicsResult;
import org.apache.kafka.clients.admin.ForwardingAdmin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicCollection;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.TopicConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Topics that are deleted and created again. Each test has one of its own. */
@Timeout(120)
class ClusterTopicsIT {
  private static final String RETENTION_MS = "123456789";
  private static final EmbeddedBroker BROKER = EmbeddedBroker.start(Options.temporary());
  private static final Map<String, Object> KAFKA =
      Map.of("bootstrap.servers", BROKER.bootstrapServers());

  private final Admin admin = Admin.create(KAFKA);
  private final ClusterTopics topics = new ClusterTopics(admin);
  private final String name = Uuid.randomUuid().toString();

  @AfterAll
  static void stop() {
    BROKER.close();
  }

  @AfterEach
  void close() {
    admin.close();
  }

  private TopicDescription created() {
    topics.create(
        new NewTopic(name, Optional.of(2), Optional.empty())
            .configs(Map.of(TopicConfig.RETENTION_MS_CONFIG, RETENTION_MS)));
    return there();
  }

  private TopicDescription there() {
    return Objects.requireNonNull(topics.describe(name));
  }

  @Test
  void shouldRecreateATopicWithItsSettings() {
    TopicDescription before = created();
    topics.recreate(before);

    assertThat(there().topicId()).isNotEqualTo(before.topicId());
    assertThat(there().partitions()).hasSize(2);
    assertThat(topics.settings(name))
        .containsEntry(TopicConfig.RETENTION_MS_CONFIG, RETENTION_MS)
        .containsEntry(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "CreateTime");
  }

  /** A session that stood still must not delete what a later one, or a promoted site, has. */
  @Test
  void shouldLeaveATopicAloneThatHasTakenTheName() {
    TopicDescription before = created();
    topics.delete(Set.of(name));
    TopicDescription after = created();
    topics.recreate(before);

    assertThat(there().topicId()).isEqualTo(after.topicId());
  }

  /** A session that loses its line is interrupted. */
  @Test
  void shouldCreateATopicAgainAlthoughItIsInterrupted() {
    TopicDescription before = created();
    Thread session = Thread.currentThread();
    Admin interrupting =
        new ForwardingAdmin(KAFKA) {
          @Override
          public DeleteTopicsResult deleteTopics(
              TopicCollection deleted, DeleteTopicsOptions options) {
            DeleteTopicsResult sent = super.deleteTopics(deleted, options);
            session.interrupt();
            return sent;
          }
        };
    try (interrupting) {
      new ClusterTopics(interrupting).recreate(before);
    } finally {
      assertThat(Thread.interrupted()).as("stays interrupted").isTrue();
    }

    assertThat(there().topicId()).isNotEqualTo(before.topicId());
    assertThat(topics.settings(name)).containsEntry(TopicConfig.RETENTION_MS_CONFIG, RETENTION_MS);
  }

  @Test
  void shouldDeleteNothingThatIsNotThere() {
    topics.delete(Set.of(name));

    assertThat(topics.describe(name)).isNull();
  }
}
