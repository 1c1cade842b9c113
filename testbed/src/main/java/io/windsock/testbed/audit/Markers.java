package io.windsock.testbed.audit;

import io.windsock.contracts.position.Stamp;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.generic.GenericRecord;

/**
 * Sums over an output topic's markers. One thread owns it.
 *
 * <p>Every received event is passed, carried, taken, dead-lettered or still held.
 */
final class Markers {
  private final Map<Integer, Long> heldByPartition = new TreeMap<>();
  private final Map<String, Long> takenByRule = new TreeMap<>();
  private long count;
  private long received;
  private long forwarded;
  private long notForwarded;
  private long passed;
  private long carried;
  private long derived;
  private long deadLettered;

  /** The sums in the form used by a summary. */
  record Sums(
      long count,
      long received,
      long forwarded,
      long notForwarded,
      long passed,
      long carried,
      long taken,
      long derived,
      long deadLettered,
      long held,
      boolean addUp) {}

  void add(GenericRecord marker) {
    count++;
    received += number(marker, "received");
    forwarded += number(marker, "forwarded");
    notForwarded += number(marker, "notForwarded");
    passed += number(marker, "passed");
    carried += number(marker, "carried");
    derived += number(marker, "derived");
    deadLettered += number(marker, "deadLettered");
    heldByPartition.put((Integer) marker.get("partition"), number(marker, "held"));
    ((Map<?, ?>) marker.get("taken"))
        .forEach((rule, events) -> takenByRule.merge(rule.toString(), (Long) events, Long::sum));
  }

  Sums sums() {
    long taken = total(takenByRule);
    long held = total(heldByPartition);
    return new Sums(
        count,
        received,
        forwarded,
        notForwarded,
        passed,
        carried,
        taken,
        derived,
        deadLettered,
        held,
        received == passed + carried + taken + deadLettered + held);
  }

  Map<String, Long> takenByRule() {
    return takenByRule;
  }

  static long total(Map<?, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  static long number(GenericRecord marker, String field) {
    return (Long) marker.get(field);
  }

  static Stamp stamp(GenericRecord marker) {
    return Stamp.of(((List<?>) marker.get("stamp")).stream().map(Long.class::cast).toList());
  }
}
