package io.windsock.site;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.wire.SiteSample;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.FreePort;
import io.windsock.embedded.Options;
import io.windsock.platform.kafka.LogReplay;
import io.windsock.site.apply.OutputLog;
import io.windsock.site.apply.ReferenceReplay;
import io.windsock.site.disk.DataDirException;
import io.windsock.site.disk.DiskFault;
import io.windsock.site.progress.SitePhase;
import io.windsock.site.state.SiteSnapshot;
import io.windsock.site.state.form.Digest;
import io.windsock.site.status.SiteDomain;
import io.windsock.site.status.SiteFault;
import io.windsock.site.status.SiteRole;
import io.windsock.site.status.SiteStatus;
import io.windsock.site.testing.SseEvent;
import io.windsock.site.testing.SseStreams;
import io.windsock.site.update.UpdateBatch;
import io.windsock.site.update.UpdateListener;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What a site does when its files are damaged, its disk is full or its directory read-only. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DiskFaultIT {
  private static final int PARTITIONS = 3;
  private static final int DISK_MEBIBYTES = 64;
  private static final int DAMAGED_BYTES = 256;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String VIEW = "/v1/views/all?limit=10";

  private final EmbeddedBroker broker;
  private final AtomicInteger topics = new AtomicInteger();
  private final HttpClient http = HttpClient.newHttpClient();

  DiskFaultIT(@TempDir Path brokerDir) {
    broker = EmbeddedBroker.start(Options.at(brokerDir));
  }

  @AfterAll
  void stop() {
    broker.close();
  }

  private TestTopic topic() throws Exception {
    int number = topics.incrementAndGet();
    TestTopic topic = new TestTopic(broker, "disk" + number, PARTITIONS, number);
    topic.createMonitor();
    return topic;
  }

  private SiteConfigBuilder config(TestTopic topic, String name, Path dir) {
    return SiteConfig.builder(
            SiteRole.MIRROR, name, broker.bootstrapServers(), dir, SiteDomain.builtIn("airline"))
        .topics(topic.topics)
        .http("127.0.0.1", FreePort.any()) // at which a keeper starts it again
        .readyLag(0)
        .memoryBytes(SiteConfig.MIN_MEMORY_BYTES)
        .snapshots(Duration.ofHours(1), 1_000_000)
        .checkpointEvery(Duration.ofMillis(50));
  }

  private static SiteStatus awaitAll(SiteKeeper site, TestTopic topic) {
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                site.progress().phase() == SitePhase.LIVE
                    && site.status().eventsApplied() >= topic.events());
    return site.status();
  }

  /** Its state is what the log makes of it. */
  private static void assertWhole(SiteKeeper site, TestTopic topic) {
    SiteStatus status = awaitAll(site, topic);
    ReferenceReplay reference = new ReferenceReplay(OutputLog.DOMAIN, PARTITIONS);
    LogReplay.read(topic.client(), topic.name, status.token(), PATIENCE, reference::receive);
    try (SiteSnapshot snapshot = site.site().state().snapshot()) {
      Digest digest = snapshot.digest(true);
      assertThat(digest.consistent()).isTrue();
      assertThat(digest.maintained()).isEqualTo(reference.digest());
    }
  }

  private HttpResponse<String> get(SiteKeeper site, String target) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(site.url() + target)).build();
    return http.send(request, HttpResponse.BodyHandlers.ofString());
  }

  /** Waits until it says that it is not ready, and why. */
  private String awaitNotReady(SiteKeeper site) {
    String[] detail = {""};
    await()
        .atMost(PATIENCE)
        .ignoreException(IOException.class) // while it is being started again
        .until(
            () -> {
              HttpResponse<String> answer = get(site, "/health/ready");
              detail[0] = answer.body();
              return answer.statusCode() == 503;
            });
    return detail[0];
  }

  /** A client that follows everything, and what it is told. */
  private static final class Follower implements SseStreams.Listener {
    private final Queue<SseEvent> events = new ConcurrentLinkedQueue<>();

    @Override
    public void opened(int status, Map<String, String> headers) {}

    @Override
    public void event(SseEvent event) {
      events.add(event);
    }

    @Override
    public void closed(String why) {}

    boolean has(String name, String text) {
      return events.stream().anyMatch(it -> it.name().equals(name) && it.data().contains(text));
    }
  }

  private static Follower follow(SseStreams streams, SiteKeeper site) {
    Follower follower = new Follower();
    streams.open(site.url(), "/v1/subscribe?view=all", "", 0, follower);
    await().atMost(PATIENCE).until(() -> follower.has("live", ""));
    return follower;
  }

  private static List<Path> tables(Path dataDir) throws IOException {
    try (Stream<Path> files = Files.list(dataDir.resolve("db"))) {
      return files
          .filter(it -> it.toString().endsWith(".sst"))
          .sorted(Comparator.comparingLong(it -> it.toFile().length()))
          .toList();
    }
  }

  private static void damage(Path dataDir) throws IOException {
    for (Path table : tables(dataDir)) {
      overwrite(table);
    }
  }

  /** Overwrites the beginning of a table file, where its first blocks are. */
  private static void overwrite(Path table) throws IOException {
    try (FileChannel channel = FileChannel.open(table, StandardOpenOption.WRITE)) {
      long bytes = Math.min(DAMAGED_BYTES, channel.size() / 4);
      channel.write(ByteBuffer.wrap("!".repeat((int) bytes).getBytes(UTF_8)), 0);
    }
  }

  private static void restartWith(SiteConfig config, TestTopic topic) {
    try (SiteKeeper site = SiteKeeper.start(config)) {
      awaitAll(site, topic);
    }
  }

  @Test
  void shouldRebuildFromTheLogWhenARequestFindsItsFilesDamaged(@TempDir Path dir) throws Exception {
    try (TestTopic topic = topic();
        SampleReader samples = new SampleReader(topic);
        SseStreams streams = new SseStreams()) {
      topic.write(2000);
      SiteConfig config = config(topic, "a", dir).build();
      restartWith(config, topic); // what it has is in table files now
      try (SiteKeeper site = SiteKeeper.start(config)) {
        awaitAll(site, topic);
        Site before = site.site();
        Follower follower = new Follower();
        streams.open(site.url(), "/v1/updates?after=" + site.status().token(), "", 0, follower);
        await().atMost(PATIENCE).until(() -> follower.has("live", ""));
        damage(dir);

        assertThat(get(site, VIEW).statusCode()).isIn(500, 503);
        await().atMost(PATIENCE).until(() -> site.site() != before);
        await().atMost(PATIENCE).until(() -> follower.has("cut", "damaged"));
        SiteSample sample =
            samples.await(it -> it.getPhase().equals("REPAIRING") && it.getSite().equals("a"));
        assertThat(sample.getDetail()).contains("damaged", ".sst");
        assertWhole(site, topic);
        assertThat(get(site, VIEW).statusCode()).isEqualTo(200);
        assertThat(site.status().faults()).containsEntry(SiteFault.STATE_DAMAGED, 1L);
      }
    }
  }

  @Test
  void shouldRebuildByAPeersSnapshotWhereTheLogIsTrimmed(@TempDir Path a, @TempDir Path b)
      throws Exception {
    try (TestTopic topic = topic()) {
      topic.write(2000);
      SiteConfig config = config(topic, "a", a).build();
      restartWith(config, topic);
      SiteConfig peers = config(topic, "b", b).snapshots(Duration.ofMillis(200), 1_000_000).build();
      try (SiteKeeper peer = SiteKeeper.start(peers);
          SiteKeeper site = SiteKeeper.start(config)) {
        awaitAll(peer, topic);
        awaitAll(site, topic);
        Site before = site.site();
        await().atMost(PATIENCE).until(() -> peer.site().snapshots().latest() != null);
        topic.trim(0, 10);
        damage(a);

        get(site, VIEW);
        await().atMost(PATIENCE).until(() -> site.site() != before);
        awaitAll(site, topic);
        try (SiteSnapshot own = site.site().state().snapshot();
            SiteSnapshot other = peer.site().state().snapshot()) {
          assertThat(own.digest(true)).isEqualTo(other.digest(true));
        }
      }
    }
  }

  @Test
  void shouldFindDamageThatNobodyReads(@TempDir Path dir) throws Exception {
    try (TestTopic topic = topic()) {
      topic.write(2000);
      SiteConfig config = config(topic, "a", dir).build();
      restartWith(config, topic);
      List<Path> tables = tables(dir);
      overwrite(tables.get(tables.size() - 1)); // the keys' states, which opening does not read
      try (SiteKeeper site = SiteKeeper.start(config)) {
        await()
            .atMost(PATIENCE)
            .until(() -> site.status().faults().containsKey(SiteFault.STATE_DAMAGED));
        assertWhole(site, topic);
      }
    }
  }

  @Test
  void shouldServeNobodyWhileItsDiskIsFullAndGoOnWhenItIsNot(@TempDir Path dir) throws Exception {
    try (TestMount mounts = new TestMount();
        TestTopic topic = topic();
        SseStreams streams = new SseStreams()) {
      mounts.disk(dir, DISK_MEBIBYTES);
      topic.write(500);
      try (SiteKeeper site = SiteKeeper.start(config(topic, "a", dir).build())) {
        awaitAll(site, topic);
        String url = site.url();
        Follower follower = follow(streams, site);
        Path filler = dir.resolve("filler");
        fill(filler);
        topic.write(3000);

        assertThat(awaitNotReady(site)).contains("No space left on device");
        await().atMost(PATIENCE).until(() -> follower.has("cut", "No space left on device"));
        assertThat(get(site, VIEW).statusCode()).isEqualTo(503);
        assertThat(site.progress().phase()).isEqualTo(SitePhase.REPAIRING);
        Site full = site.site();

        Files.delete(filler);
        assertWhole(site, topic);
        assertThat(site.site()).isNotSameAs(full);
        assertThat(site.url()).isEqualTo(url);
      }
    }
  }

  @Test
  void shouldServeNobodyWhileItsDirectoryIsReadOnly(@TempDir Path dir) throws Exception {
    try (TestMount mounts = new TestMount();
        TestTopic topic = topic();
        SseStreams streams = new SseStreams()) {
      topic.write(500);
      try (SiteKeeper site = SiteKeeper.start(config(topic, "a", dir).build())) {
        awaitAll(site, topic);
        Follower follower = follow(streams, site);
        mounts.readOnly(dir);
        topic.write(100);

        assertThat(awaitNotReady(site)).contains("Read-only file system");
        await().atMost(PATIENCE).until(() -> follower.has("cut", "Read-only file system"));
        assertThat(get(site, VIEW).statusCode()).isEqualTo(503);

        mounts.undo();
        assertWhole(site, topic);
      }
    }
  }

  @Test
  void shouldGoOnOnceAReaderThatHoldsItsFormerStateHasEnded(@TempDir Path dir) throws Exception {
    try (TestTopic topic = topic()) {
      topic.write(500);
      try (SiteKeeper site = SiteKeeper.start(config(topic, "a", dir).build())) {
        awaitAll(site, topic);
        Site before = site.site();
        SiteSnapshot held = before.state().snapshot();
        before.state().note(new DiskFault(DiskFault.Kind.UNWRITABLE, "a test's"));
        await()
            .atMost(PATIENCE)
            .until(() -> site.progress().detail().contains("in use by process"));
        assertThat(site.progress().phase()).isEqualTo(SitePhase.REPAIRING);
        held.close();

        assertWhole(site, topic);
        assertThat(site.site()).isNotSameAs(before);
      }
    }
  }

  @Test
  void shouldCloseAlsoWhileItsApplyThreadHangs(@TempDir Path dir) throws Exception {
    try (TestTopic topic = topic()) {
      SiteConfig config = config(topic, "a", dir).build();
      Site site = Site.start(config);
      CountDownLatch applying = new CountDownLatch(1);
      CountDownLatch released = new CountDownLatch(1);
      site.listeners().add(new Hanging(applying, released));
      topic.write(10);
      assertThat(applying.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();

      site.close(Duration.ofMillis(100));
      assertThatThrownBy(() -> Site.start(config)).hasMessageContaining("in use by process");
      released.countDown();
      await()
          .atMost(PATIENCE)
          .ignoreExceptionsInstanceOf(DataDirException.class)
          .until(
              () -> {
                try (SiteKeeper again = SiteKeeper.start(config)) {
                  assertWhole(again, topic);
                  return true;
                }
              });
    }
  }

  /** Hears of a batch, and hangs until it is released. */
  private record Hanging(CountDownLatch applying, CountDownLatch released)
      implements UpdateListener {
    @Override
    public boolean wantsUpdates() {
      return false;
    }

    @Override
    public void applied(UpdateBatch batch) {
      applying.countDown();
      try {
        released.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static void fill(Path file) throws IOException {
    byte[] block = new byte[4096];
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      while (true) {
        channel.write(ByteBuffer.wrap(block));
      }
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("No space left on device");
    }
  }
}
