package io.windsock.site.join;

import io.windsock.site.state.form.PartitionLedger;
import java.util.ArrayList;
import java.util.List;
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
   * What is known of a partition before the search.
   *
   * @param ledger the ledger of the state
   * @param next the offset of the source that the state needs next
   * @param began the offset of the source at which the copy begins
   * @param untrimmed whether the copy still has its own beginning
   */
  record Start(PartitionLedger ledger, long next, long began, boolean untrimmed) {}

  /**
   * A point in a partition of the copy.
   *
   * @param next the offset after the last record of the state
   * @param marker the offset after the last marker of the state; negative if it has none
   * @param end the offset after the last record of the copy
   */
  record Place(long next, long marker, long end) {}

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
    private long end;

    Partition(Start start) {
      number = start.ledger().marker().number();
      records = start.ledger().sinceMarker();
      left = records;
      boolean markerIsBefore =
          number != NO_MARKER && start.ledger().marker().checkpoint() == start.began();
      boolean hasNothing = number == NO_MARKER && records == 0 && start.began() == 0;
      if (start.untrimmed() && markerIsBefore) { // where a controller trims
        marker = 0;
        count(0);
      }
      if (start.untrimmed() && (start.next() == start.began() || hasNothing)) {
        next = 0;
      }
      passed = number == NO_MARKER && !found();
    }

    private void count(long from) {
      counting = true;
      next = left == 0 ? from : UNKNOWN;
    }

    private void lose() {
      counting = false;
      passed = true;
      next = UNKNOWN;
    }

    boolean found() {
      return next != UNKNOWN;
    }

    void marker(long found, long offset) {
      end = offset + 1;
      if (found == number && marker == UNKNOWN && !found()) {
        marker = end;
        count(end);
      } else if (found == number || (found > number && !found())) {
        lose(); // two of one number; or it comes before the copy, or the copy has other records
      }
    }

    void record(long offset) {
      end = offset + 1;
      if (counting && !found() && --left == 0) {
        next = end;
      }
    }

    Place place() {
      return new Place(next, marker, Math.max(next, end));
    }
  }

  private final List<Partition> partitions;
  private final ToLongFunction<ConsumerRecord<byte[], byte[]>> numberOf;

  /**
   * Creates a search.
   *
   * @param starts what is known of each partition
   * @param numberOf returns the number of the marker in a record without a key; {@link #NO_MARKER}
   *     if it is none
   */
  CopySearch(List<Start> starts, ToLongFunction<ConsumerRecord<byte[], byte[]>> numberOf) {
    partitions = starts.stream().map(Partition::new).toList();
    this.numberOf = numberOf;
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
      places.add(at.place());
    }
    return places;
  }
}
