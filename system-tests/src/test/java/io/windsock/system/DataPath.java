package io.windsock.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.topic.Topics;
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
import io.windsock.topology.TopologyApp;
import io.windsock.topology.TopologyConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Broker, topology, a central site and two mirrors in this process, and a replay that goes on until
 * it is stopped: all that must run whether or not there is a controller. One thread owns it.
 */
final class DataPath implements AutoCloseable {
  static final Topics TOPICS = Topics.standard();
  static final int MARKER_EVERY = 50;

  private static final long EVENTS = 300_000;
  private static final Duration SPAN = Duration.ofHours(4);
  private static final double EVENTS_PER_SECOND = 400;
  private static final int PARTITIONS = 2;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final EmbeddedBroker broker;
  private final TopologyApp topology;
  private final List<Site> mirrors;
  private final Site central;
  private final Replay replay;
  private final CompletableFuture<Long> acked;

  private DataPath(EmbeddedBroker broker, TopologyApp topology, Site central, List<Site> mirrors) {
    this.broker = broker;
    this.topology = topology;
    this.central = central;
    this.mirrors = mirrors;
    replay =
        new Replay(
            new ReplayTarget(broker.bootstrapServers(), TOPICS, Outputs.CATALOGUE),
            DataPath::feed,
            ReplayOptions.at(speed()),
            fault -> {
              throw new IllegalStateException(fault.toString());
            });
    acked = CompletableFuture.supplyAsync(() -> run(replay));
  }

  static DataPath start(Path folder, RuleSet rules) throws InterruptedException {
    EmbeddedBroker broker = EmbeddedBroker.start(Options.temporary());
    TopologyApp topology =
        TopologyApp.start(
            TopologyConfig.builder(Outputs.CATALOGUE)
                .bootstrapServers(broker.bootstrapServers())
                .rules(rules)
                .markerEvery(MARKER_EVERY)
                .partitions(PARTITIONS)
                .stateDir(folder.resolve("topology"))
                .build());
    assertThat(topology.awaitRunning(PATIENCE)).isTrue();
    return new DataPath(
        broker,
        topology,
        site(broker, folder, SiteRole.CENTRAL, "central"),
        List.of(
            site(broker, folder, SiteRole.MIRROR, "mirror-1"),
            site(broker, folder, SiteRole.MIRROR, "mirror-2")));
  }

  private static Site site(EmbeddedBroker broker, Path folder, SiteRole role, String name) {
    return Site.start(
        SiteConfig.builder(
                role, name, broker.bootstrapServers(), folder.resolve(name), Outputs.DOMAIN)
            .http("127.0.0.1", 0)
            .build());
  }

  private static GeneratedFeed feed() {
    return new GeneratedFeed(
        Outputs.CATALOGUE,
        GeneratorOptions.sample().withFlights(100).withHours(SPAN).withEvents(EVENTS));
  }

  private static Speed speed() {
    try (GeneratedFeed feed = feed()) {
      Duration span = Duration.between(feed.firstEventTime(), feed.lastEventTime());
      return new Speed(span.toSeconds() * EVENTS_PER_SECOND / EVENTS);
    }
  }

  private static long run(Replay replay) {
    try {
      return replay.run().acked();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  String bootstrapServers() {
    return broker.bootstrapServers();
  }

  /** Waits until both mirrors have applied more than now. */
  void awaitProgress() {
    for (Site mirror : mirrors) {
      long before = mirror.status().eventsApplied();
      await().atMost(PATIENCE).until(() -> mirror.status().eventsApplied() > before);
    }
  }

  /** Stops the replay and waits until everything is marked and applied; answers how much it was. */
  long drain(Outputs outputs) {
    replay.stop();
    long sent = acked.join();
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofSeconds(1))
        .until(() -> outputs.read(TOPICS.mirror()).marked("received") == sent);
    String mirrored = outputs.read(TOPICS.mirror()).digest();
    for (Site mirror : mirrors) {
      await().atMost(PATIENCE).until(() -> digest(mirror).equals(mirrored));
    }
    String forwarded = outputs.read(TOPICS.forward()).digest();
    await().atMost(PATIENCE).until(() -> digest(central).equals(forwarded));
    assertThat(topology.health().state()).isEqualTo(TopologyApp.State.RUNNING);
    return sent;
  }

  private static String digest(Site site) {
    try (var snapshot = site.state().snapshot()) {
      return snapshot.digest(false).maintained();
    }
  }

  @Override
  public void close() {
    replay.stop();
    List<AutoCloseable> all = new ArrayList<>(mirrors);
    all.add(central);
    all.add(topology);
    all.add(broker);
    for (AutoCloseable one : all) {
      try {
        one.close();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
