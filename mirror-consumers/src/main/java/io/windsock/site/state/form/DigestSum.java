package io.windsock.site.state.form;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;

/**
 * The digest of one partition's keys: the sum of their {@link StateHash}es, each 64-bit half on its
 * own. It does not depend on the order in which states are added and replaced.
 */
public final class DigestSum {
  private static final int TEXT_BYTES = 16;

  private long high;
  private long low;

  /** The digest of no keys. */
  public DigestSum() {}

  DigestSum(long high, long low) {
    this.high = high;
    this.low = low;
  }

  /** Adds a state's hash. */
  public void add(long hashHigh, long hashLow) {
    high += hashHigh;
    low += hashLow;
  }

  /** Subtracts the hash of a state that was replaced or removed. */
  public void subtract(long hashHigh, long hashLow) {
    high -= hashHigh;
    low -= hashLow;
  }

  long high() {
    return high;
  }

  long low() {
    return low;
  }

  /** The digest of a whole state from the sums of all its partitions: 32 hexadecimal digits. */
  public static String text(List<DigestSum> partitions) {
    ByteBuffer sums = ByteBuffer.allocate(2 * Long.BYTES * partitions.size());
    for (DigestSum sum : partitions) {
      sums.putLong(sum.high).putLong(sum.low);
    }
    return HexFormat.of().formatHex(StateHash.sha256().digest(sums.array()), 0, TEXT_BYTES);
  }
}
