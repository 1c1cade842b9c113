package io.windsock.cli.control;

import io.windsock.cli.option.ClusterOptions;
import io.windsock.cli.option.CommonOptions;
import io.windsock.cli.option.DomainOptions;
import io.windsock.cli.option.ExitCode;
import io.windsock.cli.option.PortConverter;
import io.windsock.cli.option.StopSignal;
import io.windsock.cli.run.ServingOptions;
import io.windsock.contracts.call.MirroringCall;
import io.windsock.contracts.call.MirroringCall.SetPolicy;
import io.windsock.contracts.config.ConfigCheck;
import io.windsock.contracts.config.Failure;
import io.windsock.contracts.topic.Topics;
import io.windsock.contracts.wire.Parameters;
import io.windsock.control.Controller;
import io.windsock.control.ControllerConfig;
import io.windsock.control.params.DefaultParameters;
import io.windsock.testbed.storm.ConsoleStorms;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs a controller alone. */
@Command(
    name = "controller",
    description = {
      "Run a controller: watches queues and requests, changes the mirroring, announces commit points,"
          + " trims the log, and serves the console, until Ctrl-C.",
      "Several may run: one is active, the others wait. Without one, the mirroring stays unchanged."
    },
    footer = {
      "  windsock controller                              broker on 127.0.0.1:9092; prints the console's URL",
      "  windsock controller --name c2 --port 8091        a second one, which waits",
      "  windsock controller --policy objective           hold an update delay instead of thresholds",
      "  windsock controller --storms                     for a trial: storms from the console"
    })
public final class ControllerCommand implements Callable<Integer> {
  private static final long CHECK_MS = 500;

  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private ClusterOptions cluster = new ClusterOptions();
  @Mixin private DomainOptions domain = new DomainOptions();

  @Option(
      names = "--name",
      paramLabel = "NAME",
      defaultValue = "controller",
      description = "Its name in decisions and on the console (default: ${DEFAULT-VALUE}).")
  private String name = "controller";

  @Option(
      names = "--port",
      paramLabel = "N",
      converter = PortConverter.class,
      defaultValue = "" + ControllerAddress.PORT,
      description = "Port to serve on; 0 for any free one (default: ${DEFAULT-VALUE}).")
  private int port;

  @Mixin private ServingOptions serving = new ServingOptions();

  @Option(
      names = "--policy",
      paramLabel = "POLICY",
      defaultValue = SetPolicy.THRESHOLDS,
      description =
          "What decides if no parameters were written before: thresholds, objective or off"
              + " (default: ${DEFAULT-VALUE}).")
  private String policy = SetPolicy.THRESHOLDS;

  @Option(
      names = "--rules",
      paramLabel = "FILE",
      description =
          "Rules of the base function if no parameters were written before, or none (default:"
              + " coalesce up to 10 events).")
  private @Nullable Path rules;

  @Option(
      names = "--marker-every",
      paramLabel = "N",
      defaultValue = "50",
      description =
          "With --rules: a checkpoint after this many sent events (default: ${DEFAULT-VALUE}).")
  private int markerEvery;

  @Option(
      names = "--site-expiry-s",
      paramLabel = "S",
      defaultValue = "120",
      description =
          "A site that has been silent for this long no longer holds back trimming (default:"
              + " ${DEFAULT-VALUE}).")
  private int siteExpirySeconds;

  @Option(
      names = "--link-expiry-s",
      paramLabel = "S",
      defaultValue = "86400",
      description =
          "A link to another cluster that has copied nothing for this long, though there is more, no"
              + " longer holds back trimming (default: ${DEFAULT-VALUE}).")
  private int linkExpirySeconds;

  @Option(
      names = "--trim",
      paramLabel = "ROLE",
      split = ",",
      defaultValue = "mirror",
      description =
          "Trim the topics of these roles behind the commit point: mirror, central, or none (default:"
              + " ${DEFAULT-VALUE}).")
  private List<String> trim = List.of("mirror");

  @Option(
      names = "--storms",
      description =
          "Let the console start storms of displays at the mirrors of this machine (default: it can"
              + " not).")
  private boolean storms;

  private record Ready(String name, String url) {}

  @Override
  public Integer call() throws InterruptedException {
    ControllerConfig config = config();
    reportMissingTopics();
    try (StopSignal stop = StopSignal.listen();
        ConsoleStorms displays = ConsoleStorms.inOtherProcesses();
        Controller controller = Controller.start(config, storms ? displays : null)) {
      displays.aim(controller::mirrorUrls);
      Ready ready = new Ready(name, controller.url());
      common
          .output()
          .element(ready, () -> "ready " + ready.name() + "  console " + ready.url() + "/console");
      while (!stop.await(CHECK_MS)) {
        if (controller.stopped()) {
          throw new Failure("the controller " + controller.detail() + "; start it again");
        }
      }
    }
    return ExitCode.OK;
  }

  /** Reports missing topics, because the start below waits for them silently. */
  private void reportMissingTopics() throws InterruptedException {
    Topics topics = cluster.topics();
    Set<String> missing =
        new TreeSet<>(Set.of(topics.control(), topics.monitor(), topics.decisions()));
    try (Admin admin = cluster.admin()) {
      missing.removeAll(admin.listTopics().names().get());
    } catch (ExecutionException e) {
      throw new Failure("the cluster does not list its topics: " + e.getCause(), e);
    }
    if (!missing.isEmpty()) {
      PrintWriter err = common.err();
      err.printf("waiting for the topics %s: start the topology, which creates them%n", missing);
      err.flush();
    }
  }

  private ControllerConfig config() {
    return ControllerConfig.builder(name, cluster.bootstrapServers(), domain.catalogue())
        .topics(cluster.topics())
        .initial(initial())
        .http(serving.host(), port)
        .allowedHosts(serving.allowedHosts())
        .advertisedUrl(serving.advertisedUrl())
        .siteExpiry(Duration.ofSeconds(siteExpirySeconds))
        .linkExpiry(Duration.ofSeconds(linkExpirySeconds))
        .trimmed(trim.equals(List.of("none")) ? Set.of() : Set.copyOf(trim))
        .kafka(cluster.properties())
        .build();
  }

  /** Returns the parameters that the first controller of a cluster writes. */
  Parameters initial() {
    ConfigCheck check = new ConfigCheck("controller");
    check.range("marker-every", markerEvery, 1, MirroringCall.MAX_CHECKPOINT_EVERY);
    check.holds(
        SetPolicy.POLICIES.contains(policy), "policy", policy, "one of " + SetPolicy.POLICIES);
    check.done();
    return DefaultParameters.of(
        domain.rules(null), rules == null ? null : domain.rules(rules), markerEvery, policy);
  }
}
