package io.windsock.cli.run;

import io.windsock.cli.option.ApplicationOption;
import io.windsock.cli.option.ClusterOptions;
import io.windsock.cli.option.CommonOptions;
import io.windsock.cli.option.DomainOptions;
import io.windsock.cli.option.ExitCode;
import io.windsock.cli.option.StopSignal;
import io.windsock.cli.option.TopologyOptions;
import io.windsock.contracts.config.Failure;
import io.windsock.platform.http.endpoint.HealthServer;
import io.windsock.topology.TopologyApp;
import io.windsock.topology.TopologyConfig;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs a topology alone. */
@Command(
    name = "topology",
    description =
        "Run the topology: source topics in, forward and mirror topics out, until Ctrl-C.",
    footer = {
      "  windsock topology                                the airline domain, broker on 127.0.0.1:9092",
      "  windsock topology --rules my-rules.yaml --threads 2 --commit-interval-ms 20",
      "  windsock topology -b kafka:9092 --replication 3 --data /var/lib/windsock/topology"
    })
public final class TopologyCommand implements Callable<Integer> {
  private static final long CHECK_MS = 500;
  private static final long LINE_EVERY_NS = TimeUnit.SECONDS.toNanos(5);

  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private ClusterOptions cluster = new ClusterOptions();
  @Mixin private DomainOptions domain = new DomainOptions();
  @Mixin private TopologyOptions topology = new TopologyOptions();

  @Mixin private ApplicationOption application = new ApplicationOption();

  @Option(
      names = "--data",
      paramLabel = "DIR",
      defaultValue = ".windsock/topology",
      description = "This instance's own folder (default: ${DEFAULT-VALUE}).")
  private Path data = Path.of(".windsock/topology");

  @Option(
      names = "--replication",
      paramLabel = "N",
      defaultValue = "1",
      description = "Replicas of topics that are created (default: ${DEFAULT-VALUE}).")
  private int replication;

  @Option(
      names = "--restore-offsets",
      description =
          "If the application id has committed less than the outputs hold, or more than it has"
              + " received, as after its offsets have expired or were set: set them from its changelog"
              + " (default: refuse to start).")
  private boolean restoreOffsets;

  @Option(
      names = "--accept-loss",
      description =
          "If source records were deleted before they were received: count them, dead-letter the"
              + " range and continue. If a source has lost its end: continue there (default: refuse"
              + " to start).")
  private boolean acceptLoss;

  @Mixin private HealthOptions health = new HealthOptions();

  private record Ready(
      String applicationId, String bootstrapServers, int partitions, @Nullable String url) {}

  @Override
  public Integer call() throws InterruptedException {
    String applicationId = application.id(cluster.topics());
    TopologyConfig config =
        topology
            .config(domain.named(), domain.catalogue())
            .bootstrapServers(cluster.bootstrapServers())
            .topics(cluster.topics())
            .properties(cluster.properties())
            .applicationId(applicationId)
            .replication(replication)
            .stateDir(data)
            .restoreOffsets(restoreOffsets)
            .acceptLoss(acceptLoss)
            .build();
    cluster.admin().close();
    try (StopSignal stop = StopSignal.listen();
        TopologyApp app = TopologyApp.start(config);
        HealthServer served =
            health.serve(app.metrics(), "topology", applicationId, () -> readiness(app))) {
      if (!awaitRunning(app, stop)) {
        return ExitCode.OK;
      }
      String url = served == null ? null : served.url();
      Ready ready =
          new Ready(
              applicationId, config.kafka().bootstrapServers(), config.kafka().partitions(), url);
      common
          .output()
          .element(
              ready,
              () ->
                  "ready "
                      + ready.applicationId()
                      + "  ("
                      + ready.partitions()
                      + " partitions on "
                      + ready.bootstrapServers()
                      + ")"
                      + (url == null ? "" : "  metrics " + url + "/metrics"));
      while (!stop.await(CHECK_MS)) {
        failIfFailed(app);
      }
    }
    return ExitCode.OK;
  }

  private static HealthServer.Readiness readiness(TopologyApp app) {
    TopologyApp.Health now = app.health();
    String reason = now.reason();
    return new HealthServer.Readiness(
        now.state() == TopologyApp.State.RUNNING, reason == null ? now.state().name() : reason);
  }

  /** Returns whether it runs; false if it was told to stop before. */
  private boolean awaitRunning(TopologyApp app, StopSignal stop) throws InterruptedException {
    long nextLineNs = System.nanoTime() + LINE_EVERY_NS;
    TopologyApp.Health health = app.health();
    while (health.state() != TopologyApp.State.RUNNING) {
      failIfFailed(app);
      if (stop.await(CHECK_MS / 10)) {
        return false;
      }
      if (System.nanoTime() - nextLineNs > 0) {
        nextLineNs += LINE_EVERY_NS;
        String reason = health.reason();
        common
            .err()
            .println(
                "starting: "
                    + (reason == null ? "joins its group or restores its status table" : reason));
      }
      health = app.health();
    }
    return true;
  }

  private static void failIfFailed(TopologyApp app) {
    TopologyApp.Health health = app.health();
    if (health.state() == TopologyApp.State.FAILED) {
      throw new Failure("the topology stopped: " + health.reason() + "; start it again");
    }
  }
}
