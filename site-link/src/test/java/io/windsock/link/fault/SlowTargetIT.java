package io.windsock.link.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.embedded.BrokerMain;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.FreePort;
import io.windsock.embedded.Options;
import io.windsock.link.interval.FixedBatch;
import io.windsock.link.run.Sites;
import io.windsock.link.send.LinkSender;
import io.windsock.link.send.SenderConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A target that is slow to commit, as with a slow disk: both sides say so in one line, records wait
 * at the source and not in memory, and none is lost or repeated.
 */
@Timeout(600)
class SlowTargetIT {
  private static final String SLOW = "the target is slow to commit";
  private static final long SEED = 6;
  private static final int MEBIBYTES = 256;
  private static final int STOPPED_MS = 400;
  private static final int RUNNING_MS = 100;
  private static final int BATCH_RECORDS = 25;
  private static final int OPEN_BATCHES = 8;
  private static final Duration INTERVAL = Duration.ofMillis(5);
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Twice the time over which commits are judged. */
  private static final long STILL_SLOW_NS = TimeUnit.SECONDS.toNanos(10);

  private final EmbeddedBroker source = EmbeddedBroker.start(Options.temporary());
  private final Map<String, Object> sourceKafka =
      Map.of("bootstrap.servers", source.bootstrapServers());
  private Map<String, Object> targetKafka;
  private ChildJvm broker;
  private ChildJvm receiver;
  private LinkSender sender;

  /** A process that stands still for most of the time, until it is closed. */
  private static final class Hiccups implements AutoCloseable {
    private final ChildJvm process;
    private final Thread thread = new Thread(this::run, "hiccups");
    private volatile boolean closed;

    Hiccups(ChildJvm process) {
      this.process = process;
      thread.start();
    }

    private void run() {
      try {
        while (!closed) {
          process.signal("STOP");
          Moment.pass(STOPPED_MS);
          process.signal("CONT");
          Moment.pass(RUNNING_MS);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    /** The process runs when this returns. */
    @Override
    public void close() {
      closed = true;
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @BeforeEach
  void start(@TempDir Path folder) throws Exception {
    source.createTopics(Sites.topics());
    String port = String.valueOf(FreePort.any());
    targetKafka = Map.of("bootstrap.servers", "127.0.0.1:" + port);
    broker = ChildJvm.launch(MEBIBYTES, BrokerMain.class, folder.toString(), port);
    String bootstrap = broker.awaitReady();
    receiver =
        ChildJvm.launch(
            MEBIBYTES,
            ReceiverMain.class,
            bootstrap,
            LinkRun.TWO_STAGE.kind().name(),
            String.valueOf(false));
    SenderConfig config =
        Sites.senderConfig(
            "main",
            sourceKafka,
            Integer.parseInt(receiver.awaitReady()),
            LinkRun.TWO_STAGE,
            Sites.keys("k1", 1),
            null);
    sender =
        LinkSender.start(
            Sites.with(config, () -> new FixedBatch(INTERVAL, BATCH_RECORDS), OPEN_BATCHES));
  }

  @AfterEach
  void stop() {
    sender.close();
    receiver.close();
    broker.close();
    source.close();
  }

  @Test
  @SuppressWarnings("try") // the hiccups only have to go on
  void shouldSayOnceThatTheTargetIsSlowAndLoseNothing() throws Exception {
    try (PrefixCheck prefix = new PrefixCheck(sourceKafka, targetKafka);
        Feed feed = new Feed(sourceKafka, SEED)) {
      LinkRun.awaitRecords(sender, 1_000);
      try (Hiccups unused = new Hiccups(broker)) {
        await().atMost(PATIENCE).until(() -> sender.status().detail().contains(SLOW));
        await().atMost(PATIENCE).until(() -> receiver.tail().contains(SLOW));
        lookWhileItIsSlow(prefix);
        await() // the lag may be unknown for a moment
            .atMost(PATIENCE)
            .until(() -> lag() > OPEN_BATCHES * BATCH_RECORDS);
      }
      await().atMost(PATIENCE).until(() -> !sender.status().detail().contains(SLOW));
      feed.end();
      prefix.awaitAll();
      assertThat(prefix.copied()).isEqualTo(feed.committed());
    }
    assertThat(receiver.tail().lines().filter(line -> line.contains(SLOW)))
        .singleElement()
        .asString()
        .contains("link main: " + SLOW + ": commits of 250 ms or more took ")
        .endsWith("look at its brokers' disks and load");
    assertThat(sender.status().epoch()).as("no session was lost").isEqualTo(1);
  }

  private long lag() {
    return sender.stats().progress().lag(System.currentTimeMillis());
  }

  /** What the target shows is compared with the source, record by record. */
  private void lookWhileItIsSlow(PrefixCheck prefix) {
    long beginNs = System.nanoTime();
    while (System.nanoTime() - beginNs < STILL_SLOW_NS) {
      prefix.look();
      assertThat(sender.stats().progress().unacknowledged()).isLessThanOrEqualTo(OPEN_BATCHES);
      assertThat(sender.status().detail()).contains(SLOW);
    }
  }
}
