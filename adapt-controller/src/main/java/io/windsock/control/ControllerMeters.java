package io.windsock.control;

import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.wire.Decision;
import io.windsock.contracts.wire.FunctionSettings;
import io.windsock.contracts.wire.Parameters;
import io.windsock.control.checkpoint.Backlog;
import io.windsock.control.checkpoint.LogPosition;
import io.windsock.control.monitor.MonitoredValue;
import io.windsock.control.monitor.Observation;
import io.windsock.control.monitor.Reading;
import io.windsock.control.params.ModeName;
import io.windsock.control.params.NumericParameters;
import io.windsock.control.state.ControllerListener;
import io.windsock.control.state.ControllerState;
import io.windsock.platform.telemetry.GaugeValue;
import io.windsock.platform.telemetry.Metric;
import io.windsock.platform.telemetry.Metrics;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * A controller's metrics for Prometheus. Gauges read {@link ControllerState} at each scrape; those
 * of the mirroring only while the controller is active, so that several controllers do not
 * contradict each other. The control thread and the checkpoint thread update the counters.
 */
final class ControllerMeters implements ControllerListener, AutoCloseable {
  private static final double MS_PER_SECOND = 1000;
  private static final List<String> ROLES = List.of("central", "mirror");

  private final Metrics metrics = new Metrics();
  private final ControllerState state;
  private final Catalogue catalogue;
  private final InstantSource clock;
  private final Map<String, Backlog> backlogs = new ConcurrentHashMap<>();
  private volatile Numbers numbers = new Numbers(-1, Map.of());
  private @Nullable KafkaClientMetrics writer;

  /** The numeric parameters of an epoch. */
  private record Numbers(long epoch, Map<String, Double> values) {}

  ControllerMeters(ControllerState state, Catalogue catalogue) {
    this.state = state;
    this.catalogue = catalogue;
    clock = state.clock();
    metrics.gauge(Metric.CONTROLLER_EPOCH, state, ControllerMeters::epoch);
    metrics.levels(Metric.CONTROLLER_SITES, this::sites);
    metrics.levels(Metric.MONITORED, this::monitored);
    metrics.levels(Metric.THRESHOLD, () -> inForce(ControllerMeters::thresholds));
    metrics.levels(Metric.PARAMETER, () -> inForce(this::parameters));
    metrics.levels(Metric.MODE, () -> inForce(ControllerMeters::modes));
    metrics.levels(Metric.MODE_CHANGED, () -> inForce(parameters -> changed()));
    metrics.levels(Metric.CHECKPOINT_LAG, () -> backlogs(Backlog::lag));
    metrics.levels(
        Metric.CHECKPOINT_AGE,
        () -> backlogs(backlog -> backlog.ageMs(clock.millis()) / MS_PER_SECOND));
  }

  Metrics metrics() {
    return metrics;
  }

  /** Counts a decision made by this controller. For the control thread. */
  void made(Decision decision) {
    if (ModeName.changed(decision)) {
      metrics.counter(Metric.MODE_CHANGES, ModeName.of(decision.getToMode())).increment();
    }
  }

  /** Binds the metrics of a new writer's client. For the control thread. */
  void writerOpened(KafkaClientMetrics client) {
    writerClosed();
    writer = client;
    metrics.bind(client);
  }

  /** Removes the metrics of the closed writer's client. For the control thread. */
  void writerClosed() {
    if (writer != null) {
      metrics.unbind(writer);
      writer = null;
    }
  }

  /**
   * Creates each mode's counter at zero, because Prometheus does not see an increase in a series
   * that starts at one.
   */
  @Override
  public void changed(Parameters parameters) {
    for (FunctionSettings function : parameters.getFunctions()) {
      metrics.counter(Metric.MODE_CHANGES, function.getName());
    }
  }

  /**
   * Records a commit point. For the checkpoint thread, as are the next three methods.
   *
   * @param committed the commit point, by partition
   */
  void found(LogPosition log, List<Long> committed) {
    metrics.counter(Metric.CHECKPOINT_ROUNDS, log.topic()).increment();
    backlogs.put(log.topic(), backlog(log.topic()).next(log.ends(), committed, clock.millis()));
  }

  /** Records that no live site can commit anything of that topic. */
  void deserted(LogPosition log) {
    Backlog next = backlog(log.topic()).deserted(log.begins(), log.ends(), clock.millis());
    backlogs.put(log.topic(), next);
  }

  /** Records that nothing could be learnt about that topic. */
  void unseen(String topic) {
    backlogs.put(topic, backlog(topic).unseen(clock.millis()));
  }

  private Backlog backlog(String topic) {
    return backlogs.getOrDefault(topic, Backlog.unknown());
  }

  /** Removes the topic: its commit points are no longer computed. */
  void forget(String topic) {
    backlogs.remove(topic);
  }

  private static long epoch(ControllerState state) {
    Parameters known = state.parameters();
    return known == null ? 0 : known.getEpoch();
  }

  private List<GaugeValue> inForce(Function<Parameters, List<GaugeValue>> levels) {
    Parameters known = state.parameters();
    return known == null || !state.active() ? List.of() : levels.apply(known);
  }

  private List<GaugeValue> sites() {
    long nowMs = clock.millis();
    return ROLES.stream()
        .map(role -> GaugeValue.of(state.members(all -> all.serving(role, nowMs)).size(), role))
        .toList();
  }

  private List<GaugeValue> monitored() {
    Observation seen = state.observed();
    List<GaugeValue> levels = new ArrayList<>();
    for (MonitoredValue value : MonitoredValue.values()) {
      Reading highest = seen == null ? null : seen.highest(value);
      if (highest != null) {
        levels.add(GaugeValue.of(inSeconds(value, highest.measured()), name(value)));
      }
    }
    return levels;
  }

  private static List<GaugeValue> thresholds(Parameters parameters) {
    List<GaugeValue> levels = new ArrayList<>();
    for (var threshold : parameters.getMonitored()) {
      MonitoredValue value = MonitoredValue.named(threshold.getValue()).orElse(null);
      if (value != null) {
        double primary = inSeconds(value, threshold.getPrimary());
        double secondary = inSeconds(value, threshold.getSecondary());
        levels.add(GaugeValue.of(primary, name(value), "primary"));
        levels.add(GaugeValue.of(secondary, name(value), "secondary"));
        levels.add(GaugeValue.of(primary - secondary, name(value), "back"));
      }
    }
    return levels;
  }

  private static String name(MonitoredValue value) {
    return value == MonitoredValue.STALENESS_MS ? "staleness" : value.text();
  }

  private static double inSeconds(MonitoredValue value, double measured) {
    return value.unit().equals("ms") ? measured / MS_PER_SECOND : measured;
  }

  private List<GaugeValue> parameters(Parameters known) {
    Numbers now = numbers;
    if (now.epoch() != known.getEpoch()) {
      now = new Numbers(known.getEpoch(), NumericParameters.of(known, catalogue));
      numbers = now;
    }
    return levels(now.values(), value -> value);
  }

  private static List<GaugeValue> modes(Parameters parameters) {
    Map<String, Double> modes = new TreeMap<>();
    parameters.getFunctions().forEach(function -> modes.put(function.getName(), 0.0));
    modes.put(ModeName.of(parameters.getInForce().getName()), 1.0);
    return levels(modes, inForce -> inForce);
  }

  private List<GaugeValue> changed() {
    Decision decision = state.newestDecision(ModeName::changed);
    if (decision == null) {
      return List.of();
    }
    double atSeconds = decision.getAtMs() / MS_PER_SECOND;
    String from = ModeName.of(decision.getFromMode());
    String to = ModeName.of(decision.getToMode());
    return List.of(GaugeValue.of(atSeconds, from, to, decision.getReason()));
  }

  private List<GaugeValue> backlogs(ToDoubleFunction<Backlog> value) {
    return state.active() ? levels(backlogs, value) : List.of();
  }

  private static <T> List<GaugeValue> levels(Map<String, T> byName, ToDoubleFunction<T> value) {
    return byName.entrySet().stream()
        .map(one -> GaugeValue.of(value.applyAsDouble(one.getValue()), one.getKey()))
        .toList();
  }

  @Override
  public void close() {
    metrics.close();
  }
}
