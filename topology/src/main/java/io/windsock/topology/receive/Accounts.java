package io.windsock.topology.receive;

import io.windsock.contracts.wire.Marker;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One partition's counters: its position, and the outcome of its source records since the last
 * marker. They satisfy received = passed + carried + taken + deadLettered + (held now − held at the
 * last marker). Logged with the status table, so they continue after a restart. Owned by the task's
 * thread.
 */
public final class Accounts {
  final List<String> streams;
  List<String> rules;

  /** Source records received since the partition's beginning. */
  long sequence;

  /** For each stream, the offset after the last record received. */
  final long[] stamp;

  /** Append time of the last record received. */
  long appendTimeMs;

  /** Epoch of the parameters in force. */
  long epoch;

  /** Number of the last marker; 0 before the first. */
  long marker;

  /** Source events held when the last marker was written. */
  long heldAtMarker;

  // Since the last marker:
  long received;
  long forwarded;
  long notForwarded;
  long passed;
  long carried;
  long derived;
  long deadLettered;
  long[] taken;

  /** Events taken before a restart by rules that the program no longer has. */
  long takenByFormerRules;

  /**
   * Creates the counters of a partition that has received nothing.
   *
   * @param streams names of the streams, in the order of a stamp's components
   * @param rules names of the rules, by rule number
   */
  public Accounts(List<String> streams, List<String> rules) {
    this.streams = List.copyOf(streams);
    this.rules = List.copyOf(rules);
    this.stamp = new long[streams.size()];
    this.taken = new long[rules.size()];
  }

  /** Counts a received source record. */
  void receive(int stream, long offset, long recordAppendTimeMs) {
    sequence++;
    received++;
    stamp[stream] = offset + 1;
    appendTimeMs = recordAppendTimeMs;
  }

  /**
   * Returns the number of events sent since the last marker; an event sent to both outputs counts
   * once.
   */
  long sent() {
    return forwarded + notForwarded + derived;
  }

  /** Switches to counting under these rules; only right after a marker. */
  void count(List<String> newRules) {
    rules = List.copyOf(newRules);
    taken = new long[rules.size()];
  }

  /** Returns whether anything has changed since the last marker that a marker would report. */
  boolean changed(long held) {
    return received != 0 || passed != 0 || carried != 0 || derived != 0 || held != heldAtMarker;
  }

  /** Returns the next marker and restarts the counts. */
  Marker nextMarker(int partition, long held, long withheld, long oldestWithheldMs) {
    marker++;
    Marker next =
        new Marker(
            marker,
            partition,
            epoch,
            stampList(),
            sequence,
            received,
            forwarded,
            notForwarded,
            passed,
            carried,
            derived,
            deadLettered,
            held,
            withheld,
            oldestWithheldMs,
            takenByName());
    received = 0;
    forwarded = 0;
    notForwarded = 0;
    passed = 0;
    carried = 0;
    derived = 0;
    deadLettered = 0;
    Arrays.fill(taken, 0);
    takenByFormerRules = 0;
    heldAtMarker = held;
    return next;
  }

  private List<Long> stampList() {
    List<Long> list = new ArrayList<>(stamp.length);
    for (long next : stamp) {
      list.add(next);
    }
    return list;
  }

  private Map<String, Long> takenByName() {
    Map<String, Long> byName = new HashMap<>();
    for (int rule = 0; rule < taken.length; rule++) {
      if (taken[rule] != 0) {
        byName.merge(rules.get(rule), taken[rule], Long::sum);
      }
    }
    if (takenByFormerRules != 0) {
      byName.merge(AccountsFormat.FORMER_RULES, takenByFormerRules, Long::sum);
    }
    return byName;
  }
}
