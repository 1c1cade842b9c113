package io.windsock.link.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A target broker that answers nobody for a while, or whose disk is full. */
@Timeout(600)
class BrokerFaultIT {
  private static final long SEED = 5;
  private static final int PAUSE_MS = 4_000;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int DISK_MEBIBYTES = 64;
  private static final int BLOCK_BYTES = 4_096;

  @Test
  void shouldContinueAfterTheTargetAnsweredNobodyForAWhile(@TempDir Path folder) throws Exception {
    try (CutSites sites = new CutSites(folder, new Random(SEED));
        CutCheck check = new CutCheck(sites);
        Feed feed = new Feed(sites.sourceKafka, SEED)) {
      check.awaitProgress();
      sites.pauseBroker();
      Moment.pass(PAUSE_MS);
      sites.resumeBroker();
      check.awaitProgress();
      feed.end();
      check.assertWholeAtTheEnd(feed.committed());
    }
  }

  /**
   * A broker that can't write has to be started again once there is room. Until the link has
   * noticed, Kafka's timeouts of a minute pass, so it is a part of the campaign.
   */
  @Test
  @Tag("campaign")
  void shouldReportAFullDiskAndContinueOnceThereIsRoom(@TempDir Path folder) throws Exception {
    mount("mount", "-t", "tmpfs", "-o", "size=" + DISK_MEBIBYTES + "m", "windsock-test", folder);
    try (CutSites sites = new CutSites(folder.resolve("broker"), new Random(SEED));
        CutCheck check = new CutCheck(sites);
        Feed feed = new Feed(sites.sourceKafka, SEED)) {
      check.awaitProgress();
      Path filler = folder.resolve("filler");
      fill(filler);
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(sites.said()).contains("session lost: ", "the target: "));

      Files.delete(filler);
      sites.killBroker();
      check.awaitProgress();
      feed.end();
      check.assertWholeAtTheEnd(feed.committed());
    } finally {
      mount("umount", "-l", folder);
    }
  }

  /** Needs Linux and root; without them the test is skipped. */
  private static void mount(Object... command) throws IOException, InterruptedException {
    List<String> words = List.of(command).stream().map(String::valueOf).toList();
    boolean done = new ProcessBuilder(words).inheritIO().start().waitFor() == 0;
    Assumptions.assumeTrue(done, "mounting needs Linux and root");
  }

  private static void fill(Path file) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      while (true) {
        channel.write(ByteBuffer.wrap(new byte[BLOCK_BYTES]));
      }
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("No space left on device");
    }
  }
}
