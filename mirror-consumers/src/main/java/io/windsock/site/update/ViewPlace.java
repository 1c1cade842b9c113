package io.windsock.site.update;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Where a key stands in a view: under which group, and where in its order. Immutable. */
final class ViewPlace {
  final String group;
  final byte[] orderKey;

  ViewPlace(String group, byte[] orderKey) {
    this.group = group;
    this.orderKey = orderKey;
  }

  static boolean same(@Nullable ViewPlace a, @Nullable ViewPlace b) {
    if (a == null || b == null) {
      return a == b;
    }
    return a.group.equals(b.group) && Arrays.equals(a.orderKey, b.orderKey);
  }
}
