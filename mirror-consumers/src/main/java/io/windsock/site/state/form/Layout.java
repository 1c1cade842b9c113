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
 *          'i'                                   → offset since which changes are indexed, for each
 *                                                  partition; absent if all are
 *          'l' | partition (4)                   → PartitionLedger
 *          'w'                                   → nothing; present if the state began with its log
 *                                                  as a whole one
 * state    key                                   → partition (4) | offset (8) | hash (16) | framed state
 * changed  partition (4) | offset (8)            → key
 * views    view | 0 | group | 0 | order key | key → length of the key (4)
 * default  "stamp"                               → DiskStamp
 * </pre>
 */
public final class Layout {
  /** Where the framed state starts in a value of {@code state}. */
  public static final int STATE_HEADER_BYTES = Integer.BYTES + 3 * Long.BYTES;

  /** The length of a key of {@code changed}. */
  public static final int CHANGED_BYTES = Integer.BYTES + Long.BYTES;

  private static final byte ESCAPE = 1;

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

  /** The key of the position since which changes are indexed. */
  public static byte[] indexedKey() {
    return new byte[] {'i'};
  }

  /** The key that says that the state began with its log as a whole one. */
  public static byte[] wholeKey() {
    return new byte[] {'w'};
  }

  /** The key of a partition's ledger. */
  public static byte[] ledgerKey(int partition) {
    return ByteBuffer.allocate(1 + Integer.BYTES).put((byte) 'l').putInt(partition).array();
  }

  /** The framed state in a value of {@code state}, a copy. */
  public static byte[] framed(byte[] stored) {
    return Arrays.copyOfRange(stored, STATE_HEADER_BYTES, stored.length);
  }

  /** The partition in a value of {@code state}. */
  public static int partition(byte[] stored) {
    return ByteBuffer.wrap(stored).getInt();
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
  public static byte[] viewPrefix(String view, String group) {
    byte[] name = view.getBytes(StandardCharsets.UTF_8);
    byte[] escaped = group(group);
    return ByteBuffer.allocate(name.length + escaped.length + 2)
        .put(name)
        .put((byte) 0)
        .put(escaped)
        .array();
  }

  /** Encodes a group's name without zero bytes, so that no group is a prefix of another. */
  private static byte[] group(String group) {
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

  /** The row of {@code key} in {@code group} of {@code view}. */
  public static byte[] viewKey(String view, String group, byte[] orderKey, byte[] key) {
    byte[] prefix = viewPrefix(view, group);
    return ByteBuffer.allocate(prefix.length + orderKey.length + key.length)
        .put(prefix)
        .put(orderKey)
        .put(key)
        .array();
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
