package io.windsock.control.monitor;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.wire.DelaySummary;
import io.windsock.contracts.wire.PartitionSample;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.contracts.wire.TopologySample;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * A value that a policy monitors: the monitored variables of the paper (section 3.2.2) and those
 * that Windsock adds. The index is the one that {@code set_monitor_values} takes.
 */
public enum MonitoredValue {
  /** The paper's ready queue. */
  READY(
      0,
      "ready",
      "events",
      "ready queue",
      "Events received and not yet processed.",
      SiteSample::getReady),
  /** The paper's backup queue. */
  BACKUP(
      1,
      "backup",
      "offsets",
      "backup queue",
      "Offsets of the log not yet covered by a checkpoint.",
      SiteSample::getBackup),
  /** The paper's buffer of client requests. */
  PENDING(
      2,
      "pending",
      "requests",
      "queue of pending requests",
      "Client requests accepted and not yet answered.",
      SiteSample::getPending),
  /** The load by requests. */
  REQUEST_RATE(
      3,
      "requestRate",
      "requests/s",
      "rate of requests",
      "Client requests answered a second.",
      SiteSample::getRequestsPerSecond),
  /** The paper's measure of the delay for regular clients. */
  UPDATE_DELAY(
      4,
      "updateDelay",
      "ms",
      "update delay",
      "99th percentile of the update delay since the last sample.",
      MonitoredValue::updateDelayMs),
  /** The loss of consistency, in events. */
  STALENESS_EVENTS(
      5,
      "stalenessEvents",
      "events",
      "staleness",
      "Updates that the site's state lacks against the central site's.",
      SiteSample::getStalenessEvents),
  /** The loss of consistency, in time. */
  STALENESS_MS(
      6,
      "stalenessMs",
      "ms",
      "staleness",
      "Age of the oldest update that the site's state lacks.",
      SiteSample::getStalenessMs),
  /** The load by processors. */
  CPU(
      7,
      "cpu",
      "processors",
      "use of processors",
      "Processors that the site's process uses.",
      SiteSample::getCpu);

  private final int index;
  private final String text;
  private final String unit;
  private final String words;
  private final String meaning;

  @SuppressWarnings("ImmutableEnumChecker") // a method reference, without state
  private final ToDoubleFunction<SiteSample> measured;

  MonitoredValue(
      int index,
      String text,
      String unit,
      String words,
      String meaning,
      ToDoubleFunction<SiteSample> measured) {
    this.index = index;
    this.text = text;
    this.unit = unit;
    this.words = words;
    this.meaning = meaning;
    this.measured = measured;
  }

  /** Returns the name in configuration, records and commands, such as {@code updateDelay}. */
  public String text() {
    return text;
  }

  /** Returns the unit of measurement. */
  public String unit() {
    return unit;
  }

  /** Returns the name in sentences, such as {@code update delay}. */
  public String words() {
    return words;
  }

  /** Returns the definition, in a sentence. */
  public String meaning() {
    return meaning;
  }

  /** Returns the paper's index, from 0. */
  public int index() {
    return index;
  }

  /** Returns the value in a site's sample; NaN if it has none. */
  double of(SiteSample sample) {
    return measured.applyAsDouble(sample);
  }

  private static double updateDelayMs(SiteSample sample) {
    DelaySummary delay = sample.getUpdateDelay();
    return delay.getEvents() == 0 ? Double.NaN : delay.getP99Ms();
  }

  /** Returns all values in a site's sample by {@link #index}; NaN where it has none. */
  public static double[] in(SiteSample sample) {
    return Arrays.stream(values()).mapToDouble(value -> value.of(sample)).toArray();
  }

  /** Returns all values in a topology's sample by {@link #index}; NaN where it has none. */
  public static double[] in(TopologySample sample) {
    double[] values = new double[values().length];
    Arrays.fill(values, Double.NaN);
    values[READY.index] =
        sample.getPartitions().stream().mapToLong(PartitionSample::getReady).sum();
    values[CPU.index] = sample.getCpu();
    return values;
  }

  /** Returns the value with that name, if there is one. */
  public static Optional<MonitoredValue> named(String text) {
    return Arrays.stream(values()).filter(value -> value.text.equals(text)).findFirst();
  }

  /**
   * Returns the value with this name or index.
   *
   * @throws ConfigurationException if there is none
   */
  public static MonitoredValue of(String nameOrIndex) {
    return Arrays.stream(values())
        .filter(
            value ->
                value.text.equals(nameOrIndex) || String.valueOf(value.index).equals(nameOrIndex))
        .findFirst()
        .orElseThrow(
            () ->
                ConfigurationException.of(
                    "set-monitor-values.value",
                    "'%s' is not monitored; the monitored values are %s"
                        .formatted(
                            nameOrIndex,
                            Arrays.stream(values()).map(MonitoredValue::text).toList())));
  }
}
