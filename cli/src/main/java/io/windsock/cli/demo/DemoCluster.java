package io.windsock.cli.demo;

import io.windsock.contracts.config.Failure;
import io.windsock.contracts.topic.Topics;
import io.windsock.ede.EdeDefinition;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import io.windsock.site.SiteConfig;
import io.windsock.site.SiteKeeper;
import io.windsock.site.apply.Progress;
import io.windsock.site.apply.SitePhase;
import io.windsock.site.apply.SiteRole;
import io.windsock.site.state.Rebuild;
import io.windsock.testbed.audit.Pipeline;
import io.windsock.topology.TopologyApp;
import io.windsock.topology.TopologyConfig;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Broker, topology, controller and sites in this process, started in this order and stopped in the
 * other. Any thread may ask; one starts and closes.
 */
final class DemoCluster implements AutoCloseable {
  private static final Duration START_TIMEOUT = Duration.ofMinutes(5);

  private static final long LOOK_EVERY_MS = 20;

  /**
   * A recording may run far ahead of the clock when it is replayed faster than it happened, so here
   * no event counts as being from the future.
   */
  private static final long MAX_FUTURE_MS = Duration.ofDays(366).toMillis();

  private final Deque<AutoCloseable> started = new ArrayDeque<>();
  private final List<SiteKeeper> sites = new ArrayList<>();
  private final List<String> urls = new ArrayList<>();
  private final EmbeddedBroker broker;
  private final TopologyConfig config;
  private final TopologyApp topology;
  private final EdeDefinition ede;
  private final DemoController controller;

  private DemoCluster(Setup setup) throws InterruptedException {
    try {
      setup.told().accept("starting the broker …");
      broker =
          started(
              EmbeddedBroker.start(
                  Options.at(setup.data().broker()).withPort(setup.ports().broker())));
      config =
          setup
              .topology()
              .bootstrapServers(broker.bootstrapServers())
              .stateDir(setup.data().topology())
              .maxFutureMs(MAX_FUTURE_MS)
              // Of a folder kept for weeks: the broker forgets offsets and events after 7 days.
              .restoreOffsets(true)
              .acceptLoss(true)
              .build();
      ede = setup.ede();
      setup.told().accept("starting the topology …");
      topology = started(TopologyApp.start(config));
      setup.told().accept("starting the controller …");
      controller =
          started(
              DemoController.start(
                  config, setup.parameters(), setup.ports().controller(), setup.trimmed()));
      setup.told().accept("starting " + setup.siteCount() + " sites …");
      startSites(setup);
      setup.told().accept("waiting for the topology, and for the sites to catch up …");
      awaitReady();
    } catch (RuntimeException | InterruptedException e) {
      close();
      throw e;
    }
  }

  /**
   * What to start.
   *
   * @param topology all of its configuration but the broker and the folder
   * @param parameters what it begins under; {@code topology} has the same
   * @param trimmed whether the mirror topic is trimmed
   * @param siteCount the central site and the mirrors
   * @param told gets a line before each part is started
   */
  record Setup(
      DemoData data,
      EdeDefinition ede,
      TopologyConfig.Builder topology,
      DemoParameters parameters,
      boolean trimmed,
      DemoPorts ports,
      int siteCount,
      Consumer<String> told) {}

  /** Starts everything and waits until it works. */
  static DemoCluster start(Setup setup) throws InterruptedException {
    return new DemoCluster(setup);
  }

  private <T extends AutoCloseable> T started(T part) {
    started.push(part);
    return part;
  }

  private void startSites(Setup setup) {
    for (int i = 0; i < setup.siteCount(); i++) {
      urls.add("http://127.0.0.1:" + (setup.ports().sites() + i));
    }
    for (int i = 0; i < setup.siteCount(); i++) {
      String name = i == 0 ? "central" : "mirror-" + i;
      List<String> peers = new ArrayList<>(urls);
      peers.remove(i);
      SiteConfig site =
          SiteConfig.builder(
                  i == 0 ? SiteRole.CENTRAL : SiteRole.MIRROR,
                  name,
                  broker.bootstrapServers(),
                  setup.data().site(name))
              .domain(config.catalogue(), ede)
              .http("127.0.0.1", setup.ports().sites() + i)
              .peers(peers)
              // A state of another definition is made anew if the log was not trimmed; else the
              // site looks for a peer with a snapshot of the new one, and there is none.
              .rebuild(Rebuild.IF_UNUSABLE)
              .build();
      sites.add(started(SiteKeeper.start(site)));
    }
  }

  private void awaitReady() throws InterruptedException {
    if (!topology.awaitRunning(START_TIMEOUT)) {
      throw new Failure(
          "the topology did not start: "
              + topology.health()
              + "; the log in the data folder tells");
    }
    long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
    while (!allLive()) {
      String failure = failure();
      if (failure != null || System.nanoTime() > deadline) {
        throw new Failure(failure == null ? behind() : failure);
      }
      Thread.sleep(LOOK_EVERY_MS);
    }
    controller.begin(topology, () -> failure() == null && System.nanoTime() < deadline);
  }

  /** Why the sites are not ready in time. */
  private String behind() {
    for (int i = 0; i < sites.size(); i++) {
      Progress progress = sites.get(i).progress();
      if (progress.phase() == SitePhase.JOINING) {
        return "the site at %s needs more of the log than is kept (%s); start with --fresh"
            .formatted(urls.get(i), progress.detail());
      }
    }
    return "the sites do not catch up with the log";
  }

  private boolean allLive() {
    return sites.stream().allMatch(site -> site.progress().phase().ready());
  }

  /** Why it can't go on; null while it can. */
  @Nullable String failure() {
    if (broker.fault().isPresent()) {
      return "the broker failed: " + broker.fault().get().getMessage();
    }
    TopologyApp.Health health = topology.health();
    if (health.state() == TopologyApp.State.FAILED) {
      return "the topology stopped: " + health.reason();
    }
    String stopped = controller.failure();
    if (stopped != null) {
      return stopped;
    }
    for (int i = 0; i < sites.size(); i++) {
      Progress progress = sites.get(i).progress();
      if (progress.phase() == SitePhase.STOPPED) {
        return "the site at " + urls.get(i) + " stopped: " + progress.detail();
      }
    }
    return null;
  }

  String bootstrapServers() {
    return broker.bootstrapServers();
  }

  TopologyConfig config() {
    return config;
  }

  TopologyApp.Health topologyHealth() {
    return topology.health();
  }

  DemoController controller() {
    return controller;
  }

  /** The central site first. */
  List<SiteKeeper> sites() {
    return sites;
  }

  /** Their URLs, in the same order. */
  List<String> urls() {
    return urls;
  }

  /** What an audit looks at. */
  Pipeline pipeline() {
    return new Pipeline(
        Map.of("bootstrap.servers", broker.bootstrapServers()),
        Topics.standard(),
        config.catalogue(),
        ede,
        config.partitions(),
        config.rules(),
        sites.stream().map(SiteKeeper::site).toList());
  }

  /** Stops everything; each part bounds its own time. */
  @Override
  public void close() {
    RuntimeException first = null;
    while (!started.isEmpty()) {
      try {
        started.pop().close();
      } catch (Exception e) {
        first = first == null ? new IllegalStateException("did not stop cleanly: " + e, e) : first;
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
