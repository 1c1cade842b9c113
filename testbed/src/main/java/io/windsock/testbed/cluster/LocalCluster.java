package io.windsock.testbed.cluster;

import io.windsock.contracts.config.Failure;
import io.windsock.control.Controller;
import io.windsock.control.ControllerConfig;
import io.windsock.control.http.Storms;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import io.windsock.gateway.GatewayConfig;
import io.windsock.gateway.GatewayStatus;
import io.windsock.gateway.run.Gateway;
import io.windsock.site.SiteConfig;
import io.windsock.site.SiteKeeper;
import io.windsock.site.progress.Progress;
import io.windsock.site.progress.SitePhase;
import io.windsock.testbed.process.StartedParts;
import io.windsock.topology.TopologyApp;
import io.windsock.topology.TopologyConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A broker in this process and the parts started with it, which are closed in reverse order. A
 * cluster has at most one topology and one controller. One thread starts parts and closes the
 * cluster; any thread may query it.
 */
public final class LocalCluster implements AutoCloseable {
  private static final long LOOK_EVERY_MS = 20;

  private final Duration patience;
  private final EmbeddedBroker broker;
  private final StartedParts started = new StartedParts();
  private final List<SiteKeeper> sites = new ArrayList<>();
  private final List<Gateway> gateways = new ArrayList<>();
  private @Nullable TopologyApp topology;
  private @Nullable Controller controller;

  private LocalCluster(EmbeddedBroker broker, Duration patience) {
    this.broker = broker;
    this.patience = patience;
    started.closing(broker);
  }

  /**
   * Starts the broker.
   *
   * @param patience how long any part may take to become ready
   */
  public static LocalCluster start(Options broker, Duration patience) {
    return new LocalCluster(EmbeddedBroker.start(broker), patience);
  }

  /** Returns the broker's address, for clients on this machine. */
  public String bootstrapServers() {
    return broker.bootstrapServers();
  }

  /** Closes {@code part} with the cluster, before the parts started earlier. */
  public <T extends AutoCloseable> T closing(T part) {
    return started.closing(part);
  }

  /** Starts the topology and waits until it runs. */
  public TopologyApp topology(TopologyConfig config) throws InterruptedException {
    TopologyApp app = closing(TopologyApp.start(config));
    topology = app;
    if (!app.awaitRunning(patience)) {
      throw new Failure("the topology did not start: " + app.health());
    }
    return app;
  }

  /**
   * Starts the controller and waits until it is active.
   *
   * @param storms what its console starts; null: no storms
   */
  public Controller controller(ControllerConfig config, @Nullable Storms storms)
      throws InterruptedException {
    Controller made = closing(Controller.start(config, storms));
    controller = made;
    await(made::active, "the controller does not begin");
    return made;
  }

  /** Starts a site; {@link #awaitSites} waits for it. */
  public SiteKeeper site(SiteConfig config) {
    SiteKeeper site = closing(SiteKeeper.start(config));
    sites.add(site);
    return site;
  }

  /** Returns the sites in the order in which they were started. */
  public List<SiteKeeper> sites() {
    return sites;
  }

  /** Waits until every site has caught up. */
  public void awaitSites() throws InterruptedException {
    await(
        () -> sites.stream().allMatch(site -> site.progress().phase().ready()),
        "the sites do not catch up with the log");
  }

  /** Starts a gateway; {@link #awaitGateways} waits for it. */
  public Gateway gateway(GatewayConfig config) throws InterruptedException {
    Gateway gateway = closing(Gateway.start(config));
    gateways.add(gateway);
    return gateway;
  }

  /** Returns the gateways in the order in which they were started. */
  public List<Gateway> gateways() {
    return gateways;
  }

  /** Waits until every gateway has found a site that takes its calls. */
  public void awaitGateways() throws InterruptedException {
    await(
        () -> gateways.stream().allMatch(gateway -> gateway.status().ready()),
        "the gateways find no site that takes calls");
  }

  /**
   * Waits until the condition holds.
   *
   * @throws Failure if a part fails first, or if the wait exceeds the patience
   */
  public void await(BooleanSupplier holds, String otherwise) throws InterruptedException {
    long deadlineNs = System.nanoTime() + patience.toNanos();
    while (!holds.getAsBoolean()) {
      String failure = failure();
      if (failure != null) {
        throw new Failure(failure);
      }
      if (System.nanoTime() > deadlineNs) {
        throw new Failure(otherwise + " within " + patience.toSeconds() + " s" + behind());
      }
      Thread.sleep(LOOK_EVERY_MS);
    }
  }

  /** Returns which parts are not ready, as the end of a sentence. */
  private String behind() {
    Controller steering = controller;
    StringBuilder parts = new StringBuilder();
    if (steering != null && !steering.active()) {
      parts.append("; the controller ").append(steering.detail());
    }
    for (SiteKeeper site : sites) {
      Progress progress = site.progress();
      if (!progress.phase().ready()) {
        parts.append(
            "; the site %s is %s: %s"
                .formatted(site.status().name(), progress.phase(), progress.detail()));
      }
    }
    for (Gateway gateway : gateways) {
      GatewayStatus status = gateway.status();
      if (!status.ready()) {
        parts.append("; the gateway ").append(status.name()).append(": ").append(status.detail());
      }
    }
    return parts.toString();
  }

  /** Returns why the cluster can't continue; null while it can. */
  public @Nullable String failure() {
    if (broker.fault().isPresent()) {
      return "the broker failed: " + broker.fault().get().getMessage();
    }
    TopologyApp running = topology;
    if (running != null && running.health().state() == TopologyApp.State.FAILED) {
      return "the topology stopped: " + running.health().reason();
    }
    Controller steering = controller;
    if (steering != null && steering.stopped()) {
      return "the controller " + steering.detail();
    }
    for (SiteKeeper site : sites) {
      Progress progress = site.progress();
      if (progress.phase() == SitePhase.STOPPED) {
        return "the site " + site.status().name() + " stopped: " + progress.detail();
      }
    }
    for (Gateway gateway : gateways) {
      if (gateway.stopped()) {
        GatewayStatus status = gateway.status();
        return "the gateway " + status.name() + " stopped: " + status.detail();
      }
    }
    return null;
  }

  /** Stops all parts; each bounds its own time. */
  @Override
  public void close() {
    started.close();
  }
}
