package io.windsock.topology;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import io.windsock.contracts.topic.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.FeatureUpdate;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.UpdateFeaturesOptions;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopicSetupIT {
  private static Cluster cluster;
  private static Admin admin;

  @BeforeAll
  static void startCluster() {
    cluster = new Cluster();
    admin = cluster.admin();
  }

  @AfterAll
  static void stopCluster() {
    admin.close();
    cluster.close();
  }

  @Test
  void shouldCreateTopicsAsTheyMustBeAndFindThemSo() throws Exception {
    Topics topics = new Topics("created");
    TopicSetup.ensure(admin, topics, Events.CATALOGUE, 2, 1);

    assertThat(config(topics.source("status"), "message.timestamp.type"))
        .isEqualTo("LogAppendTime");
    assertThat(config(topics.monitor(), "message.timestamp.type")).isEqualTo("LogAppendTime");
    assertThat(config(topics.source("status"), "max.message.bytes")).isEqualTo("4194304");
    assertThat(config(topics.mirror(), "retention.ms")).isEqualTo("-1");
    assertThat(config(topics.forward(), "cleanup.policy")).isEqualTo("delete");
    var described =
        admin.describeTopics(List.of(topics.deadLetter())).allTopicNames().get().values();
    assertThat(described).singleElement().matches(topic -> topic.partitions().size() == 2);
    assertThatCode(() -> TopicSetup.ensure(admin, topics, Events.CATALOGUE, 2, 1))
        .doesNotThrowAnyException();
  }

  @Test
  void shouldReturnWhenEveryPartitionTakesRecords() {
    try (KafkaProducer<byte[], byte[]> once =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers",
                cluster.bootstrapServers(),
                "retries",
                0,
                "enable.idempotence",
                false),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (int i = 0; i < 20; i++) {
        Topics topics = new Topics("served" + i);
        TopicSetup.ensure(admin, topics, Events.CATALOGUE, 4, 1);
        for (int partition = 0; partition < 4; partition++) {
          assertThat(
                  once.send(new ProducerRecord<>(topics.forward(), partition, null, new byte[1])))
              .succeedsWithin(Duration.ofSeconds(60));
        }
      }
    }
  }

  @Test
  void shouldNameEveryFaultOfExistingTopicsTogether() throws Exception {
    Topics topics = new Topics("wrong");
    admin
        .createTopics(
            List.of(
                new NewTopic(topics.source("positions"), 2, (short) 1),
                new NewTopic(topics.mirror(), 3, (short) 1)
                    .configs(Map.of("cleanup.policy", "compact", "max.message.bytes", "1000"))))
        .all()
        .get();

    assertThatThrownBy(() -> TopicSetup.ensure(admin, topics, Events.CATALOGUE, 2, 1))
        .isInstanceOfSatisfying(
            ConfigurationException.class,
            e ->
                assertThat(e.faults().stream().map(TopicSetupIT::shortened))
                    .containsExactlyInAnyOrder(
                        "wrong.source.positions: message.timestamp.type is CreateTime; it must be"
                            + " LogAppendTime",
                        "wrong.mirror: has 3 partitions; it must have 2",
                        "wrong.mirror: cleanup.policy is compact; it must be delete",
                        "wrong.mirror: retention.ms is 604800000; it must be -1",
                        "wrong.mirror: max.message.bytes is 1000; it must be at least 5242880"));
  }

  @Test
  void shouldSayWhatTheClusterRefuses() {
    assertThatThrownBy(
            () -> TopicSetup.ensure(admin, new Topics("too-many"), Events.CATALOGUE, 2, 3))
        .isInstanceOfSatisfying(
            ConfigurationException.class, e -> assertThat(e.faults()).hasSize(11))
        .hasMessageContaining("can't create topic too-many.forward:");
  }

  @Test
  void shouldRefuseAClusterWithoutTransactionVersion2(@TempDir Path folder) throws Exception {
    try (Cluster old = new Cluster();
        Admin oldAdmin = old.admin()) {
      oldAdmin
          .updateFeatures(
              Map.of(
                  "transaction.version",
                  new FeatureUpdate((short) 1, FeatureUpdate.UpgradeType.SAFE_DOWNGRADE)),
              new UpdateFeaturesOptions())
          .all()
          .get();
      TopologyConfig config =
          TopologyConfig.builder(Events.CATALOGUE)
              .bootstrapServers(old.bootstrapServers())
              .stateDir(folder)
              .build();

      assertThatThrownBy(() -> TopologyApp.start(config))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("transaction.version is 1; exactly-once delivery needs 2");
    }
  }

  private static String shortened(Fault fault) {
    return fault.toString().replace("topic ", "").replaceAll("; kafka-configs.*", "");
  }

  private static String config(String topic, String name) throws Exception {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    var configs = admin.describeConfigs(List.of(resource)).all().get();
    return requireNonNull(configs.get(resource)).get(name).value();
  }
}
