package io.windsock.cli.capacity;

import io.windsock.evaluation.capacity.Demand;
import picocli.CommandLine.Option;

/** What the deployment must carry. */
final class LoadOptions {
  @Option(
      names = "--events",
      paramLabel = "N",
      required = true,
      converter = AmountConverter.class,
      description = "Source events per second.")
  private double events;

  @Option(
      names = "--keys",
      paramLabel = "N",
      required = true,
      converter = AmountConverter.class,
      description = "Keys in the state, such as flight legs.")
  private double keys;

  @Option(
      names = "--displays",
      paramLabel = "N",
      required = true,
      converter = AmountConverter.class,
      description = "Displays that follow a view of a mirror.")
  private double displays;

  @Option(
      names = "--calls",
      paramLabel = "N",
      defaultValue = "0",
      converter = AmountConverter.class,
      description =
          "Calls per second, each for one key, through gateways (default: ${DEFAULT-VALUE}).")
  private double calls;

  @Option(
      names = "--event-bytes",
      paramLabel = "N",
      defaultValue = "200",
      converter = AmountConverter.class,
      description = "Size of an event (default: ${DEFAULT-VALUE}).")
  private double eventBytes;

  @Option(
      names = "--view-bytes",
      paramLabel = "N",
      defaultValue = "20000",
      converter = AmountConverter.class,
      description = "Size of a display's initial state (default: ${DEFAULT-VALUE}).")
  private double viewBytes;

  @Option(
      names = "--views",
      paramLabel = "N",
      defaultValue = "100",
      converter = AmountConverter.class,
      description =
          "Different views among the displays, each encoded once for all (default:"
              + " ${DEFAULT-VALUE}).")
  private double views;

  @Option(
      names = "--updates-per-display",
      paramLabel = "N",
      defaultValue = "1",
      converter = AmountConverter.class,
      description = "Updates per second of one display (default: ${DEFAULT-VALUE}).")
  private double updatesPerDisplay;

  @Option(
      names = "--reconnect-seconds",
      paramLabel = "N",
      defaultValue = "60",
      converter = AmountConverter.class,
      description =
          "Time in which all displays fetch initial state after a failure (default:"
              + " ${DEFAULT-VALUE}).")
  private double reconnectSeconds;

  @Option(
      names = "--mirrored-share",
      paramLabel = "X",
      defaultValue = "0.1",
      converter = AmountConverter.class,
      description = "Share of the events that is mirrored, 0 to 1 (default: ${DEFAULT-VALUE}).")
  private double mirroredShare;

  /** Returns the load. */
  Demand.Load load() {
    return new Demand.Load(
        events,
        keys,
        displays,
        calls,
        eventBytes,
        viewBytes,
        views,
        updatesPerDisplay,
        reconnectSeconds,
        mirroredShare);
  }
}
