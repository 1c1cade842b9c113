package io.windsock.control.monitor;

import io.windsock.contracts.wire.PartitionSample;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.contracts.wire.TopologySample;
import java.util.Arrays;

/** Extracts the monitored values from a sample; NaN where it has none. Pure. */
public final class Measured {
  private Measured() {}

  /** Returns the values by {@link MonitoredValue#index}. */
  public static double[] of(SiteSample sample) {
    double[] values = new double[MonitoredValue.values().length];
    for (MonitoredValue value : MonitoredValue.values()) {
      values[value.index()] = of(sample, value);
    }
    return values;
  }

  static double of(SiteSample sample, MonitoredValue value) {
    return switch (value) {
      case READY -> sample.getReady();
      case BACKUP -> sample.getBackup();
      case PENDING -> sample.getPending();
      case REQUEST_RATE -> sample.getRequestsPerSecond();
      case UPDATE_DELAY ->
          sample.getUpdateDelay().getEvents() == 0
              ? Double.NaN
              : sample.getUpdateDelay().getP99Ms();
      case STALENESS_EVENTS -> sample.getStalenessEvents();
      case STALENESS_MS -> sample.getStalenessMs();
      case CPU -> sample.getCpu();
    };
  }

  /** Returns the values by {@link MonitoredValue#index}. */
  public static double[] of(TopologySample sample) {
    double[] values = new double[MonitoredValue.values().length];
    Arrays.fill(values, Double.NaN);
    values[MonitoredValue.READY.index()] = ready(sample);
    values[MonitoredValue.CPU.index()] = sample.getCpu();
    return values;
  }

  static long ready(TopologySample sample) {
    return sample.getPartitions().stream().mapToLong(PartitionSample::getReady).sum();
  }
}
