package io.windsock.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.position.Token;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import io.windsock.platform.kafka.LogReplay;
import io.windsock.site.apply.OutputLog;
import io.windsock.site.apply.ReferenceReplay;
import io.windsock.site.state.SiteSnapshot;
import io.windsock.site.state.form.Digest;
import io.windsock.site.status.SiteDomain;
import io.windsock.site.status.SiteFault;
import io.windsock.site.status.SiteRole;
import io.windsock.site.status.SiteStatus;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills a site's process at random moments of a replay: nothing may be lost or applied twice. */
class SiteKillIT {
  private static final int PARTITIONS = 3;
  private static final int RECORDS = 60_000;
  private static final int KILLS = Integer.getInteger("windsock.kills", 4);
  private static final int MAX_BATCHES = RECORDS / KILLS / SiteProcess.POLL_RECORDS - 1;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @Test
  void shouldHoldTheReferenceReplaysStateWhenKilledInTheMiddle(
      @TempDir Path brokerDir, @TempDir Path dir) throws Exception {
    long seed = Long.getLong("windsock.seed", System.nanoTime());
    System.out.println("windsock.seed=" + seed);
    Random random = new Random(seed);
    try (EmbeddedBroker broker = EmbeddedBroker.start(Options.at(brokerDir));
        TestTopic topic = new TestTopic(broker, "kill", PARTITIONS, seed)) {
      for (int kill = 0; kill < KILLS; kill++) {
        topic.write(RECORDS / KILLS);
        runAndKill(broker, topic, dir, random.nextInt(MAX_BATCHES));
      }
      check(broker, topic, dir);
    }
  }

  /** Kills it once it has applied this many batches. */
  private static void runAndKill(EmbeddedBroker broker, TestTopic topic, Path dir, int batches)
      throws Exception {
    Process site = SiteProcess.start(broker.bootstrapServers(), topic.topics, dir);
    try (BufferedReader out = site.inputReader(StandardCharsets.UTF_8)) {
      int applied = -1;
      while (applied < batches) {
        String line = out.readLine();
        assertThat(line).as("what the process printed last").isNotNull();
        applied += line.startsWith(SiteProcess.APPLIED) ? 1 : 0;
      }
    } finally {
      site.destroyForcibly().waitFor();
    }
  }

  private static void check(EmbeddedBroker broker, TestTopic topic, Path dir) throws Exception {
    SiteConfig config =
        SiteConfig.builder(
                SiteRole.MIRROR,
                "killed",
                broker.bootstrapServers(),
                dir,
                SiteDomain.builtIn("airline"))
            .topics(topic.topics)
            .memoryBytes(SiteConfig.MIN_MEMORY_BYTES)
            .build();
    var committed = topic.committed(config.group());
    try (Site site = Site.start(config)) {
      Token durable = site.state().token();
      committed.forEach(
          (at, offset) ->
              assertThat(offset.offset()).isLessThanOrEqualTo(durable.next(at.partition())));
      await().atMost(PATIENCE).until(() -> site.status().eventsApplied() >= topic.events());
      SiteStatus status = site.status();
      assertThat(status.eventsApplied()).isEqualTo(topic.events());
      // The broker may be slow to take a commit; a later one covers it.
      assertThat(status.faults().keySet()).isSubsetOf(SiteFault.CHECKPOINT_FAILED);
      try (SiteSnapshot snapshot = site.state().snapshot()) {
        Digest digest = snapshot.digest(true);
        assertThat(digest.consistent()).isTrue();
        ReferenceReplay reference = new ReferenceReplay(OutputLog.DOMAIN, PARTITIONS);
        LogReplay.read(topic.client(), topic.name, digest.token(), PATIENCE, reference::receive);
        assertThat(digest.maintained()).isEqualTo(reference.digest());
      }
    }
  }
}
