package io.windsock.site.state.form;

import io.windsock.contracts.position.Stamp;
import java.nio.ByteBuffer;

/**
 * The last marker that a site applied in a partition.
 *
 * @param number its number; 0 if there is none yet
 * @param checkpoint the offset after it, which a checkpoint at this marker commits; negative if
 *     none
 * @param held source events that the rules held back
 * @param sequence source records received in the partition by then
 * @param epoch epoch of the parameters in force after it
 * @param withheld updates that the central site had by then and a mirror had not
 * @param oldestWithheldMs append time of the oldest of those, ms since the epoch; 0 if none
 * @param stamp the positions received by then, by source topic
 */
public record AppliedMarker(
    long number,
    long checkpoint,
    long held,
    long sequence,
    long epoch,
    long withheld,
    long oldestWithheldMs,
    Stamp stamp) {
  /** The value before the first marker. */
  public static final AppliedMarker NONE =
      new AppliedMarker(0, -1, 0, 0, 0, 0, 0, new Stamp(new long[0]));

  private static final int FIXED_LONGS = 7;

  /** A marker of which only the position is known. */
  public static AppliedMarker at(long nextOffset) {
    return new AppliedMarker(0, nextOffset, 0, 0, 0, 0, 0, NONE.stamp());
  }

  /**
   * The same marker in a copy of the log.
   *
   * @param offset the offset after it there
   */
  AppliedMarker copied(long offset) {
    return new AppliedMarker(
        number, offset, held, sequence, epoch, withheld, oldestWithheldMs, stamp);
  }

  int bytes() {
    return FIXED_LONGS * Long.BYTES + Integer.BYTES + stamp.size() * Long.BYTES;
  }

  void encode(ByteBuffer out) {
    out.putLong(number)
        .putLong(checkpoint)
        .putLong(held)
        .putLong(sequence)
        .putLong(epoch)
        .putLong(withheld)
        .putLong(oldestWithheldMs)
        .putInt(stamp.size());
    for (int i = 0; i < stamp.size(); i++) {
      out.putLong(stamp.next(i));
    }
  }

  static AppliedMarker decode(ByteBuffer in) {
    return new AppliedMarker(
        in.getLong(),
        in.getLong(),
        in.getLong(),
        in.getLong(),
        in.getLong(),
        in.getLong(),
        in.getLong(),
        stamp(in));
  }

  private static Stamp stamp(ByteBuffer in) {
    long[] next = new long[in.getInt()];
    for (int i = 0; i < next.length; i++) {
      next[i] = in.getLong();
    }
    return new Stamp(next);
  }
}
