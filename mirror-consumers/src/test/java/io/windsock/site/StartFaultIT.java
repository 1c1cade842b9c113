package io.windsock.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.FreePort;
import io.windsock.embedded.Options;
import io.windsock.site.disk.DiskFault;
import io.windsock.site.progress.Progress;
import io.windsock.site.progress.SitePhase;
import io.windsock.site.status.SiteDomain;
import io.windsock.site.status.SiteRole;
import io.windsock.site.status.SiteStartException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What a site does if a Kafka client can't be created while it starts. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StartFaultIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String ALL = "";

  private final EmbeddedBroker broker;

  StartFaultIT(@TempDir Path brokerDir) {
    broker = EmbeddedBroker.start(Options.at(brokerDir));
  }

  @AfterAll
  void stop() {
    broker.close();
  }

  private TestTopic topic(String prefix) throws Exception {
    TestTopic topic = new TestTopic(broker, prefix, 1, 1);
    topic.createMonitor();
    return topic;
  }

  private SiteConfig config(TestTopic topic, Path dir, Path failing, int port) {
    return SiteConfig.builder(
            SiteRole.MIRROR, "a", broker.bootstrapServers(), dir, SiteDomain.builtIn("airline"))
        .topics(topic.topics)
        .kafka(FailingClients.properties(failing))
        .http("127.0.0.1", port)
        .memoryBytes(SiteConfig.MIN_MEMORY_BYTES)
        .build();
  }

  @Test
  void shouldTryAgainIfNoClientCanBeCreatedAtARestart(@TempDir Path dir, @TempDir Path faults)
      throws Exception {
    Path failing = faults.resolve("failing");
    try (TestTopic topic = topic("restart");
        SiteKeeper site = SiteKeeper.start(config(topic, dir, failing, FreePort.any()))) {
      await().atMost(PATIENCE).until(() -> site.progress().phase() == SitePhase.LIVE);
      Site before = site.site();
      Files.writeString(failing, ALL);
      before.state().note(new DiskFault(DiskFault.Kind.UNWRITABLE, "a test's"));
      await()
          .atMost(PATIENCE)
          .until(() -> site.progress().detail().contains(FailingClients.REASON));
      Progress down = site.progress();
      Files.delete(failing);

      await().atMost(PATIENCE).until(() -> site.site() != before);
      assertThat(down.phase()).isEqualTo(SitePhase.REPAIRING);
      await().atMost(PATIENCE).until(() -> site.progress().phase() == SitePhase.LIVE);
    }
  }

  @Test
  void shouldCloseWhatItHasOpenedIfALaterPartFails(@TempDir Path dir, @TempDir Path faults)
      throws Exception {
    Path failing = faults.resolve("failing");
    try (TestTopic topic = topic("later")) {
      int port = FreePort.any();
      SiteConfig config = config(topic, dir, failing, port);
      Files.writeString(failing, ".samples");
      assertThatThrownBy(() -> Site.start(config))
          .isInstanceOf(SiteStartException.class)
          .hasMessageContaining(FailingClients.REASON);

      try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        assertThat(free.isBound()).isTrue();
      }
      Files.delete(failing);
      try (Site again = Site.start(config)) {
        await().atMost(PATIENCE).until(() -> again.progress().phase() == SitePhase.LIVE);
        assertThat(again.port()).isEqualTo(port);
      }
    }
  }
}
