package io.windsock.site.update;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A record's key as a map key. Its owner may reuse one instance with changing content as a probe.
 */
final class RowKey {
  private byte[] bytes;
  private int hash;

  RowKey(byte[] bytes) {
    this.bytes = bytes;
    this.hash = Arrays.hashCode(bytes);
  }

  RowKey of(byte[] other) {
    bytes = other;
    hash = Arrays.hashCode(other);
    return this;
  }

  byte[] bytes() {
    return bytes;
  }

  String text() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof RowKey other && hash == other.hash && Arrays.equals(bytes, other.bytes);
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
