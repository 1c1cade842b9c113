package io.windsock.cli.demo;

import io.windsock.cli.feed.FeedFiles;
import io.windsock.cli.feed.SpeedConverter;
import io.windsock.cli.option.PortConverter;
import io.windsock.contracts.call.MirroringCall.SetPolicy;
import io.windsock.feeds.replay.time.Speed;
import io.windsock.testbed.storm.StormOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The demo's options, except those of the domain and the topology. */
final class DemoOptions {
  private static final int MAX_SITES = 32;
  private static final int MAX_GATEWAYS = 8;
  private static final Set<String> POLICIES = Set.copyOf(SetPolicy.POLICIES);

  @Option(
      names = "--feed",
      paramLabel = "FILE",
      description =
          "A recording to replay; may be repeated, files are merged by event time (default: a"
              + " generated sample, a busy hour at a hub).")
  private List<String> feeds = new ArrayList<>();

  @Option(
      names = "--mapping",
      paramLabel = "M",
      description = "How to read the files: a shipped mapping's name or a YAML file; repeatable.")
  private List<String> mappings = new ArrayList<>();

  @Option(
      names = "--speed",
      paramLabel = "S",
      converter = SpeedConverter.class,
      description = "x1, x60, max … (default: x10; headless: max).")
  private @Nullable Speed speed;

  @Option(
      names = "--loop",
      negatable = true,
      description =
          "Replay again and again, each time later in event time (default: only the sample, on a"
              + " screen).")
  private @Nullable Boolean loop;

  @Option(
      names = "--rebase",
      negatable = true,
      description = {
        "Move all times so that the feed begins now, and replay it from its beginning at each start"
            + " (default: only the sample). Otherwise a second start continues where the last one"
            + " stopped, and sends nothing if that was the end."
      })
  private @Nullable Boolean rebase;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      defaultValue = ".windsock/demo",
      description = "Folder of the data, kept from run to run (default: ${DEFAULT-VALUE}).")
  Path data = Path.of(".windsock/demo");

  @Option(names = "--fresh", description = "Delete what an earlier run left in --data.")
  boolean fresh;

  @Option(
      names = "--port",
      paramLabel = "N",
      converter = PortConverter.class,
      description =
          "Port of the central site; the mirrors take the next ones (default: 8080, or"
              + " near it if taken).")
  @Nullable Integer port;

  @Option(
      names = "--broker-port",
      paramLabel = "N",
      converter = PortConverter.class,
      description = "Port of the broker (default: 9092, or any if taken).")
  @Nullable Integer brokerPort;

  @Option(
      names = "--sites",
      paramLabel = "N",
      defaultValue = "3",
      description = "The central site and N-1 mirrors (default: ${DEFAULT-VALUE}).")
  int sites;

  @Option(
      names = "--gateways",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Gateways in front of the mirrors: gateway-1 and so on (default: ${DEFAULT-VALUE}, clients"
              + " ask sites).")
  int gateways;

  @Option(
      names = "--gateway-port",
      paramLabel = "N",
      converter = PortConverter.class,
      description =
          "Port of the first gateway's HTTP; the others take the next ones, and the links of each are"
              + " at its port plus 1000 (default: 8070, or another if taken).")
  @Nullable Integer gatewayPort;

  @Option(
      names = "--remote",
      description =
          "Also a remote site: a second broker, a link that copies the mirror topic to it, and a"
              + " mirror there.")
  boolean remote;

  @Option(names = "--headless", description = "No screen and no keys: lines of text.")
  boolean headless;

  @Option(
      names = "--until-drained",
      description =
          "Stop when everything replayed is applied everywhere, and check that the counts add up.")
  boolean untilDrained;

  @Option(
      names = "--summary",
      paramLabel = "FILE",
      description = "With --until-drained: write the summary as JSON.")
  @Nullable Path summary;

  @Option(
      names = "--patience",
      paramLabel = "S",
      defaultValue = "60",
      description =
          "Give up draining after this many seconds without progress (default: ${DEFAULT-VALUE}).")
  int patienceSeconds;

  @Option(
      names = "--adapt",
      paramLabel = "POLICY",
      description =
          "What adapts the mirroring: thresholds, objective or off (default: thresholds; off with"
              + " --rules or --until-drained).")
  private @Nullable String policy;

  @Option(
      names = "--controller-port",
      paramLabel = "N",
      converter = PortConverter.class,
      description =
          "Port of the controller and its console, 0 for any (default: 8090, or near it if taken).")
  @Nullable Integer controllerPort;

  @Option(
      names = "--storm-clients",
      paramLabel = "N",
      defaultValue = "2000",
      description =
          "Displays in the storm that the key s starts, within 2 s (default: ${DEFAULT-VALUE}).")
  int stormClients = 2_000;

  @Option(
      names = "--storm-after",
      paramLabel = "S",
      description = "Start a storm after this many seconds, without a key.")
  @Nullable Integer stormAfterSeconds;

  /** Returns the fault of the combination; null if it is valid. */
  @Nullable String fault() {
    if (sites < 1 || sites > MAX_SITES) {
      return "--sites " + sites + ": from 1 to " + MAX_SITES;
    }
    int lastFirst = PortConverter.MAX_PORT - sites + 1;
    if (port != null && (port < 1 || port > lastFirst)) {
      return "--port " + port + ": " + sites + " ports from there on must exist; 1 to " + lastFirst;
    }
    if (summary != null && !untilDrained) {
      return "--summary needs --until-drained: only a complete run has a summary";
    }
    if (untilDrained && loop()) {
      return "--until-drained with --loop never ends: leave one of them out";
    }
    if (!mappings.isEmpty() && feeds.isEmpty()) {
      return "--mapping " + mappings.get(0) + " without --feed: name the file it is for";
    }
    if (patienceSeconds < 1) {
      return "--patience " + patienceSeconds + ": at least 1 second";
    }
    if (loop() && feeds.contains("-")) {
      return "--feed - can't be read again: leave --loop out";
    }
    if (policy != null && !POLICIES.contains(policy)) {
      return "--adapt '" + policy + "': thresholds, objective or off";
    }
    if (stormClients < 1 || stormClients > StormOptions.MAX_CLIENTS) {
      return "--storm-clients " + stormClients + ": from 1 to " + StormOptions.MAX_CLIENTS;
    }
    if (stormAfterSeconds != null && stormAfterSeconds < 0) {
      return "--storm-after " + stormAfterSeconds + ": 0 seconds or more";
    }
    String gatewaysFault = gatewaysFault();
    return gatewaysFault == null ? summaryFault() : gatewaysFault;
  }

  private @Nullable String gatewaysFault() {
    if (gateways < 0 || gateways > MAX_GATEWAYS) {
      return "--gateways " + gateways + ": from 0 to " + MAX_GATEWAYS;
    }
    if (gateways > 0 && sites == 1) {
      return "--gateways " + gateways + " with --sites 1: they ask mirrors; --sites 2 has one";
    }
    if (gatewayPort != null && gateways == 0) {
      return "--gateway-port " + gatewayPort + " without --gateways: say how many there are";
    }
    int lastFirst = DemoPorts.lastGateway(gateways);
    return gatewayPort != null && (gatewayPort < 1 || gatewayPort > lastFirst)
        ? "--gateway-port %d: %d ports from there on, and 1000 above, must exist; 1 to %d"
            .formatted(gatewayPort, gateways, lastFirst)
        : null;
  }

  private @Nullable String summaryFault() {
    if (summary == null) {
      return null;
    }
    Path parent = summary.toAbsolutePath().getParent();
    if (Files.isDirectory(summary)) {
      return "--summary '" + summary + "' is a folder: name a file in it";
    }
    if (parent == null || !Files.isDirectory(parent)) {
      return "--summary '" + summary + "': there is no folder '" + parent + "': make it first";
    }
    Path written = Files.exists(summary) ? summary : parent;
    return Files.isWritable(written)
        ? null
        : "--summary '" + summary + "' can't be written: name another file";
  }

  boolean sample() {
    return feeds.isEmpty();
  }

  FeedFiles files() {
    return new FeedFiles(feeds, mappings);
  }

  Speed speed() {
    if (speed != null) {
      return speed;
    }
    return headless ? Speed.MAX : new Speed(10);
  }

  boolean loop() {
    return loop == null ? sample() && !headless && !untilDrained : loop;
  }

  boolean rebase() {
    return rebase == null ? sample() : rebase;
  }

  /**
   * Returns the policy.
   *
   * @param counted whether the run is for event counts under given rules
   */
  String policy(boolean counted) {
    if (policy != null) {
      return policy;
    }
    return counted ? SetPolicy.OFF : SetPolicy.THRESHOLDS;
  }
}
