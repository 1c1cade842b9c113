package io.windsock.cli.demo;

import io.windsock.cli.demo.remote.RemoteSite;
import io.windsock.contracts.config.Failure;
import io.windsock.contracts.topic.Topics;
import io.windsock.ede.EdeDefinition;
import io.windsock.embedded.Options;
import io.windsock.gateway.GatewayConfig;
import io.windsock.gateway.run.Gateway;
import io.windsock.site.SiteConfig;
import io.windsock.site.SiteKeeper;
import io.windsock.site.progress.SitePhase;
import io.windsock.site.state.Rebuild;
import io.windsock.site.status.SiteDomain;
import io.windsock.site.status.SiteRole;
import io.windsock.testbed.audit.Pipeline;
import io.windsock.testbed.cluster.LocalCluster;
import io.windsock.topology.TopologyApp;
import io.windsock.topology.TopologyConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The cluster of a demo, with its data in the demo's folder. Any thread may query it; one thread
 * starts and closes it.
 */
final class DemoCluster implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /**
   * A recording that is replayed faster than it happened may run far ahead of the clock, so the
   * demo accepts events from any time in the future.
   */
  private static final long MAX_FUTURE_MS = Duration.ofDays(366).toMillis();

  private final LocalCluster cluster;
  private final List<String> urls = new ArrayList<>();
  private final TopologyConfig config;
  private final TopologyApp topology;
  private final EdeDefinition ede;
  private final DemoController controller;
  private final @Nullable RemoteSite remote;

  private DemoCluster(LocalCluster cluster, Setup setup) throws InterruptedException {
    this.cluster = cluster;
    config =
        setup
            .topology()
            .bootstrapServers(cluster.bootstrapServers())
            .stateDir(setup.data().topology())
            .maxFutureMs(MAX_FUTURE_MS)
            // The folder may be weeks old; the broker deletes offsets and events after 7 days.
            .restoreOffsets(true)
            .acceptLoss(true)
            .build();
    ede = setup.ede();
    setup.progress().accept("starting the topology …");
    topology = cluster.topology(config);
    setup.progress().accept("starting the controller …");
    controller =
        DemoController.start(
            cluster, config, setup.parameters(), setup.ports().controller(), setup.trimmed());
    setup.progress().accept("starting " + setup.siteCount() + " sites …");
    startSites(setup);
    setup.progress().accept("waiting for the sites to catch up …");
    awaitSites();
    controller.begin(topology);
    startGateways(setup);
    remote = setup.remote() ? startRemote(setup) : null;
  }

  private RemoteSite startRemote(Setup setup) throws InterruptedException {
    setup.progress().accept("starting the remote site …");
    return cluster.closing(
        RemoteSite.start(
            new RemoteSite.Setup(
                setup.data().remote(),
                cluster.bootstrapServers(),
                config.topics(),
                new SiteDomain(config.catalogue(), ede),
                DemoPorts.remoteBoard(),
                DemoPorts.remoteLink(),
                PATIENCE)));
  }

  /**
   * The settings of the cluster.
   *
   * @param topology its configuration except the broker and the folder
   * @param parameters the initial parameters; {@code topology} has the same
   * @param trimmed whether the mirror topic is trimmed
   * @param siteCount number of sites: the central site and the mirrors
   * @param gatewayCount number of gateways
   * @param remote whether there is a remote site
   * @param progress receives a line before each part is started
   */
  record Setup(
      DemoData data,
      EdeDefinition ede,
      TopologyConfig.Builder topology,
      DemoParameters parameters,
      boolean trimmed,
      DemoPorts ports,
      int siteCount,
      int gatewayCount,
      boolean remote,
      Consumer<String> progress) {}

  /** Starts all parts and waits until they are ready. */
  static DemoCluster start(Setup setup) throws InterruptedException {
    setup.progress().accept("starting the broker …");
    Options broker = Options.at(setup.data().broker()).withPort(setup.ports().broker());
    LocalCluster cluster = LocalCluster.start(broker, PATIENCE);
    try {
      return new DemoCluster(cluster, setup);
    } catch (RuntimeException | InterruptedException e) {
      cluster.close();
      throw e;
    }
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
                  cluster.bootstrapServers(),
                  setup.data().site(name),
                  new SiteDomain(config.catalogue(), ede))
              .http("127.0.0.1", setup.ports().sites() + i)
              .peers(peers)
              // A state of another definition is rebuilt only if the log was not trimmed. Otherwise
              // the site would look for a peer with a snapshot of the new definition, and none
              // exists.
              .rebuild(Rebuild.IF_UNUSABLE)
              .build();
      cluster.site(site);
    }
  }

  private void awaitSites() throws InterruptedException {
    try {
      cluster.awaitSites();
    } catch (Failure e) {
      boolean joining =
          sites().stream().anyMatch(site -> site.progress().phase() == SitePhase.JOINING);
      throw joining
          ? new Failure(e.getMessage() + "; the log was trimmed: start with --fresh", e)
          : e;
    }
  }

  private void startGateways(Setup setup) throws InterruptedException {
    if (setup.gatewayCount() == 0) {
      return;
    }
    String noun = setup.gatewayCount() == 1 ? " gateway …" : " gateways …";
    setup.progress().accept("starting " + setup.gatewayCount() + noun);
    for (int i = 0; i < setup.gatewayCount(); i++) {
      int port = setup.ports().gateways() + i;
      cluster.gateway(
          GatewayConfig.builder(
                  "gateway-" + (i + 1), cluster.bootstrapServers(), config.catalogue())
              .topics(config.topics())
              .http("127.0.0.1", port)
              .linkPort(DemoPorts.link(port))
              .rehearsal(Duration.ZERO) // the demo starts sooner without
              .build());
    }
    cluster.awaitGateways();
  }

  /** Returns why the cluster can't continue; null while it can. */
  @Nullable String failure() {
    RemoteSite other = remote;
    String failure = cluster.failure();
    return failure == null && other != null ? other.failure() : failure;
  }

  /** Returns the remote site; null unless it was asked for. */
  @Nullable RemoteSite remote() {
    return remote;
  }

  String bootstrapServers() {
    return cluster.bootstrapServers();
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

  /** Returns the sites, the central one first. */
  List<SiteKeeper> sites() {
    return cluster.sites();
  }

  /** Returns the sites' URLs, in the same order. */
  List<String> urls() {
    return urls;
  }

  /** Returns the gateways; none unless they were asked for. */
  List<Gateway> gateways() {
    return cluster.gateways();
  }

  /** Returns what an audit examines. */
  Pipeline pipeline() {
    return new Pipeline(
        Map.of("bootstrap.servers", cluster.bootstrapServers()),
        Topics.standard(),
        config.catalogue(),
        ede,
        config.kafka().partitions(),
        config.rules().set(),
        sites().stream().map(SiteKeeper::site).toList());
  }

  @Override
  public void close() {
    cluster.close();
  }
}
