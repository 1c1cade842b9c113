package io.windsock.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import io.windsock.platform.testing.RawHttp;
import io.windsock.site.disk.DiskFault;
import io.windsock.site.disk.DiskProbe;
import io.windsock.site.status.SiteDomain;
import io.windsock.site.status.SiteRole;
import io.windsock.site.testing.SseStreams;
import io.windsock.site.update.UpdateBatch;
import io.windsock.site.update.UpdateListener;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A site whose work does not come back says so, keeps what it has, and recovers by itself. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StallIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** 3 s on a machine that has time for it; tests share theirs with others. */
  private static final String VIEW = "/v1/views/all";

  private static final int ROUNDS = 20;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final EmbeddedBroker broker;

  StallIT(@TempDir Path brokerDir) {
    broker = EmbeddedBroker.start(Options.at(brokerDir));
  }

  @AfterAll
  void stop() {
    broker.close();
  }

  /** Holds up the apply thread, batch by batch, until it is closed. */
  private static final class Gate implements UpdateListener, AutoCloseable {
    private static final int ALL = 1_000_000;

    private final Semaphore permits = new Semaphore(0);

    @Override
    public boolean wantsUpdates() {
      return false;
    }

    @Override
    public void applied(UpdateBatch batch) {
      permits.acquireUninterruptibly();
    }

    void open() {
      permits.release(ALL);
    }

    @Override
    public void close() {
      open();
    }
  }

  private Site site(TestTopic topic, Path dir) {
    return site(topic, dir, new DiskProbe(dir));
  }

  private Site site(TestTopic topic, Path dir, DiskProbe probe) {
    Site site =
        Site.start(
            SiteConfig.builder(
                    SiteRole.MIRROR,
                    "m1",
                    broker.bootstrapServers(),
                    dir,
                    SiteDomain.builtIn("airline"))
                .topics(topic.topics)
                .readyLag(0)
                .memoryBytes(SiteConfig.MIN_MEMORY_BYTES)
                .build(),
            probe);
    await().atMost(PATIENCE).until(() -> ready(site) == 200);
    return site;
  }

  private static int ready(Site site) {
    return RawHttp.get(site.port(), "/health/ready").status();
  }

  private static long cutOffMs(Site site) throws IOException {
    return JSON.readTree(RawHttp.get(site.port(), "/v1/sites").body()).path("cutOffMs").asLong();
  }

  private static void awaitOld(Site site, String why) {
    await().pollInterval(Duration.ofMillis(50)).atMost(PATIENCE).until(() -> ready(site) == 503);
    assertThat(RawHttp.get(site.port(), "/health/ready").text()).contains(why);
    RawHttp.Answer view = RawHttp.get(site.port(), VIEW);
    assertThat(view.status()).isEqualTo(200);
    assertThat(Integer.parseInt(view.header("Windsock-Stale"))).isPositive();
  }

  @Test
  void shouldSayThatItsApplyThreadDoesNotComeBackUntilItHasAppliedWhatItMissed(@TempDir Path dir)
      throws Exception {
    StreamEvents stream = new StreamEvents();
    try (TestTopic topic = new TestTopic(broker, "held", 1, 1);
        SseStreams streams = new SseStreams();
        Site site = site(topic, dir);
        Gate gate = new Gate()) {
      streams.open(site.url(), "/v1/subscribe?view=all", "", 0, stream);
      await().atMost(PATIENCE).until(() -> stream.names().contains("live"));
      site.listeners().add(gate);

      topic.write(100);
      awaitOld(site, "held up by its disk or by Kafka for");
      long first = cutOffMs(site);
      assertThat(first).isGreaterThanOrEqualTo(2_000);
      await().atMost(PATIENCE).until(() -> cutOffMs(site) > first + 500);
      assertThat(site.status().staleness().ms()).isGreaterThan(first + 500);
      await().atMost(PATIENCE).until(() -> !stream.named("stale").isEmpty());

      topic.write(4_000);
      topic.write(4_000);
      gate.permits.release();
      // It comes to the next batch, and is held up there, without having been current.
      await().atMost(PATIENCE).until(() -> gate.permits.hasQueuedThreads());
      await().during(Duration.ofSeconds(1)).atMost(PATIENCE).until(() -> ready(site) == 503);
      gate.open();

      await().atMost(PATIENCE).until(() -> ready(site) == 200);
      assertThat(site.status().eventsApplied()).isEqualTo(topic.events());
      assertThat(cutOffMs(site)).isZero();
      assertThat(RawHttp.get(site.port(), VIEW).header("Windsock-Stale")).isEmpty();
      assertThat(stream.over()).isFalse();
    }
  }

  @Test
  void shouldSayThatItsDiskDoesNotAnswer(@TempDir Path dir) throws Exception {
    HangingProbe probe = new HangingProbe(dir);
    try (TestTopic topic = new TestTopic(broker, "hung", 1, 2)) {
      topic.write(100);
      try (Site site = site(topic, dir, probe)) {
        probe.hang();
        try {
          awaitOld(site, "its disk has not answered for");
        } finally {
          probe.answer();
        }

        await().atMost(PATIENCE).until(() -> ready(site) == 200);
        assertThat(cutOffMs(site)).isZero();
      }
    }
  }

  /** A probe that does not return while it hangs, as a write to a disk that hangs. */
  private static final class HangingProbe extends DiskProbe {
    private final Semaphore answers = new Semaphore(1);

    HangingProbe(Path dir) {
      super(dir);
    }

    void hang() {
      answers.acquireUninterruptibly();
    }

    void answer() {
      answers.release();
    }

    @Override
    public @Nullable DiskFault fault() {
      answers.acquireUninterruptibly();
      try {
        return super.fault();
      } finally {
        answers.release();
      }
    }
  }

  /**
   * A busy machine's disk or broker may hold it up for 2 s now and then; long work always would.
   */
  @Test
  void shouldStayReadyThroughLongWorkThatGetsOn(@TempDir Path dir) throws Exception {
    try (TestTopic topic = new TestTopic(broker, "busy", 3, 3);
        Site site = site(topic, dir)) {
      int heldUp = 0;
      for (int round = 0; round < ROUNDS; round++) {
        topic.write(5_000);
        heldUp += ready(site) == 200 ? 0 : 1;
      }
      await().atMost(PATIENCE).until(() -> site.status().eventsApplied() == topic.events());
      assertThat(heldUp).isLessThan(ROUNDS / 2);
      await().atMost(PATIENCE).until(() -> ready(site) == 200);
    }
  }
}
