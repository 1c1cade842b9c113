package io.windsock.topology.guard;

import io.windsock.contracts.config.Fault;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;

/**
 * Whether an application would leave out source records: its committed offsets were set forward. A
 * committed offset may be above the changelog's stamp, as the ends of transactions, aborted records
 * and compacted ones have offsets too; so what lies between them is read.
 */
final class SkipCheck {
  /** How long the end of a transaction may take to reach all partitions. */
  private static final long SETTLED_WITHIN_MS = 5_000;

  private static final long RETRY_MS = 100;

  private SkipCheck() {}

  /**
   * What would be left out, or received again from the beginning. A source that ends below the
   * stamp is another topic of that name. The end of one transaction may reach the group before it
   * reaches the changelog, so a stamp that is behind is read again.
   *
   * @param kafka properties of a client
   */
  static List<Fault> faults(Admin admin, Map<String, Object> kafka, Application application) {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SETTLED_WITHIN_MS);
    while (true) {
      List<String> skipped = skipped(admin, kafka, application);
      if (skipped.isEmpty() || System.nanoTime() > deadline) {
        return skipped.isEmpty() ? List.of() : List.of(fault(application, skipped));
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(RETRY_MS));
    }
  }

  private static Fault fault(Application application, List<String> skipped) {
    return new Fault(
        "application id '" + application.id() + "'",
        "has committed what its changelog has not received: "
            + skipped.get(0)
            + (skipped.size() == 1 ? "" : ", and " + (skipped.size() - 1) + " more")
            + "; if its offsets were set forward, start with --restore-offsets");
  }

  private static List<String> skipped(
      Admin admin, Map<String, Object> kafka, Application application) {
    Map<TopicPartition, Long> ahead = Committed.offsets(admin, application);
    Map<TopicPartition, Long> stamps = Stamps.read(admin, kafka, application);
    ahead
        .entrySet()
        .removeIf(at -> at.getValue() <= stamps.getOrDefault(at.getKey(), at.getValue()));
    if (ahead.isEmpty()) {
      return List.of();
    }
    Partitions.Bounds sources = Partitions.Bounds.read(admin, application.sources());
    Map<TopicPartition, Span> between = new HashMap<>();
    List<String> skipped = new ArrayList<>();
    ahead.forEach(
        (source, committed) -> {
          long next = Math.max(sources.begin(source), stamps.getOrDefault(source, 0L));
          long end = sources.end(source);
          if (end >= next && end < committed) {
            skipped.add(source + " ends at offset " + end + ", committed is " + committed);
          } else if (end >= next && next < committed) {
            between.put(source, new Span(next, committed));
          }
        });
    if (!between.isEmpty()) {
      Span.firstRecords(kafka, between)
          .forEach(
              (source, offset) ->
                  skipped.add(
                      "records of "
                          + source
                          + " from offset "
                          + offset
                          + " on were not received, committed is "
                          + ahead.get(source)));
    }
    skipped.sort(null);
    return skipped;
  }
}
