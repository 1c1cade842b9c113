package io.windsock.cli.demo;

import io.windsock.cli.show.Plain;
import io.windsock.contracts.config.Failure;
import io.windsock.contracts.wire.Decision;
import io.windsock.contracts.wire.Parameters;
import io.windsock.control.Controller;
import io.windsock.control.ControllerConfig;
import io.windsock.control.http.Storms;
import io.windsock.testbed.storm.ConsoleStorms;
import io.windsock.topology.TopologyApp;
import io.windsock.topology.TopologyConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The demo's controller, and the storms that its console or a key starts. Any thread may ask; one
 * starts and closes.
 */
final class DemoController implements AutoCloseable {
  private static final String NAME = "demo";
  private static final long LOOK_EVERY_MS = 20;
  private static final int MOST_NEW = 100;

  private final DemoParameters parameters;
  private final ConsoleStorms storms = ConsoleStorms.within();
  private final Controller controller;

  private DemoController(ControllerConfig config, DemoParameters parameters) {
    this.parameters = parameters;
    controller = Controller.start(config, storms);
    storms.aim(controller::mirrorUrls);
  }

  /**
   * Starts it.
   *
   * @param trimmed whether the mirror topic is trimmed behind the commit point
   */
  static DemoController start(
      TopologyConfig topology, DemoParameters parameters, int port, boolean trimmed) {
    ControllerConfig config =
        ControllerConfig.builder(NAME, topology.bootstrapServers())
            .topics(topology.topics())
            .catalogue(topology.catalogue())
            .initial(parameters.initial())
            .http("127.0.0.1", port)
            .trimmed(trimmed ? Set.of("mirror") : Set.of())
            .build();
    return new DemoController(config, parameters);
  }

  /**
   * Sets the parameters of this start and waits until the topology is under them.
   *
   * @param look asked now and then, and throws if it can't become true any more; false ends the
   *     waiting
   */
  void begin(TopologyApp topology, BooleanSupplier look) throws InterruptedException {
    await(look, controller::active);
    Parameters found = controller.parameters();
    if (found != null) {
      parameters.set(found, controller.mirroring("the demo"));
    }
    long epoch = epoch();
    await(look, () -> topology.isUnder(epoch));
  }

  private void await(BooleanSupplier look, BooleanSupplier done) throws InterruptedException {
    while (!done.getAsBoolean()) {
      if (controller.stopped() || !look.getAsBoolean()) {
        throw new Failure("the controller does not begin: " + controller.detail());
      }
      Thread.sleep(LOOK_EVERY_MS);
    }
  }

  /** Why it can't go on; null while it can. */
  @Nullable String failure() {
    return controller.stopped() ? "the controller " + controller.detail() : null;
  }

  /** Its console's URL. */
  String console() {
    return controller.url() + "/console";
  }

  /** The mode in force, its epoch, the policy and the reason, in one line. */
  String mode() {
    Parameters now = controller.parameters();
    if (now == null) {
      return "not known: " + controller.detail();
    }
    return "%s  epoch %d  policy %s  %s"
        .formatted(
            now.getInForce().getName(), now.getEpoch(), now.getPolicy(), Plain.of(now.getReason()));
  }

  /** Epoch of the newest parameters. */
  long epoch() {
    Parameters now = controller.parameters();
    return now == null ? 0 : now.getEpoch();
  }

  /** Decisions after that of {@code epoch}, oldest first; of very many only the latest. */
  List<Decision> decisionsAfter(long epoch) {
    List<Decision> after = new ArrayList<>();
    for (Decision decision : controller.decisions(MOST_NEW)) {
      if (decision.getToEpoch() > epoch) {
        after.add(0, decision);
      }
    }
    return after;
  }

  /** The storms. */
  Storms storms() {
    return storms;
  }

  /** Ends the storm, and leaves. */
  @Override
  public void close() {
    storms.close();
    controller.close();
  }
}
