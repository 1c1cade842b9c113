package io.windsock.topology.receive;

import java.util.Arrays;

/**
 * A record key as a key of a map. One instance is reused to look keys up without allocating; those
 * in the map never change. Comparable, so that a map stays fast when hashes collide.
 */
final class Key implements Comparable<Key> {
  private byte[] bytes;
  private int hash;

  Key(byte[] bytes) {
    this.bytes = bytes;
    this.hash = Arrays.hashCode(bytes);
  }

  byte[] bytes() {
    return bytes;
  }

  /** Makes this the key {@code newBytes}; only for an instance that is in no map. */
  Key set(byte[] newBytes) {
    bytes = newBytes;
    hash = Arrays.hashCode(newBytes);
    return this;
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof Key other && hash == other.hash && Arrays.equals(bytes, other.bytes);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public int compareTo(Key other) {
    return Arrays.compare(bytes, other.bytes);
  }
}
