package io.windsock.cli.doctor;

import io.windsock.cli.show.Units;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import io.windsock.topology.guard.Application;
import io.windsock.topology.guard.Progress;
import io.windsock.topology.guard.StartGuard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;

/**
 * Checks that exactly one topology owns its group and outputs, and that it receives the source
 * records.
 */
final class PipelineChecks {
  /** How long a pipeline may take to receive a waiting record. */
  private static final Duration LOOK = Duration.ofSeconds(5);

  private final Admin admin;
  private final Map<String, Object> kafka;
  private final Application application;

  /**
   * Creates the checks of one topology.
   *
   * @param kafka a client's properties
   */
  PipelineChecks(Admin admin, Map<String, Object> kafka, Application application) {
    this.admin = admin;
    this.kafka = kafka;
    this.application = application;
  }

  List<Check> all() throws InterruptedException {
    List<Check> checks = new ArrayList<>();
    try {
      for (Fault fault : StartGuard.faults(admin, kafka, application)) {
        checks.add(Check.of(fault));
      }
      checks.add(progress(Progress.look(admin, kafka, application, LOOK)));
    } catch (ConfigurationException e) {
      checks.add(Check.fault("pipeline", e.getMessage() + "", "try again"));
    }
    return checks;
  }

  private Check progress(Progress now) {
    String id = application.id();
    String waiting = Units.count(now.waiting()) + " source offsets wait";
    if (now.isStalled()) {
      return Check.fault("pipeline", "stands still: " + waiting + standstill(now), remedy(now));
    }
    if (now.members() == 0) {
      return Check.warning("pipeline", "no topology runs as '" + id + "'", remedy(now));
    }
    return Check.ok(
        "pipeline",
        "'" + id + "' " + (now.waiting() == 0 ? "is up to date" : "advances; " + waiting));
  }

  private String standstill(Progress now) {
    return now.members() == 0
        ? ", and no topology runs as '" + application.id() + "'"
        : ", and none was received for "
            + LOOK.toSeconds()
            + " s, with "
            + now.members()
            + " members in the group '"
            + application.id()
            + "'";
  }

  private String remedy(Progress now) {
    return now.members() == 0
        ? "windsock topology --prefix " + application.topics().prefix()
        : "read /health/ready and the log of the topology";
  }
}
