package io.windsock.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.schema.EventCodec;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import io.windsock.platform.kafka.LogTopic;
import io.windsock.platform.telemetry.SamplePublisher;
import io.windsock.platform.time.Clocks;
import io.windsock.site.apply.ApplyLoop;
import io.windsock.site.apply.OutputLog;
import io.windsock.site.apply.SiteListeners;
import io.windsock.site.disk.DiskStamp;
import io.windsock.site.progress.SitePhase;
import io.windsock.site.state.Rebuild;
import io.windsock.site.state.SiteState;
import io.windsock.site.status.SiteDomain;
import io.windsock.site.status.SiteRole;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A machine's clock that is set back by an hour stops none of a site's watches. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClockStepIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final long HOUR_MS = 3_600_000;

  private final EmbeddedBroker broker;
  private final AtomicLong stepMs = new AtomicLong();
  private final InstantSource wall =
      () -> Instant.ofEpochMilli(System.currentTimeMillis() + stepMs.get());
  private final Clocks clock = new Clocks(wall, System::nanoTime);

  ClockStepIT(@TempDir Path brokerDir) {
    broker = EmbeddedBroker.start(Options.at(brokerDir));
  }

  @AfterAll
  void stop() {
    broker.close();
  }

  @Test
  void shouldGoOnWatchingItsTopicAndCommitting(@TempDir Path dir) throws Exception {
    stepMs.set(0);
    try (TestTopic topic = new TestTopic(broker, "steps", 2, 1);
        Admin admin = Admin.create(topic.client())) {
      topic.write(200);
      SiteConfig config =
          SiteConfig.builder(
                  SiteRole.MIRROR,
                  "m1",
                  broker.bootstrapServers(),
                  dir,
                  SiteDomain.builtIn("airline"))
              .topics(topic.topics)
              .readyLag(0)
              .watchEvery(Duration.ofMillis(100))
              .build();
      LogTopic output = LogTopic.find(admin, topic.name, PATIENCE);
      DiskStamp stamp = new DiskStamp("", "", "", topic.partitions, "");
      try (SiteState state = SiteState.open(dir, stamp, output.epoch(), 8L << 20, Rebuild.NEVER);
          ApplyLoop loop =
              ApplyLoop.open(
                  config.applyOptions(), admin, output, state, new SiteListeners("m1"), clock)) {
        await().atMost(PATIENCE).until(() -> works(loop) && loop.progress().phase().ready());

        stepMs.set(-HOUR_MS);

        long before = committed(topic, config);
        topic.write(200);
        await()
            .atMost(PATIENCE)
            .until(() -> works(loop) && loop.progress().applied() == topic.events());
        await().atMost(PATIENCE).until(() -> works(loop) && committed(topic, config) > before);
        topic.recreate();
        await().atMost(PATIENCE).until(() -> !works(loop));
        assertThat(loop.progress().phase()).isEqualTo(SitePhase.STOPPED);
        assertThat(loop.progress().detail()).contains("deleted");
      }
    }
  }

  private static boolean works(ApplyLoop loop) {
    loop.doWork();
    return loop.running();
  }

  private static long committed(TestTopic topic, SiteConfig config) throws Exception {
    return topic.committed(config.group()).values().stream().mapToLong(it -> it.offset()).sum();
  }

  @Test
  void shouldFindItsMonitorTopicWhenThatIsThere() throws Exception {
    stepMs.set(0);
    AtomicLong asked = new AtomicLong();
    try (TestTopic topic = new TestTopic(broker, "monitor", 1, 2);
        Admin admin = Admin.create(topic.client());
        SamplePublisher publisher =
            new SamplePublisher(
                "m1",
                topic.topics.monitor(),
                admin,
                SamplePublisher.producer("m1", topic.client()),
                new EventCodec(OutputLog.CATALOGUE),
                nowMs -> {
                  asked.incrementAndGet();
                  throw new IllegalStateException("nothing to say");
                },
                offset -> {},
                clock)) {
      publisher.start();
      await().atMost(PATIENCE).until(() -> publisher.dropped() > 0);
      assertThat(asked).hasValue(0);

      stepMs.set(-HOUR_MS);
      topic.createMonitor();

      await().atMost(PATIENCE).until(() -> asked.get() > 2);
    }
  }
}
