package io.windsock.ede;

import io.windsock.contracts.config.ConfigNode;
import io.windsock.ede.ViewDefinition.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The columns of a view's rows, for its board section to name. Names every fault of that. */
final class RowShape {
  /** The most columns that one place of a board section may list. */
  private static final int MAX_LISTED = 16;

  private final String view;
  private final Set<String> names;
  private final Map<String, RowColumn> columns = new LinkedHashMap<>();

  /**
   * @param names the columns that the file lists, the key aside
   * @param columns those of them that have no fault
   */
  RowShape(String view, Set<String> names, List<RowColumn> columns) {
    this.view = view;
    this.names = names;
    columns.forEach(column -> this.columns.put(column.name(), column));
  }

  /** Whether a row may have a column of this name. */
  boolean has(String name) {
    return names.contains(name) || name.equals(ViewDefinition.KEY_COLUMN);
  }

  /** Names of the columns, the key aside, in the order of the file. */
  Set<String> names() {
    return names;
  }

  /** The column that {@code at} names; null, and a fault, if rows have none. */
  @Nullable String column(ConfigNode at) {
    String name = at.text();
    if (has(name)) {
      return name;
    }
    if (!name.isEmpty()) {
      at.fault("is '" + name + "', which is no column of view '" + view + "'");
    }
    return null;
  }

  /** The column that {@code at} names, of {@code kind}; null, and a fault, if rows have none. */
  @Nullable String column(ConfigNode at, Kind kind) {
    String name = column(at);
    Kind actual = name == null ? null : kind(name);
    if (actual == null || actual == kind) {
      return name;
    }
    at.fault("is '" + name + "', a " + actual.word() + "; it must be a " + kind.word());
    return null;
  }

  /** The one or more columns that {@code at} names. */
  List<String> columns(ConfigNode at) {
    return columns(at, null);
  }

  /** The one or more columns that {@code at} names, each of {@code kind} unless that is null. */
  List<String> columns(ConfigNode at, @Nullable Kind kind) {
    List<String> found = new ArrayList<>();
    List<ConfigNode> listed = at.oneOrMore();
    if (listed.isEmpty() || listed.size() > MAX_LISTED) {
      at.fault("names " + listed.size() + " columns; it must be 1 to " + MAX_LISTED);
      return found;
    }
    for (ConfigNode one : listed) {
      String name = kind == null ? column(one) : column(one, kind);
      if (name != null) {
        found.add(name);
      }
    }
    return found;
  }

  /** What the column's values are; null if that is not known because the column has a fault. */
  @Nullable Kind kind(String name) {
    if (name.equals(ViewDefinition.KEY_COLUMN)) {
      return Kind.TEXT;
    }
    RowColumn column = columns.get(name);
    return column == null ? null : column.kind();
  }

  /** Names a fault at {@code at} if none of the columns ever has this value. */
  void checkValue(List<String> of, String value, ConfigNode at) {
    List<String> all = values(of);
    if (!all.isEmpty() && !all.contains(value)) {
      at.fault("'" + value + "' is never in " + of + "; it is one of " + all);
    }
  }

  /** All values of these columns; empty if those of one of them are not listed anywhere. */
  private List<String> values(List<String> of) {
    List<String> all = new ArrayList<>();
    for (String name : of) {
      RowColumn column = columns.get(name);
      List<String> values = column == null ? null : column.values();
      if (values == null) {
        return List.of();
      }
      all.addAll(values);
    }
    return all;
  }
}
