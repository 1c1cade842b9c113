package io.windsock.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.contracts.topic.Topics;
import io.windsock.contracts.wire.Decision;
import io.windsock.contracts.wire.Marker;
import io.windsock.contracts.wire.MonitoredValue;
import io.windsock.contracts.wire.Parameters;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.control.Controller;
import io.windsock.control.ControllerConfig;
import io.windsock.control.params.DefaultParameters;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import io.windsock.feeds.generate.GeneratedFeed;
import io.windsock.feeds.generate.GeneratorOptions;
import io.windsock.feeds.replay.Replay;
import io.windsock.feeds.replay.ReplayOptions;
import io.windsock.feeds.replay.ReplayTarget;
import io.windsock.feeds.replay.time.Speed;
import io.windsock.rules.config.RuleSet;
import io.windsock.site.Site;
import io.windsock.site.SiteConfig;
import io.windsock.site.status.SiteRole;
import io.windsock.testbed.storm.Storm;
import io.windsock.testbed.storm.StormOptions;
import io.windsock.topology.TopologyApp;
import io.windsock.topology.TopologyConfig;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A storm at the mirrors makes the mirroring cheaper, and its end makes it exact again; all of it
 * is told by the topics, from which this is read.
 */
@Tag("alone")
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class AdaptationIT {
  private static final Topics TOPICS = Topics.standard();
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int PARTITIONS = 2;

  private static final double PRIMARY = 20;
  private static final double SECONDARY = 15;
  private static final double BACK = PRIMARY - SECONDARY;

  /** So long it stays adapted at the least: some events of every flight. */
  private static final long HOLD_MS = 5_000;

  private static final int FLIGHTS = 20;
  private static final int EVENTS = 30_000;
  private static final double EVENTS_PER_SECOND = 300;

  /** Grows until one storm has made enough requests wait at once. */
  private static final int FIRST_STORM = 500;

  private static final int LARGEST_STORM = 8_000;
  private static final Duration FOLLOW = Duration.ofSeconds(2);

  private final EventCodec codec = new EventCodec(Outputs.CATALOGUE);

  @Test
  void shouldAdaptInAStormAndReturnAfterIt(@TempDir Path folder) throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(Options.temporary());
        TopologyApp topology = TopologyApp.start(topology(broker, folder));
        Controller controller = Controller.start(controller(broker));
        Site central = site(broker, folder, SiteRole.CENTRAL, "central");
        Site one = site(broker, folder, SiteRole.MIRROR, "mirror-1");
        Site other = site(broker, folder, SiteRole.MIRROR, "mirror-2")) {
      String bootstrap = broker.bootstrapServers();
      await().atMost(PATIENCE).until(() -> topology.isUnder(1));
      await().atMost(PATIENCE).until(() -> controller.mirrorUrls().size() == 2);
      Replay replay = replay(bootstrap);
      CompletableFuture<Long> sent = CompletableFuture.supplyAsync(() -> run(replay));
      awaitMore(replay, 1_000);

      Decision adapt = storm(bootstrap, controller.mirrorUrls());
      Decision back = awaitDecision(bootstrap, "RETURN", PATIENCE);
      awaitMore(replay, 1_000);
      replay.stop();
      long events = sent.get(2, TimeUnit.MINUTES);

      awaitApplied(bootstrap, events, List.of(central, one, other));
      assertThat(one.status().digest()).isEqualTo(other.status().digest());
      checkAdapt(adapt, samples(bootstrap));
      checkReturn(adapt, back, samples(bootstrap));
      checkMarkers(bootstrap, adapt, back, events);
    }
  }

  private static TopologyConfig topology(EmbeddedBroker broker, Path folder) {
    return TopologyConfig.builder(Outputs.CATALOGUE)
        .bootstrapServers(broker.bootstrapServers())
        .partitions(PARTITIONS)
        .rules(RuleSet.standard(Outputs.CATALOGUE))
        // Generated times lie ahead of the clock.
        .maxFutureMs(Duration.ofDays(366).toMillis())
        .stateDir(folder.resolve("topology"))
        .build();
  }

  private static ControllerConfig controller(EmbeddedBroker broker) {
    Parameters shipped =
        DefaultParameters.of(RuleSet.standard(Outputs.CATALOGUE), null, 0, "thresholds");
    return ControllerConfig.builder("test", broker.bootstrapServers(), Outputs.CATALOGUE)
        .initial(
            Parameters.newBuilder(shipped)
                .setMonitored(List.of(new MonitoredValue("pending", PRIMARY, SECONDARY)))
                .setHoldMs(HOLD_MS)
                .build())
        // What is checked is read from the beginning of the mirror topic.
        .trimmed(Set.of())
        .build();
  }

  private static Site site(EmbeddedBroker broker, Path folder, SiteRole role, String name) {
    return Site.start(
        SiteConfig.builder(
                role, name, broker.bootstrapServers(), folder.resolve(name), Outputs.DOMAIN)
            .build());
  }

  private static GeneratedFeed feed() {
    // Nine in ten are positions, of which the two functions make different things.
    return new GeneratedFeed(
        Outputs.CATALOGUE, GeneratorOptions.sample().withFlights(FLIGHTS).withEvents(EVENTS));
  }

  private static Replay replay(String bootstrap) {
    try (GeneratedFeed feed = feed()) {
      Duration span = Duration.between(feed.firstEventTime(), feed.lastEventTime());
      Speed speed = new Speed(span.toSeconds() * EVENTS_PER_SECOND / EVENTS);
      return new Replay(
          new ReplayTarget(bootstrap, TOPICS, Outputs.CATALOGUE),
          AdaptationIT::feed,
          ReplayOptions.builder().speed(speed).loops(ReplayOptions.ENDLESS).build(),
          fault -> {
            throw new IllegalStateException(fault.toString());
          });
    }
  }

  private static long run(Replay replay) {
    try {
      return replay.run().acked();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static void awaitMore(Replay replay, long events) {
    long goal = replay.progress().acked() + events;
    await().atMost(PATIENCE).until(() -> replay.progress().acked() >= goal);
  }

  /** Storms, each twice the one before, until the mirroring has adapted. */
  private Decision storm(String bootstrap, List<String> mirrors) throws InterruptedException {
    List<URI> sites = mirrors.stream().map(URI::create).toList();
    for (int clients = FIRST_STORM; clients <= LARGEST_STORM; clients *= 2) {
      Storm storm = Storm.start(StormOptions.burst(sites, "all", clients, Duration.ZERO, FOLLOW));
      assertThat(storm.await().answered()).isPositive();
      // Every sample of the storm has been looked at when those of twice this time have come.
      Decision adapt = decision(bootstrap, "ADAPT", System.currentTimeMillis() + HOLD_MS);
      if (adapt != null) {
        System.out.println(clients + " displays: " + adapt.getReason());
        return adapt;
      }
    }
    throw new AssertionError("no storm made requests wait: " + samplesOfPending(bootstrap));
  }

  private List<Long> samplesOfPending(String bootstrap) {
    return samples(bootstrap).stream().map(SiteSample::getPending).toList();
  }

  private Decision awaitDecision(String bootstrap, String kind, Duration patience) {
    long untilMs = System.currentTimeMillis() + patience.toMillis();
    return Objects.requireNonNull(decision(bootstrap, kind, untilMs), "no " + kind);
  }

  /** The first decision of a kind; null if there is none until then. */
  private @Nullable Decision decision(String bootstrap, String kind, long untilMs) {
    AtomicReference<@Nullable Decision> found = new AtomicReference<>();
    await()
        .pollInterval(Duration.ofMillis(200))
        .atMost(PATIENCE.multipliedBy(2))
        .until(
            () -> {
              for (Decision decision : read(bootstrap, TOPICS.decisions(), Decision.class)) {
                if (decision.getKind().equals(kind)) {
                  found.compareAndSet(null, decision);
                }
              }
              return found.get() != null || System.currentTimeMillis() > untilMs;
            });
    return found.get();
  }

  private <T extends SpecificRecord> List<T> read(String bootstrap, String topic, Class<T> type) {
    List<T> all = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : Records.read(bootstrap, topic)) {
      all.add(decode(record, type));
    }
    return all;
  }

  private <T extends SpecificRecord> T decode(
      ConsumerRecord<byte[], byte[]> record, Class<T> type) {
    try {
      return codec.decode(record.value(), type);
    } catch (UndecodableException e) {
      throw new AssertionError(e);
    }
  }

  private List<SiteSample> samples(String bootstrap) {
    List<SiteSample> samples = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : Records.read(bootstrap, TOPICS.monitor())) {
      if (Framing.schemaId(record.value()) == Outputs.CATALOGUE.id(SiteSample.class)) {
        samples.add(decode(record, SiteSample.class));
      }
    }
    return samples;
  }

  private static void awaitApplied(String bootstrap, long events, List<Site> sites) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              Outputs outputs = new Outputs(bootstrap);
              for (Site site : sites) {
                Outputs.Content content = outputs.read(site.status().role().topic(TOPICS));
                assertThat(content.marked("received")).isEqualTo(events);
                assertThat(site.status().digest()).isEqualTo(content.digest());
              }
            });
  }

  private static void checkAdapt(Decision adapt, List<SiteSample> samples) {
    assertThat(adapt.getFromMode()).isEqualTo(DefaultParameters.NORMAL);
    assertThat(adapt.getToMode()).isEqualTo(DefaultParameters.BUSY);
    assertThat(adapt.getPolicy()).isEqualTo("thresholds");
    assertThat(adapt.getValue()).isEqualTo("pending");
    assertThat(adapt.getSite()).startsWith("mirror-");
    assertThat(adapt.getMeasured()).isGreaterThanOrEqualTo(PRIMARY);
    assertThat(adapt.getThreshold()).isEqualTo(PRIMARY);
    assertThat(adapt.getReason())
        .contains(
            "pending requests at " + adapt.getSite() + " is " + (long) adapt.getMeasured() + " ")
        .contains("primary threshold " + (long) PRIMARY);
    assertThat(samples)
        .as("a sample that says so, before the decision")
        .anyMatch(
            sample ->
                sample.getSite().equals(adapt.getSite())
                    && sample.getPending() == adapt.getMeasured()
                    && sample.getAtMs() <= adapt.getAtMs());
  }

  private static void checkReturn(Decision adapt, Decision back, List<SiteSample> samples) {
    assertThat(back.getAtMs()).isGreaterThan(adapt.getAtMs());
    assertThat(back.getFromMode()).isEqualTo(DefaultParameters.BUSY);
    assertThat(back.getToMode()).isEqualTo(DefaultParameters.NORMAL);
    assertThat(back.getMeasured()).isLessThan(BACK);
    assertThat(back.getReason()).contains("below primary − secondary").contains("below 5");
    Map<String, Long> latest = new TreeMap<>();
    for (SiteSample sample : samples) {
      if (sample.getAtMs() <= back.getAtMs()) {
        latest.put(sample.getSite(), sample.getPending());
      }
    }
    assertThat(latest).containsOnlyKeys("central", "mirror-1", "mirror-2");
    assertThat(latest.values()).allMatch(pending -> pending < BACK);
  }

  /**
   * Events received under one epoch, and those of them that mirrors got, as they are or carried.
   */
  private record Mirrored(long received, long sent) {
    Mirrored plus(Marker marker) {
      return new Mirrored(
          received + marker.getReceived(), sent + marker.getPassed() + marker.getCarried());
    }

    double share() {
      return (double) sent / received;
    }
  }

  private void checkMarkers(String bootstrap, Decision adapt, Decision back, long events) {
    Map<Long, Mirrored> byEpoch = new TreeMap<>();
    List<ConsumerRecord<byte[], byte[]>> mirror = Records.read(bootstrap, TOPICS.mirror());
    for (int p = 0; p < PARTITIONS; p++) {
      List<Long> epochs = sum(Records.of(mirror, p), byEpoch);
      assertThat(epochs).as("epochs in partition %d", p).isSorted();
      assertThat(epochs).contains(1L, adapt.getToEpoch(), back.getToEpoch());
    }
    System.out.println("mirrored by epoch: " + byEpoch);
    assertThat(byEpoch.values().stream().mapToLong(Mirrored::received).sum()).isEqualTo(events);
    Mirrored normal = byEpoch.getOrDefault(1L, new Mirrored(0, 0));
    Mirrored busy = byEpoch.getOrDefault(adapt.getToEpoch(), new Mirrored(0, 0));
    assertThat(normal.received()).isPositive();
    assertThat(busy.received()).isPositive();
    assertThat(busy.share()).isLessThan(normal.share());
  }

  /** Adds up a partition's markers; answers their epochs. What a marker counts came before it. */
  private List<Long> sum(
      List<ConsumerRecord<byte[], byte[]>> records, Map<Long, Mirrored> byEpoch) {
    List<Long> epochs = new ArrayList<>();
    long epoch = 0;
    long held = 0;
    for (ConsumerRecord<byte[], byte[]> record : records) {
      if (record.key() != null) {
        continue;
      }
      Marker marker = decode(record, Marker.class);
      long taken = marker.getTaken().values().stream().mapToLong(Long::longValue).sum();
      assertThat(
              marker.getPassed()
                  + marker.getCarried()
                  + taken
                  + marker.getDeadLettered()
                  + marker.getHeld()
                  - held)
          .as("%s", marker)
          .isEqualTo(marker.getReceived());
      held = marker.getHeld();
      byEpoch.merge(epoch, new Mirrored(0, 0).plus(marker), (sum, one) -> sum.plus(marker));
      epoch = marker.getEpoch();
      epochs.add(epoch);
    }
    return epochs;
  }
}
