package io.windsock.site.state;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * What a site keeps of one partition besides its keys: digest, counts, and how far its markers have
 * come. Stored with every batch that touches the partition. The apply thread owns it.
 */
public final class PartitionLedger {
  private static final int FIXED_LONGS = 8;

  /** The digest of the partition's keys. */
  public final DigestSum digest;

  /** Number of keys. */
  public long keys;

  /** Number of the last marker applied; 0 before the first. */
  public long marker;

  /** The offset after that marker: what the checkpoint covers. Negative before the first. */
  public long checkpoint = -1;

  /** Event records applied since that marker. */
  public long sinceMarker;

  /** Source events held back by the rules at that marker. */
  public long held;

  /** Source records received in the partition, by that marker. */
  public long sequence;

  private long[] eventsByType;

  /** Of a partition of which nothing is known, in a domain of {@code types} event types. */
  public PartitionLedger(int types) {
    digest = new DigestSum();
    eventsByType = new long[types];
  }

  private PartitionLedger(DigestSum digest, int types) {
    this.digest = digest;
    this.eventsByType = new long[types];
  }

  /** Counts an applied event of the type with this ordinal. */
  public void count(int type) {
    eventsByType[type]++;
  }

  /** Events applied of the type with this ordinal. */
  public long events(int type) {
    return eventsByType[type];
  }

  /** How many types it counts. */
  public int types() {
    return eventsByType.length;
  }

  byte[] encode() {
    ByteBuffer out =
        ByteBuffer.allocate(Long.BYTES * (FIXED_LONGS + eventsByType.length))
            .putLong(digest.high())
            .putLong(digest.low())
            .putLong(keys)
            .putLong(marker)
            .putLong(checkpoint)
            .putLong(sinceMarker)
            .putLong(held)
            .putLong(sequence);
    for (long events : eventsByType) {
      out.putLong(events);
    }
    return out.array();
  }

  static PartitionLedger decode(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    DigestSum digest = new DigestSum(in.getLong(), in.getLong());
    PartitionLedger ledger = new PartitionLedger(digest, bytes.length / Long.BYTES - FIXED_LONGS);
    ledger.keys = in.getLong();
    ledger.marker = in.getLong();
    ledger.checkpoint = in.getLong();
    ledger.sinceMarker = in.getLong();
    ledger.held = in.getLong();
    ledger.sequence = in.getLong();
    for (int type = 0; type < ledger.eventsByType.length; type++) {
      ledger.eventsByType[type] = in.getLong();
    }
    return ledger;
  }

  /** A ledger of at least {@code types} types, for a domain that has got new ones. */
  PartitionLedger widenedTo(int types) {
    if (types > eventsByType.length) {
      eventsByType = Arrays.copyOf(eventsByType, types);
    }
    return this;
  }
}
