package io.windsock.site.state.form;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The bytes of keys and values in RocksDB. All numbers are big-endian, so that byte order is their
 * order.
 *
 * <pre>
 * offsets  'p'                                   → batch (8) | next offset (8) for each partition
 *          'e'                                   → batch (8) | leader epoch (4) for each partition
 *          'l' | partition (4)                   → PartitionLedger
 * state    key                                   → partition (4) | offset (8) | hash (16) | framed state
 * changed  partition (4) | offset (8)            → key
 * views    view | 0 | group | 0 | order key | key → length of the key (4)
 * default  "stamp"                               → DiskStamp
 * </pre>
 */
public final class Layout {
  /** Where the framed state starts in a value of {@code state}. */
  public static final int STATE_HEADER_BYTES = Integer.BYTES + 3 * Long.BYTES;

  static final int CHANGED_BYTES = Integer.BYTES + Long.BYTES;

  private static final byte ESCAPE = 1;
  private static final int HASH_AT = Integer.BYTES + Long.BYTES;

  private Layout() {}

  /** The key of the stamp. */
  public static byte[] stampKey() {
    return "stamp".getBytes(StandardCharsets.US_ASCII);
  }

  /** The key of the position. */
  public static byte[] positionKey() {
    return new byte[] {'p'};
  }

  /** The key of the leaders' epochs. */
  public static byte[] leadersKey() {
    return new byte[] {'e'};
  }

  /** The key of a partition's ledger. */
  public static byte[] ledgerKey(int partition) {
    return ByteBuffer.allocate(1 + Integer.BYTES).put((byte) 'l').putInt(partition).array();
  }

  public static byte[] position(long batch, long[] next) {
    ByteBuffer out = ByteBuffer.allocate(Long.BYTES * (1 + next.length)).putLong(batch);
    for (long offset : next) {
      out.putLong(offset);
    }
    return out.array();
  }

  static byte[] stored(int partition, long offset, long hashHigh, long hashLow, byte[] framed) {
    byte[] value = new byte[STATE_HEADER_BYTES + framed.length];
    ByteBuffer.wrap(value).putInt(partition).putLong(offset).putLong(hashHigh).putLong(hashLow);
    System.arraycopy(framed, 0, value, STATE_HEADER_BYTES, framed.length);
    return value;
  }

  /** The framed state in a value of {@code state}, a copy. */
  public static byte[] framed(byte[] stored) {
    return Arrays.copyOfRange(stored, STATE_HEADER_BYTES, stored.length);
  }

  /** The partition in a value of {@code state}. */
  public static int partition(byte[] stored) {
    return ByteBuffer.wrap(stored).getInt();
  }

  static long offset(byte[] stored) {
    return ByteBuffer.wrap(stored).getLong(Integer.BYTES);
  }

  static long hashHigh(byte[] stored) {
    return ByteBuffer.wrap(stored).getLong(HASH_AT);
  }

  static long hashLow(byte[] stored) {
    return ByteBuffer.wrap(stored).getLong(HASH_AT + Long.BYTES);
  }

  /** The key of {@code changed} for an offset of a partition. */
  public static byte[] changedKey(int partition, long offset) {
    return ByteBuffer.allocate(CHANGED_BYTES).putInt(partition).putLong(offset).array();
  }

  /** The offset in a key of {@code changed}. */
  public static long offsetOfChanged(byte[] changedKey) {
    return ByteBuffer.wrap(changedKey).getLong(Integer.BYTES);
  }

  /** The prefix of all rows of one group of one view. */
  public static byte[] viewPrefix(byte[] view, byte[] group) {
    byte[] prefix = new byte[view.length + group.length + 2];
    System.arraycopy(view, 0, prefix, 0, view.length);
    System.arraycopy(group, 0, prefix, view.length + 1, group.length);
    return prefix;
  }

  /** Encodes a group's name without zero bytes, so that no group is a prefix of another. */
  public static byte[] group(String group) {
    byte[] utf8 = group.getBytes(StandardCharsets.UTF_8);
    int escapes = 0;
    for (byte b : utf8) {
      escapes += b == 0 || b == ESCAPE ? 1 : 0;
    }
    if (escapes == 0) {
      return utf8;
    }
    ByteBuffer out = ByteBuffer.allocate(utf8.length + escapes);
    for (byte b : utf8) {
      if (b == 0 || b == ESCAPE) {
        out.put(ESCAPE).put((byte) (b + 1));
      } else {
        out.put(b);
      }
    }
    return out.array();
  }

  static byte[] viewKey(byte[] view, byte[] group, byte[] orderKey, byte[] key) {
    int start = view.length + group.length + 2;
    byte[] row = Arrays.copyOf(viewPrefix(view, group), start + orderKey.length + key.length);
    System.arraycopy(orderKey, 0, row, start, orderKey.length);
    System.arraycopy(key, 0, row, start + orderKey.length, key.length);
    return row;
  }

  public static byte[] viewValue(byte[] key) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(key.length).array();
  }

  /** The key that a row of {@code views} refers to. */
  public static byte[] keyOfView(byte[] row, byte[] value) {
    int length = ByteBuffer.wrap(value).getInt();
    return Arrays.copyOfRange(row, row.length - length, row.length);
  }

  /** The smallest array greater than every array that starts with {@code prefix}. */
  public static byte[] after(byte[] prefix) {
    byte[] end = prefix.clone();
    for (int i = end.length - 1; i >= 0; i--) {
      if (end[i] != (byte) 0xff) {
        end[i]++;
        return Arrays.copyOf(end, i + 1);
      }
    }
    throw new IllegalArgumentException("nothing comes after a prefix of 0xff alone");
  }
}
