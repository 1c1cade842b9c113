package io.windsock.feeds.map;

import io.windsock.contracts.config.ConfigNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a file that a mapping uses, numbered by first use. Filled while a mapping is
 * compiled.
 */
final class Columns {
  private final List<String> names = new ArrayList<>();
  private final Function<String, @Nullable String> check;

  /**
   * Creates a numbering for the fields of one format.
   *
   * @param check returns why a name can't be a field of the format; null if it can
   */
  Columns(Function<String, @Nullable String> check) {
    this.check = check;
  }

  /** Returns the field's number; reports an invalid name at {@code place}. */
  int number(String name, ConfigNode place) {
    int known = names.indexOf(name);
    if (known >= 0) {
      return known;
    }
    String reason = name.isEmpty() ? "names no field" : check.apply(name);
    if (reason != null) {
      place.fault(reason);
    }
    names.add(name);
    return names.size() - 1;
  }

  String name(int number) {
    return names.get(number);
  }

  List<String> names() {
    return List.copyOf(names);
  }
}
