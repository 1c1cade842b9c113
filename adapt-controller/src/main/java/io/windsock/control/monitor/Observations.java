package io.windsock.control.monitor;

import io.windsock.contracts.wire.SiteSample;
import io.windsock.contracts.wire.TopologySample;
import io.windsock.control.policy.MonitoredValue;
import io.windsock.control.policy.Observation;
import io.windsock.control.policy.Reading;
import java.util.ArrayList;
import java.util.List;

/** Makes of the latest samples what a policy decides on. Pure. */
public final class Observations {
  /** A sample that is older says nothing of now, ms. */
  public static final long STALE_MS = 3_000;

  /** The site whose readings are the topology's. */
  public static final String TOPOLOGY = "topology";

  private Observations() {}

  /** What is known at {@code nowMs}. */
  public static Observation of(Samples samples, long nowMs) {
    List<Reading> readings = new ArrayList<>();
    for (Heard<SiteSample> heard : samples.sites()) {
      if (counts(heard, nowMs)) {
        add(readings, samples, heard.sample(), nowMs);
      }
    }
    long ready = 0;
    boolean told = false;
    for (Heard<TopologySample> heard : samples.topologies()) {
      if (fresh(heard, nowMs)) {
        told = true;
        ready += Measured.ready(heard.sample());
      }
    }
    if (told) {
      readings.add(new Reading(TOPOLOGY, MonitoredValue.READY, ready));
    }
    return new Observation(nowMs, readings);
  }

  /** Whether a site's sample tells of now. */
  public static boolean counts(Heard<SiteSample> heard, long nowMs) {
    return fresh(heard, nowMs) && live(heard.sample());
  }

  private static boolean fresh(Heard<?> heard, long nowMs) {
    return nowMs - heard.atMs() <= STALE_MS;
  }

  /** A site that catches up has long queues for other reasons than the load. */
  private static boolean live(SiteSample sample) {
    return sample.getPhase().equals("LIVE");
  }

  private static void add(List<Reading> readings, Samples samples, SiteSample sample, long nowMs) {
    String site = sample.getSite();
    SiteSample delays = samples.delays(site, nowMs - STALE_MS);
    for (MonitoredValue value : MonitoredValue.values()) {
      double measured =
          switch (value) {
            case PENDING -> samples.highestPending(sample);
            case UPDATE_DELAY -> delays == null ? Double.NaN : Measured.of(delays, value);
            default -> Measured.of(sample, value);
          };
      if (Double.isFinite(measured)) {
        readings.add(new Reading(site, value, measured));
      }
    }
  }
}
