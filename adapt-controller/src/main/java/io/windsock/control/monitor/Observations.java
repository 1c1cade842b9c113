package io.windsock.control.monitor;

import io.windsock.contracts.wire.PartitionSample;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.contracts.wire.TopologySample;
import io.windsock.platform.telemetry.MemberPhase;
import io.windsock.platform.telemetry.Members;
import io.windsock.platform.telemetry.Received;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Builds the observation for a policy from the latest samples. Pure. */
public final class Observations {
  /** The site name used for the topology's readings. */
  public static final String TOPOLOGY = "topology";

  private Observations() {}

  /**
   * Returns the observation at {@code nowMs}.
   *
   * @param expiryMs how long a silent site or topology instance counts
   */
  public static Observation of(Samples samples, long nowMs, long expiryMs) {
    List<Reading> readings = new ArrayList<>();
    List<Reading> silent = new ArrayList<>();
    for (Received<SiteSample> received : samples.members().sites()) {
      if (received.isCurrent(nowMs) && Members.serves(received.sample())) {
        add(readings, samples, received.sample(), nowMs);
      } else if (MemberPhase.of(received.sample()) == MemberPhase.LIVE) {
        addLast(silent, samples, received.sample().getSite(), nowMs - expiryMs);
      }
    }
    addTopology(readings, silent, samples, nowMs, expiryMs);
    return new Observation(nowMs, readings, silent);
  }

  /** Adds the last load of a site that is silent, or reports but is cut off from the log. */
  private static void addLast(List<Reading> silent, Samples samples, String site, long sinceMs) {
    Received<SiteSample> last = samples.lastLive(site);
    if (last != null && last.atMs() >= sinceMs) {
      add(silent, samples, last.sample(), last.atMs());
    }
  }

  /**
   * Adds the ready queue of all partitions. A silent instance's last report of a partition holds
   * until another instance reports that partition.
   */
  private static void addTopology(
      List<Reading> readings, List<Reading> silent, Samples samples, long nowMs, long expiryMs) {
    Map<Integer, Long> freshReady = new HashMap<>();
    Map<Integer, Long> silentReady = new HashMap<>();
    boolean reported = false;
    for (Received<TopologySample> received : oldestFirst(samples.members().topologies())) {
      boolean fresh = received.isCurrent(nowMs);
      reported |= fresh;
      if (fresh || nowMs - received.atMs() <= expiryMs) {
        for (PartitionSample partition : received.sample().getPartitions()) {
          Map<Integer, Long> ready = fresh ? freshReady : silentReady;
          ready.put(partition.getPartition(), partition.getReady());
        }
      }
    }
    if (reported) {
      readings.add(new Reading(TOPOLOGY, MonitoredValue.READY, sum(freshReady)));
    }
    silentReady.keySet().removeAll(freshReady.keySet());
    if (!silentReady.isEmpty()) {
      double ready = (double) sum(freshReady) + sum(silentReady);
      silent.add(new Reading(TOPOLOGY, MonitoredValue.READY, ready));
    }
  }

  /** Two instances report a partition that moves; the later report counts. */
  private static List<Received<TopologySample>> oldestFirst(List<Received<TopologySample>> all) {
    return all.stream().sorted(Comparator.comparingLong(Received::atMs)).toList();
  }

  private static long sum(Map<Integer, Long> ready) {
    return ready.values().stream().mapToLong(Long::longValue).sum();
  }

  private static void add(List<Reading> readings, Samples samples, SiteSample sample, long atMs) {
    String site = sample.getSite();
    SiteSample delays = samples.delays(site, atMs - Members.ALIVE_MS);
    for (MonitoredValue value : MonitoredValue.values()) {
      double measured =
          switch (value) {
            case PENDING -> samples.highestPending(sample, atMs - Members.ALIVE_MS);
            case UPDATE_DELAY -> delays == null ? Double.NaN : value.of(delays);
            default -> value.of(sample);
          };
      if (Double.isFinite(measured)) {
        readings.add(new Reading(site, value, measured));
      }
    }
  }
}
