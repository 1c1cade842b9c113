package io.windsock.evaluation.capacity;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import java.util.ArrayList;
import java.util.List;

/**
 * What a deployment must carry, and on what.
 *
 * @param load what it must carry
 * @param machine on what
 */
public record Demand(Load load, Machine machine) {
  /**
   * The load.
   *
   * @param events source events per second
   * @param keys keys in the state
   * @param displays displays that follow a mirror's view
   * @param calls calls for a key per second, made at two gateways each
   * @param eventBytes size of an event's value
   * @param viewBytes size of the initial state of one display
   * @param views different views that displays show; a mirror encodes each once for all of them
   * @param updatesPerDisplay updates per second that one display receives
   * @param reconnectSeconds the time in which all displays fetch initial state after a failure
   * @param mirroredShare share of the events that is mirrored, 0 to 1
   */
  public record Load(
      double events,
      double keys,
      double displays,
      double calls,
      double eventBytes,
      double viewBytes,
      double views,
      double updatesPerDisplay,
      double reconnectSeconds,
      double mirroredShare) {}

  /**
   * The machines, all alike, and what is configured on them.
   *
   * @param processors processors of a machine
   * @param networkMbit megabits per second of its network, in each direction
   * @param headroom share of a machine that may be used, above 0 up to 1
   * @param partitions partitions of each topic
   * @param replication replicas of each partition
   */
  public record Machine(
      double processors,
      double networkMbit,
      double headroom,
      double partitions,
      double replication) {}

  private static final double MOST = 1e9;

  /**
   * Checks the ranges.
   *
   * @throws ConfigurationException with every value that is out of its range, by option
   */
  public Demand {
    List<Fault> faults = new ArrayList<>();
    check(faults, "--events", load.events, 1, MOST);
    check(faults, "--keys", load.keys, 1, MOST);
    check(faults, "--displays", load.displays, 0, MOST);
    check(faults, "--calls", load.calls, 0, MOST);
    check(faults, "--event-bytes", load.eventBytes, 50, 1e6);
    check(faults, "--view-bytes", load.viewBytes, 0, MOST);
    check(faults, "--views", load.views, 1, MOST);
    check(faults, "--updates-per-display", load.updatesPerDisplay, 0, 1e6);
    check(faults, "--reconnect-seconds", load.reconnectSeconds, 1, 86_400);
    check(faults, "--mirrored-share", load.mirroredShare, 0, 1);
    check(faults, "--processors", machine.processors, 0.1, 1024);
    check(faults, "--network-mbit", machine.networkMbit, 1, 1e6);
    check(faults, "--headroom", machine.headroom, 0.01, 1);
    check(faults, "--partitions", machine.partitions, 1, 10_000);
    whole(faults, "--partitions", machine.partitions);
    check(faults, "--replication", machine.replication, 1, 10);
    whole(faults, "--replication", machine.replication);
    if (!faults.isEmpty()) {
      throw new ConfigurationException(faults);
    }
  }

  private static void check(
      List<Fault> faults, String option, double value, double least, double most) {
    if (!(value >= least && value <= most)) {
      faults.add(
          new Fault(
              option,
              "is %s; it must be %s to %s".formatted(text(value), text(least), text(most))));
    }
  }

  private static void whole(List<Fault> faults, String option, double value) {
    if (value != Math.rint(value)) {
      faults.add(new Fault(option, "is %s; it must be a whole number".formatted(text(value))));
    }
  }

  private static String text(double value) {
    return value == Math.rint(value) && Math.abs(value) <= 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}
