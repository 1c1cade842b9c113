package io.windsock.site.state.form;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A site's bookkeeping for one partition: digest, counts and marker position. Stored with every
 * batch that touches the partition. Owned by the apply thread.
 */
public final class PartitionLedger {
  private static final int FIXED_LONGS = 6;
  private static final int ENTRY_BYTES = Integer.BYTES + Long.BYTES;

  private final DigestSum digest;
  private AppliedMarker marker = AppliedMarker.NONE;
  private long keys;
  private long sinceMarker;
  private long sequence;
  private long appendedMs;

  /** The event types counted, by the id of their oldest schema, which never changes. */
  private int[] typeIds = new int[0];

  private long[] events = new long[0];

  /** The ledger of a partition that has received nothing. */
  public PartitionLedger() {
    digest = new DigestSum();
  }

  private PartitionLedger(DigestSum digest) {
    this.digest = digest;
  }

  /** Empty ledgers for this many partitions. */
  public static List<PartitionLedger> blank(int partitions) {
    List<PartitionLedger> ledgers = new ArrayList<>();
    for (int p = 0; p < partitions; p++) {
      ledgers.add(new PartitionLedger());
    }
    return ledgers;
  }

  /** Sets the types to count from now on; a type's index in {@code ids} identifies it. */
  public void countTypes(int[] ids) {
    int[] newIds = ids.clone();
    long[] newEvents = new long[ids.length];
    for (int i = 0; i < typeIds.length; i++) {
      int at = indexOf(ids, typeIds[i]);
      if (at < 0) {
        at = newIds.length;
        newIds = Arrays.copyOf(newIds, at + 1);
        newEvents = Arrays.copyOf(newEvents, at + 1);
        newIds[at] = typeIds[i];
      }
      newEvents[at] = events[i];
    }
    typeIds = newIds;
    events = newEvents;
  }

  private static int indexOf(int[] ids, int id) {
    for (int i = 0; i < ids.length; i++) {
      if (ids[i] == id) {
        return i;
      }
    }
    return -1;
  }

  /** Counts a record other than a marker, whether or not it can be applied. */
  public void received() {
    sinceMarker++;
  }

  /** Counts an applied event of the type with this index. */
  public void applied(int type) {
    events[type]++;
  }

  /** Adds a key's state. */
  public void add(StoredState state) {
    digest.add(state.hashHigh(), state.hashLow());
    keys++;
  }

  /** Removes a state that was passed to {@link #add}. */
  public void remove(StoredState state) {
    digest.subtract(state.hashHigh(), state.hashLow());
    keys--;
  }

  /**
   * Records the arrival of an event.
   *
   * @param highest the highest source sequence of the events in it
   * @param appendTimeMs append time of its source event, ms since the epoch
   */
  public void reached(long highest, long appendTimeMs) {
    sequence = Math.max(sequence, highest);
    appendedMs = appendTimeMs;
  }

  /** Records the arrival of a marker. */
  public void marker(AppliedMarker now) {
    marker = now;
    sequence = Math.max(sequence, now.sequence());
    sinceMarker = 0;
  }

  /**
   * Moves the last marker to a copy of the log.
   *
   * @param offset the offset after it there
   */
  public void copied(long offset) {
    marker = marker.copied(offset);
  }

  /** The digest of the partition's keys. */
  public DigestSum digest() {
    return digest;
  }

  /** The number of keys. */
  public long keys() {
    return keys;
  }

  /** The last marker applied. */
  public AppliedMarker marker() {
    return marker;
  }

  /** Records other than markers since that marker. */
  public long sinceMarker() {
    return sinceMarker;
  }

  /**
   * The highest source sequence known in the partition, from markers and events. At a mirror it is
   * at least that of the last marker.
   */
  public long sequence() {
    return sequence;
  }

  /** Append time of the last event's source event, ms since the epoch; 0 before the first. */
  public long appendedMs() {
    return appendedMs;
  }

  /** The number of applied events of the type with this id. */
  public long eventsOf(int typeId) {
    int at = indexOf(typeIds, typeId);
    return at < 0 ? 0 : events[at];
  }

  public byte[] encode() {
    int bytes = Long.BYTES * FIXED_LONGS + marker.bytes() + ENTRY_BYTES * typeIds.length;
    ByteBuffer out =
        ByteBuffer.allocate(bytes)
            .putLong(digest.high())
            .putLong(digest.low())
            .putLong(keys)
            .putLong(sinceMarker)
            .putLong(sequence)
            .putLong(appendedMs);
    marker.encode(out);
    for (int i = 0; i < typeIds.length; i++) {
      out.putInt(typeIds[i]).putLong(events[i]);
    }
    return out.array();
  }

  public static PartitionLedger decode(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    PartitionLedger ledger = new PartitionLedger(new DigestSum(in.getLong(), in.getLong()));
    ledger.keys = in.getLong();
    ledger.sinceMarker = in.getLong();
    ledger.sequence = in.getLong();
    ledger.appendedMs = in.getLong();
    ledger.marker = AppliedMarker.decode(in);
    int types = in.remaining() / ENTRY_BYTES;
    ledger.typeIds = new int[types];
    ledger.events = new long[types];
    for (int i = 0; i < types; i++) {
      ledger.typeIds[i] = in.getInt();
      ledger.events[i] = in.getLong();
    }
    return ledger;
  }
}
