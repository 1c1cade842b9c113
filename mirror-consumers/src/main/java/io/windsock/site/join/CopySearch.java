package io.windsock.site.join;

import io.windsock.site.state.form.PartitionLedger;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Finds in a copied log the point that a state of its source has reached. The two logs have the
 * same records at other offsets, so a state ends as many records behind a marker as its ledger
 * says. Owned by one thread.
 */
final class CopySearch {
  /** What a record without a marker's number has. */
  static final long NO_MARKER = 0;

  /**
   * A point in a partition of the copy.
   *
   * @param next the offset after the last record of the state
   * @param marker the offset after the last marker of the state; negative if it has none
   */
  record Place(long next, long marker) {}

  /** The search in one partition. */
  private static final class Partition {
    private static final long UNKNOWN = -1;

    private final long number;
    private final long records;
    private long left;
    private boolean counting;
    private boolean passed;
    private long marker = UNKNOWN;
    private long next = UNKNOWN;

    Partition(PartitionLedger ledger, boolean late) {
      number = ledger.marker().number();
      records = ledger.sinceMarker();
      left = records;
      if (number == NO_MARKER) {
        passed = late; // records were counted that the copy does not have
        count(!late, 0);
      }
    }

    private void count(boolean now, long from) {
      counting = now;
      next = now && left == 0 ? from : UNKNOWN;
    }

    boolean found() {
      return next != UNKNOWN;
    }

    void marker(long found, long offset) {
      if (found == number) {
        marker = offset + 1;
        count(true, marker);
      } else if (found > number && !found()) {
        passed = true; // before the copy begins, or the copy has other records
        counting = false;
      }
    }

    void record(long offset) {
      if (counting && !found() && --left == 0) {
        next = offset + 1;
      }
    }
  }

  private final List<Partition> partitions = new ArrayList<>();
  private final ToLongFunction<ConsumerRecord<byte[], byte[]>> numberOf;

  /**
   * Creates a search.
   *
   * @param ledgers the ledgers of the state
   * @param late the partitions in which the copy begins late
   * @param numberOf returns the number of the marker in a record without a key; {@link #NO_MARKER}
   *     if it is none
   */
  CopySearch(
      List<PartitionLedger> ledgers,
      Set<Integer> late,
      ToLongFunction<ConsumerRecord<byte[], byte[]>> numberOf) {
    this.numberOf = numberOf;
    for (int p = 0; p < ledgers.size(); p++) {
      partitions.add(new Partition(ledgers.get(p), late.contains(p)));
    }
  }

  /** Takes the next record of a partition, from the beginning of the copy on. */
  void receive(ConsumerRecord<byte[], byte[]> record) {
    Partition partition = partitions.get(record.partition());
    if (record.key() != null) {
      partition.record(record.offset());
      return;
    }
    long number = numberOf.applyAsLong(record);
    if (number != NO_MARKER) {
      partition.marker(number, record.offset());
    }
  }

  /**
   * Returns the points, by partition.
   *
   * @throws JoinException if one was not found
   */
  List<Place> places() throws JoinException {
    List<Place> places = new ArrayList<>();
    for (int p = 0; p < partitions.size(); p++) {
      Partition at = partitions.get(p);
      if (!at.found()) {
        throw new JoinException(
            "ends %d records behind marker %d of partition %d, which %s"
                .formatted(
                    at.records,
                    at.number,
                    p,
                    at.passed ? "the copy does not have" : "is not copied yet"));
      }
      places.add(new Place(at.next, at.marker));
    }
    return places;
  }
}
