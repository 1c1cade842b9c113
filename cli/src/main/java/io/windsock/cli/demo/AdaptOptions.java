package io.windsock.cli.demo;

import io.windsock.cli.option.PortConverter;
import io.windsock.contracts.call.MirroringCall.SetPolicy;
import io.windsock.testbed.storm.StormOptions;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for the demo's adaptation and its storms. */
final class AdaptOptions {
  private static final Set<String> POLICIES = Set.copyOf(SetPolicy.POLICIES);

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
  private @Nullable Integer controllerPort;

  @Option(
      names = "--storm-clients",
      paramLabel = "N",
      defaultValue = "2000",
      description =
          "Displays in the storm that the key s starts, within 2 s (default: ${DEFAULT-VALUE}).")
  private int stormClients = 2_000;

  @Option(
      names = "--storm-after",
      paramLabel = "S",
      description = "Start a storm after so many seconds, without a key.")
  private @Nullable Integer stormAfterSeconds;

  /** Returns the fault of the options; null if they are valid. */
  @Nullable String fault() {
    if (policy != null && !POLICIES.contains(policy)) {
      return "--adapt '" + policy + "': thresholds, objective or off";
    }
    if (stormClients < 1 || stormClients > StormOptions.MAX_CLIENTS) {
      return "--storm-clients " + stormClients + ": from 1 to " + StormOptions.MAX_CLIENTS;
    }
    if (stormAfterSeconds != null && stormAfterSeconds < 0) {
      return "--storm-after " + stormAfterSeconds + ": 0 seconds or more";
    }
    return null;
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

  @Nullable Integer controllerPort() {
    return controllerPort;
  }

  int stormClients() {
    return stormClients;
  }

  @Nullable Integer stormAfterSeconds() {
    return stormAfterSeconds;
  }
}
