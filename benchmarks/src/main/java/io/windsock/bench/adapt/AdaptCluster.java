package io.windsock.bench.adapt;

import io.windsock.contracts.call.Mirroring;
import io.windsock.contracts.topic.Topics;
import io.windsock.control.Controller;
import io.windsock.control.ControllerConfig;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import io.windsock.site.Site;
import io.windsock.site.SiteConfig;
import io.windsock.site.apply.SiteRole;
import io.windsock.site.apply.UpdateDelay;
import io.windsock.topology.TopologyApp;
import io.windsock.topology.TopologyConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Broker, topology, a central site, mirrors and a controller in this process. One thread owns it.
 */
final class AdaptCluster implements AutoCloseable {
  static final Topics TOPICS = Topics.standard();

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(20);

  /** A replay tells times that its loops have shifted. */
  private static final long MAX_FUTURE_MS = TimeUnit.DAYS.toMillis(366);

  private final Deque<AutoCloseable> started = new ArrayDeque<>();
  private final EmbeddedBroker broker;
  private final Site central;
  private final List<String> mirrors = new ArrayList<>();
  private final Controller controller;
  private final Monitor monitor;

  AdaptCluster(Path folder, int mirrorCount) throws InterruptedException {
    try {
      broker = started(EmbeddedBroker.start(Options.at(folder.resolve("broker"))));
      TopologyApp topology = started(TopologyApp.start(topology(folder)));
      if (!topology.awaitRunning(PATIENCE)) {
        throw new IllegalStateException("the topology is " + topology.health());
      }
      central = site(folder, SiteRole.CENTRAL, "central");
      for (int i = 1; i <= mirrorCount; i++) {
        mirrors.add(site(folder, SiteRole.MIRROR, "mirror-" + i).url());
      }
      controller = started(Controller.start(controller()));
      monitor = started(new Monitor(broker.bootstrapServers(), TOPICS));
      await("the controller is not active", controller::active);
    } catch (RuntimeException | InterruptedException e) {
      close();
      throw e;
    }
  }

  private <T extends AutoCloseable> T started(T part) {
    started.push(part);
    return part;
  }

  private TopologyConfig topology(Path folder) {
    return TopologyConfig.builder()
        .bootstrapServers(broker.bootstrapServers())
        .maxFutureMs(MAX_FUTURE_MS)
        .stateDir(folder.resolve("topology"))
        .build();
  }

  private Site site(Path folder, SiteRole role, String name) {
    Site site =
        started(
            Site.start(
                SiteConfig.builder(role, name, broker.bootstrapServers(), folder.resolve(name))
                    .http("127.0.0.1", 0)
                    .build()));
    await(name + " is not ready", () -> site.progress().phase().ready());
    return site;
  }

  private ControllerConfig controller() {
    return ControllerConfig.builder("bench", broker.bootstrapServers()).build();
  }

  /** Waits until that holds. */
  static void await(String otherwise, BooleanSupplier holds) {
    long deadlineNs = System.nanoTime() + PATIENCE.toNanos();
    while (!holds.getAsBoolean()) {
      if (System.nanoTime() > deadlineNs) {
        throw new IllegalStateException(otherwise + " after " + PATIENCE.toSeconds() + " s");
      }
      LockSupport.parkNanos(LOOK_NS);
    }
  }

  String bootstrapServers() {
    return broker.bootstrapServers();
  }

  /** The update delay at the central site. */
  UpdateDelay delay() {
    return central.listeners().delay();
  }

  /** Where the mirrors are served. */
  List<String> mirrors() {
    return mirrors;
  }

  Mirroring mirroring() {
    return controller.mirroring();
  }

  /** What it last heard of all. */
  Monitor monitor() {
    return monitor;
  }

  @Override
  public void close() {
    while (!started.isEmpty()) {
      try {
        started.pop().close();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
