package io.windsock.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The images of {@code docker/airgap} as a cluster, without faults. */
class ClusterIT {
  private static final int CLIENTS = 30;
  private static final int EVENTS = 4_000;

  @BeforeAll
  static void needsAnEngine() {
    Engine.assumePresent();
  }

  @Test
  @Timeout(value = 15, unit = TimeUnit.MINUTES)
  void shouldCarryAReplayToAllMirrors() throws Exception {
    try (Cluster cluster = Cluster.start(Path.of("target", "cluster"));
        ClusterClients clients = new ClusterClients(cluster, CLIENTS);
        ClusterFeed feed = new ClusterFeed(cluster.bootstrapServers(), 200)) {
      await().atMost(Duration.ofMinutes(3)).until(() -> feed.sent() >= EVENTS || !feed.isRunning());
      long acked = feed.stop();
      assertThat(acked).isGreaterThanOrEqualTo(EVENTS);
      new ClusterOutcome(cluster).assertNothingLost(acked);
      clients.assertRows();
      clients.assertFaultless();
    }
  }
}
