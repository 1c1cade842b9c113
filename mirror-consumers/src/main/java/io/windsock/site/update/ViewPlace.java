package io.windsock.site.update;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A key's place in a view: its group and its order within it. Immutable. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ViewPlace(String group, byte[] orderKey) {

  static boolean same(@Nullable ViewPlace a, @Nullable ViewPlace b) {
    if (a == null || b == null) {
      return a == null && b == null;
    }
    return a.group.equals(b.group) && Arrays.equals(a.orderKey, b.orderKey);
  }
}
