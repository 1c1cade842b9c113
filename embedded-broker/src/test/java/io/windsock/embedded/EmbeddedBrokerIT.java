package io.windsock.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class EmbeddedBrokerIT {
  @Test
  void shouldShowCommittedRecordsOnlyAndKeepThemAcrossRestarts(@TempDir Path folder)
      throws Exception {
    String clusterId;
    int port = FreePort.any();
    try (EmbeddedBroker broker = EmbeddedBroker.start(Options.at(folder).withPort(port))) {
      Clients clients = new Clients(broker.bootstrapServers());
      clusterId = broker.clusterId();
      clients.createTopic("t");
      clients.write("t", List.of("a", "b"), true);
      clients.write("t", List.of("lost"), false);
      assertThat(clients.read("t", 2)).containsExactly("a", "b");
    }
    try (EmbeddedBroker broker = EmbeddedBroker.start(Options.at(folder).withPort(port))) {
      Clients clients = new Clients(broker.bootstrapServers());
      assertThat(broker.port()).isEqualTo(port);
      assertThat(broker.clusterId()).isEqualTo(clusterId);
      clients.write("t", List.of("c"), true);
      assertThat(clients.read("t", 3)).containsExactly("a", "b", "c");
      assertThat(broker.fault()).isEmpty();
    }
  }

  @Test
  void shouldRunTransactionsOfVersionTwo() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(Options.temporary());
        var admin = new Clients(broker.bootstrapServers()).admin()) {
      var features = admin.describeFeatures().featureMetadata().get(60, TimeUnit.SECONDS);
      assertThat(features.finalizedFeatures())
          .hasEntrySatisfying(
              "transaction.version",
              range -> assertThat(range.maxVersionLevel()).isEqualTo((short) 2));
    }
  }

  @Test
  void shouldTakeRecordsOfFiveMebibytes() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(Options.temporary())) {
      Clients clients = new Clients(broker.bootstrapServers());
      clients.createTopic("t");
      String large = "x".repeat(5 * 1024 * 1024);
      clients.write("t", List.of(large), true);
      assertThat(clients.read("t", 1)).containsExactly(large);
    }
  }

  @Test
  void shouldServeTheTopicsThatItCreated() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(Options.temporary());
        var admin = new Clients(broker.bootstrapServers()).admin();
        var once = new Clients(broker.bootstrapServers()).withoutRetries()) {
      for (int i = 0; i < 100; i++) {
        String name = "t" + i;
        broker.createTopics(List.of(new NewTopic(name, 8, (short) 1)));
        for (int partition = 0; partition < 8; partition++) {
          assertThat(once.send(new ProducerRecord<>(name, partition, "", "")))
              .succeedsWithin(Duration.ofSeconds(60));
        }
        assertThat(admin.describeTopics(List.of(name)).allTopicNames().get(60, TimeUnit.SECONDS))
            .containsOnlyKeys(name);
      }
    }
  }

  @Test
  void shouldDeleteItsTemporaryFolderOnClose() {
    EmbeddedBroker broker = EmbeddedBroker.start(Options.temporary());
    Path temporary = broker.dataDir();
    assertThat(temporary).isDirectory();
    broker.close();
    broker.close();
    assertThat(temporary).doesNotExist();
  }

  @Test
  void shouldNameAnOccupiedPort(@TempDir Path folder) throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Options options = Options.at(folder).withPort(taken.getLocalPort());
      assertThatThrownBy(() -> EmbeddedBroker.start(options))
          .isInstanceOf(BrokerStartException.class)
          .hasMessageContaining("port " + taken.getLocalPort());
    }
  }

  @Test
  void shouldRefuseTheFolderOfARunningBroker(@TempDir Path folder) {
    try (EmbeddedBroker broker = EmbeddedBroker.start(Options.at(folder))) {
      assertThatThrownBy(() -> EmbeddedBroker.start(Options.at(folder)))
          .isInstanceOf(BrokerStartException.class)
          .hasMessageContaining("already runs on " + broker.dataDir());
    }
  }

  @Test
  void shouldRefuseAFileAsItsFolder(@TempDir Path folder) throws Exception {
    Path file = Files.createFile(folder.resolve("file"));
    assertThatThrownBy(() -> EmbeddedBroker.start(Options.at(file)))
        .isInstanceOf(BrokerStartException.class)
        .hasMessageContaining(file.toString());
  }

  @Test
  void shouldNameAWrongProperty(@TempDir Path folder) {
    Options options = Options.at(folder).withProperty("num.io.threads", "none");
    assertThatThrownBy(() -> EmbeddedBroker.start(options))
        .isInstanceOf(BrokerStartException.class)
        .hasMessageContaining("num.io.threads");
  }

  @Test
  void shouldServeTwoBrokersInOneProcess() throws Exception {
    try (EmbeddedBroker one = EmbeddedBroker.start(Options.temporary());
        EmbeddedBroker two = EmbeddedBroker.start(Options.temporary())) {
      assertThat(one.port()).isNotEqualTo(two.port());
      for (EmbeddedBroker broker : List.of(one, two)) {
        Clients clients = new Clients(broker.bootstrapServers());
        clients.createTopic("t");
        clients.write("t", List.of("a"), true);
        assertThat(clients.read("t", 1)).containsExactly("a");
      }
    }
  }

  @Test
  void shouldKeepWhatWasCommittedWhenItsProcessIsKilled(@TempDir Path folder) throws Exception {
    for (int round = 0; round < 2; round++) {
      try (BrokerProcess process = BrokerProcess.start(folder)) {
        Clients clients = new Clients(process.bootstrapServers());
        if (round == 0) {
          clients.createTopic("t");
        }
        clients.write("t", List.of("round " + round), true);
        process.kill();
      }
    }
    try (EmbeddedBroker broker = EmbeddedBroker.start(Options.at(folder))) {
      assertThat(new Clients(broker.bootstrapServers()).read("t", 2))
          .containsExactly("round 0", "round 1");
    }
  }

  @Test
  void shouldStopTheProcessWhenItsInputEnds(@TempDir Path folder) throws Exception {
    BrokerProcess process = BrokerProcess.start(folder);
    assertThat(process.endInput(120)).isZero();
    try (EmbeddedBroker broker = EmbeddedBroker.start(Options.at(folder))) {
      assertThat(broker.dataDir()).isEqualTo(folder.toAbsolutePath());
    }
  }
}
