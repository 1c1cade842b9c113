package io.windsock.evaluation.adapt;

import io.windsock.contracts.call.Mirroring;
import io.windsock.contracts.topic.Topics;
import io.windsock.control.Controller;
import io.windsock.control.ControllerConfig;
import io.windsock.embedded.Options;
import io.windsock.site.Site;
import io.windsock.site.SiteConfig;
import io.windsock.site.SiteKeeper;
import io.windsock.site.status.SiteDomain;
import io.windsock.site.status.SiteRole;
import io.windsock.site.update.UpdateDelay;
import io.windsock.testbed.cluster.LocalCluster;
import io.windsock.topology.TopologyConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A broker, topology, central site, mirrors and controller in this process. One thread owns it. */
final class AdaptCluster implements AutoCloseable {
  static final Topics TOPICS = Topics.standard();

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** A replay shifts event times when it loops, so they may be in the future. */
  private static final long MAX_FUTURE_MS = TimeUnit.DAYS.toMillis(366);

  private static final SiteDomain DOMAIN = SiteDomain.builtIn("airline");

  private final LocalCluster cluster;
  private final Site central;
  private final List<String> mirrors = new ArrayList<>();
  private final Controller controller;
  private final Monitor monitor;

  AdaptCluster(Path folder, int mirrorCount) throws InterruptedException {
    cluster = LocalCluster.start(Options.at(folder.resolve("broker")), PATIENCE);
    try {
      cluster.topology(
          TopologyConfig.builder(DOMAIN.catalogue())
              .bootstrapServers(bootstrapServers())
              .maxFutureMs(MAX_FUTURE_MS)
              .stateDir(folder.resolve("topology"))
              .build());
      SiteKeeper first = site(folder, SiteRole.CENTRAL, "central");
      for (int i = 1; i <= mirrorCount; i++) {
        mirrors.add(site(folder, SiteRole.MIRROR, "mirror-" + i).url());
      }
      cluster.awaitSites();
      central = first.site();
      controller =
          cluster.controller(
              ControllerConfig.builder("bench", bootstrapServers(), DOMAIN.catalogue()).build(),
              null);
      monitor = cluster.closing(new Monitor(bootstrapServers(), TOPICS));
    } catch (RuntimeException | InterruptedException e) {
      cluster.close();
      throw e;
    }
  }

  private SiteKeeper site(Path folder, SiteRole role, String name) {
    return cluster.site(
        SiteConfig.builder(role, name, bootstrapServers(), folder.resolve(name), DOMAIN)
            .http("127.0.0.1", 0)
            .build());
  }

  /** Waits until the condition holds. */
  void await(String otherwise, BooleanSupplier holds) throws InterruptedException {
    cluster.await(holds, otherwise);
  }

  String bootstrapServers() {
    return cluster.bootstrapServers();
  }

  /** Returns the update delay at the central site. */
  UpdateDelay delay() {
    return central.listeners().delay();
  }

  /** Returns the mirrors' URLs. */
  List<String> mirrors() {
    return mirrors;
  }

  Mirroring mirroring() {
    return controller.mirroring();
  }

  /** Returns the latest reports of all parts. */
  Monitor monitor() {
    return monitor;
  }

  @Override
  public void close() {
    cluster.close();
  }
}
