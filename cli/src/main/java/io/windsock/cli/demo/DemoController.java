package io.windsock.cli.demo;

import io.windsock.cli.show.Plain;
import io.windsock.contracts.wire.Decision;
import io.windsock.contracts.wire.Parameters;
import io.windsock.control.Controller;
import io.windsock.control.ControllerConfig;
import io.windsock.control.http.Storms;
import io.windsock.testbed.cluster.LocalCluster;
import io.windsock.testbed.storm.ConsoleStorms;
import io.windsock.topology.TopologyApp;
import io.windsock.topology.TopologyConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The demo's controller, and the storms started from its console or by a key. Any thread may query
 * it.
 */
final class DemoController {
  private static final String NAME = "demo";
  private static final int MAX_NEW = 100;

  private final LocalCluster cluster;
  private final DemoParameters parameters;
  private final ConsoleStorms storms;
  private final Controller controller;

  private DemoController(LocalCluster cluster, ControllerConfig config, DemoParameters parameters)
      throws InterruptedException {
    this.cluster = cluster;
    this.parameters = parameters;
    storms = cluster.closing(ConsoleStorms.inThisProcess());
    controller = cluster.controller(config, storms);
    storms.aim(controller::mirrorUrls);
  }

  /**
   * Starts the controller.
   *
   * @param trimmed whether the mirror topic is trimmed behind the commit point
   */
  static DemoController start(
      LocalCluster cluster,
      TopologyConfig topology,
      DemoParameters parameters,
      int port,
      boolean trimmed)
      throws InterruptedException {
    ControllerConfig config =
        ControllerConfig.builder(NAME, topology.kafka().bootstrapServers(), topology.catalogue())
            .topics(topology.topics())
            .initial(parameters.initial())
            .http("127.0.0.1", port)
            .trimmed(trimmed ? Set.of("mirror") : Set.of())
            .build();
    return new DemoController(cluster, config, parameters);
  }

  /** Sets the parameters of this start and waits until the topology applies them. */
  void begin(TopologyApp topology) throws InterruptedException {
    Parameters found = controller.parameters();
    if (found != null) {
      parameters.set(found, controller.mirroring("the demo"));
    }
    long epoch = epoch();
    cluster.await(() -> topology.isUnder(epoch), "the topology does not take epoch " + epoch);
  }

  /** Returns the console's URL. */
  String console() {
    return controller.url() + "/console";
  }

  /** Returns the mode in force, its epoch, the policy and the reason, on one line. */
  String mode() {
    Parameters now = controller.parameters();
    if (now == null) {
      return "not known: " + controller.detail();
    }
    return "%s  epoch %d  policy %s  %s"
        .formatted(
            now.getInForce().getName(), now.getEpoch(), now.getPolicy(), Plain.of(now.getReason()));
  }

  /** Returns the epoch of the newest parameters. */
  long epoch() {
    Parameters now = controller.parameters();
    return now == null ? 0 : now.getEpoch();
  }

  /**
   * Returns the decisions after {@code epoch}, oldest first; if there are very many, only the
   * latest.
   */
  List<Decision> decisionsAfter(long epoch) {
    List<Decision> after = new ArrayList<>();
    for (Decision decision : controller.decisions(MAX_NEW)) {
      if (decision.getToEpoch() > epoch) {
        after.add(0, decision);
      }
    }
    return after;
  }

  /** Returns the storms. */
  Storms storms() {
    return storms;
  }
}
