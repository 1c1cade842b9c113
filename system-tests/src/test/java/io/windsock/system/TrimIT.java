package io.windsock.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.position.Token;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.topic.Topics;
import io.windsock.contracts.wire.CommitPoint;
import io.windsock.control.Controller;
import io.windsock.control.ControllerConfig;
import io.windsock.control.params.DefaultParameters;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import io.windsock.feeds.FeedEvent;
import io.windsock.feeds.generate.GeneratedFeed;
import io.windsock.feeds.generate.GeneratorOptions;
import io.windsock.rules.config.RuleSet;
import io.windsock.site.SiteConfig;
import io.windsock.site.SiteKeeper;
import io.windsock.site.progress.SitePhase;
import io.windsock.site.status.SiteRole;
import io.windsock.site.update.UpdateBatch;
import io.windsock.site.update.UpdateListener;
import io.windsock.topology.TopologyApp;
import io.windsock.topology.TopologyConfig;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A million events, or two in the campaign, with three mirrors: the mirror topic stays short, a
 * mirror that was away for too long comes back by another one's snapshot while the others serve,
 * and no commit point covers what a live site has not applied.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class TrimIT {
  private static final Topics TOPICS = Topics.standard();
  private static final int PARTITIONS = 2;
  private static final int EVENTS = Integer.getInteger("windsock.trim.events", 1_000_000);
  private static final int FLIGHTS = 5_000;
  private static final Duration LONG = Duration.ofMinutes(5);

  /** Longer than a busy machine may stand still, in which no site reports. */
  private static final Duration EXPIRY = Duration.ofSeconds(10);

  private static final int SNAPSHOT_EVENTS = 100_000;

  /** A bound of the log's length goes with a bound of the rate. */
  private static final int EVENTS_PER_SECOND = 25_000;

  private static final int PACE_EVERY = 500;
  private static final long PACE_NS = 1_000_000_000L / EVENTS_PER_SECOND * PACE_EVERY;

  /**
   * What the log may hold at the most, in offsets: two snapshots' worth of events, and what is
   * mirrored while a silent site is still waited for, with as much again for a machine that stalls.
   */
  private static final long BOUND = 800_000;

  private final AtomicLong sent = new AtomicLong();
  private final AtomicReference<AssertionError> fault = new AtomicReference<>();
  private final AtomicLong commits = new AtomicLong();
  private final AtomicLong longest = new AtomicLong();
  private volatile boolean stopped;

  @Test
  void shouldKeepTheLogShortAndLetAMirrorComeBackByAnotherOnesSnapshot(@TempDir Path folder)
      throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(Options.temporary());
        TopologyApp topology = TopologyApp.start(topology(broker, folder));
        Controller controller = Controller.start(controller(broker));
        SiteKeeper first = mirror(broker, folder, 1);
        SiteKeeper second = mirror(broker, folder, 2)) {
      assertThat(topology.awaitRunning(LONG)).isTrue();
      SiteKeeper third = mirror(broker, folder, 3);
      Thread replay = thread("replay", () -> replay(broker.bootstrapServers()));
      Thread watch =
          thread("watch", () -> watch(broker.bootstrapServers(), List.of(first, second)));

      await().atMost(LONG).until(() -> sent.get() > EVENTS / 8);
      freeze(second, controller);
      third.close();
      Token left = third.site().state().token();
      await().atMost(LONG).until(() -> begins(broker, left));
      third = mirror(broker, folder, 3);
      checkServes(first);
      checkServes(second);
      SiteKeeper again = third;
      await().atMost(LONG).until(() -> again.progress().phase() == SitePhase.LIVE);

      replay.join();
      awaitDrained(List.of(first, second, again));
      stopped = true;
      watch.join();
      report();
      assertThat(again.status().digest()).isEqualTo(first.status().digest());
      assertThat(second.status().digest()).isEqualTo(first.status().digest());
      await().atMost(LONG).untilAsserted(() -> assertThat(again.status().faults()).isEmpty());
      again.close();
    }
  }

  private static Thread thread(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.start();
    return thread;
  }

  private static TopologyConfig topology(EmbeddedBroker broker, Path folder) {
    return TopologyConfig.builder(Outputs.CATALOGUE)
        .bootstrapServers(broker.bootstrapServers())
        .partitions(PARTITIONS)
        .rules(RuleSet.mirrorEverything(Outputs.CATALOGUE))
        .maxFutureMs(Duration.ofDays(366).toMillis())
        .stateDir(folder.resolve("topology"))
        .build();
  }

  private static ControllerConfig controller(EmbeddedBroker broker) {
    RuleSet all = RuleSet.mirrorEverything(Outputs.CATALOGUE);
    return ControllerConfig.builder("test", broker.bootstrapServers(), Outputs.CATALOGUE)
        .initial(DefaultParameters.of(RuleSet.standard(Outputs.CATALOGUE), all, 50, "off"))
        .siteExpiry(EXPIRY)
        .build();
  }

  private static SiteKeeper mirror(EmbeddedBroker broker, Path folder, int number) {
    String name = "mirror-" + number;
    return SiteKeeper.start(
        SiteConfig.builder(
                SiteRole.MIRROR,
                name,
                broker.bootstrapServers(),
                folder.resolve(name),
                Outputs.DOMAIN)
            .snapshots(Duration.ofSeconds(60), SNAPSHOT_EVENTS)
            .build());
  }

  private void replay(String bootstrap) {
    GeneratorOptions options =
        GeneratorOptions.day().withSeed(5).withFlights(FLIGHTS).withEvents(EVENTS);
    long dueNs = System.nanoTime();
    try (GeneratedFeed feed = new GeneratedFeed(Outputs.CATALOGUE, options);
        KafkaProducer<byte[], byte[]> producer =
            new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrap, "linger.ms", 5, "batch.size", 65_536),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
      for (FeedEvent event = feed.next(); event != null; event = feed.next()) {
        byte[] key = event.key().getBytes(StandardCharsets.UTF_8);
        String topic = TOPICS.source(Objects.requireNonNull(event.type().stream()));
        int partition = Math.floorMod(Arrays.hashCode(key), PARTITIONS);
        var unused = producer.send(new ProducerRecord<>(topic, partition, key, event.value()));
        if (sent.incrementAndGet() % PACE_EVERY == 0) {
          // What a machine that stood still has missed is not made up for: the bound is of the
          // rate.
          dueNs = Math.max(dueNs + PACE_NS, System.nanoTime());
          LockSupport.parkNanos(dueNs - System.nanoTime());
        }
      }
    }
  }

  /**
   * Looks at every commit point as it is announced, and at the length of the log.
   *
   * @param sites that are live all the time
   */
  private void watch(String bootstrap, List<SiteKeeper> sites) {
    TopicPartition control = new TopicPartition(TOPICS.control(), 0);
    List<TopicPartition> mirror = new ArrayList<>();
    for (int p = 0; p < PARTITIONS; p++) {
      mirror.add(new TopicPartition(TOPICS.mirror(), p));
    }
    try (var consumer =
        new KafkaConsumer<>(
            Map.<String, Object>of(
                "bootstrap.servers", bootstrap, "isolation.level", "read_committed"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      consumer.assign(List.of(control));
      consumer.seekToBeginning(List.of(control));
      while (!stopped) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
          check(record.value(), sites);
        }
        Map<TopicPartition, Long> begins = consumer.beginningOffsets(mirror);
        Map<TopicPartition, Long> ends = consumer.endOffsets(mirror);
        long length = 0;
        for (TopicPartition at : mirror) {
          length += ends.get(at) - begins.get(at);
        }
        longest.accumulateAndGet(length, Math::max);
      }
    } catch (AssertionError e) {
      fault.compareAndSet(null, e);
    }
  }

  private void check(byte[] value, List<SiteKeeper> sites) {
    if (Framing.schemaId(value) != Outputs.CATALOGUE.id(CommitPoint.class)) {
      return;
    }
    CommitPoint point;
    try {
      point = new EventCodec(Outputs.CATALOGUE).decode(value, CommitPoint.class);
    } catch (io.windsock.contracts.schema.UndecodableException e) {
      throw new AssertionError(e);
    }
    if (!point.getTopic().equals(TOPICS.mirror())) {
      return;
    }
    commits.incrementAndGet();
    for (SiteKeeper site : sites) {
      // One that starts so late that the log is trimmed before it has anything waits for a
      // snapshot.
      boolean joining = site.progress().phase() == SitePhase.JOINING;
      if (!joining && point.getSites().contains(site.status().name())) {
        Token applied = site.site().state().token();
        for (int p = 0; p < PARTITIONS; p++) {
          assertThat(point.getOffsets().get(p))
              .as("commit point of partition %d, and what %s has applied", p, site.status().name())
              .isLessThanOrEqualTo(applied.next(p));
        }
      }
    }
  }

  /** A mirror that applies nothing for a while, and speaks all the same, holds everything back. */
  private static void freeze(SiteKeeper site, Controller controller) throws Exception {
    Freezer freezer = new Freezer();
    site.site().listeners().add(freezer);
    freezer.frozen.await();
    Token stands = site.site().state().token();
    for (int look = 0; look < 30; look++) {
      Thread.sleep(100);
      for (CommitPoint point : controller.commitPoints()) {
        if (point.getTopic().equals(TOPICS.mirror())) {
          for (int p = 0; p < PARTITIONS; p++) {
            assertThat(point.getOffsets().get(p)).isLessThanOrEqualTo(stands.next(p));
            assertThat(point.getBegins().get(p)).isLessThanOrEqualTo(stands.next(p));
          }
        }
      }
    }
    site.site().listeners().remove(freezer);
    freezer.release.countDown();
  }

  private static final class Freezer implements UpdateListener {
    private final CountDownLatch frozen = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);

    @Override
    public boolean wantsUpdates() {
      return false;
    }

    @Override
    public void applied(UpdateBatch batch) {
      frozen.countDown();
      try {
        release.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Whether the log begins after this position in every partition. */
  private static boolean begins(EmbeddedBroker broker, Token position) {
    try (var consumer =
        new KafkaConsumer<>(
            Map.<String, Object>of("bootstrap.servers", broker.bootstrapServers()),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      for (int p = 0; p < PARTITIONS; p++) {
        TopicPartition at = new TopicPartition(TOPICS.mirror(), p);
        if (consumer.beginningOffsets(List.of(at)).get(at) <= position.next(p)) {
          return false;
        }
      }
      return true;
    }
  }

  private static void checkServes(SiteKeeper site) throws Exception {
    HttpResponse<String> reply =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(site.url() + "/v1/sites")).build(),
                HttpResponse.BodyHandlers.ofString());
    assertThat(reply.statusCode()).isEqualTo(200);
  }

  /** Waits until all source events were received and every mirror is at the end of its log. */
  private static void awaitDrained(List<SiteKeeper> sites) {
    await()
        .atMost(LONG)
        .until(
            () -> {
              long received = 0;
              for (SiteKeeper site : sites) {
                long sum = 0;
                try (var snapshot = site.site().state().snapshot()) {
                  for (var ledger : snapshot.ledgers()) {
                    sum += ledger.sequence();
                  }
                }
                received += sum;
              }
              return received == (long) EVENTS * sites.size();
            });
  }

  private void report() {
    System.out.printf(
        "trim: %,d commit points checked; the mirror topic held %,d offsets at the most (bound"
            + " %,d)%n",
        commits.get(), longest.get(), BOUND);
    AssertionError found = fault.get();
    if (found != null) {
      throw found;
    }
    // One a second at the most: how many there are is a matter of the machine's speed.
    assertThat(commits.get()).isGreaterThan(2);
    assertThat(longest.get()).isLessThan(BOUND);
  }
}
