package io.windsock.ede.view;

import io.windsock.contracts.config.ConfigNode;
import io.windsock.ede.view.ViewDefinition.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a view's rows, against which its board section is checked. Reports every fault.
 */
final class RowShape {
  /** The maximum number of columns in one list of a board section. */
  private static final int MAX_LISTED = 16;

  private final String view;
  private final Set<String> names;
  private final Map<String, RowColumn> columns = new LinkedHashMap<>();

  /**
   * @param names the columns that the file lists, without the key
   * @param columns the listed columns that have no fault
   */
  RowShape(String view, Set<String> names, List<RowColumn> columns) {
    this.view = view;
    this.names = names;
    columns.forEach(column -> this.columns.put(column.name(), column));
  }

  /** Whether rows may have a column with this name. */
  boolean has(String name) {
    return names.contains(name) || name.equals(ViewDefinition.KEY_COLUMN);
  }

  /** Returns the names of the columns in the order of the file, without the key. */
  Set<String> names() {
    return names;
  }

  /**
   * Returns the column that {@code at} names; adds a fault and returns null if rows have no such
   * column.
   */
  @Nullable String column(ConfigNode at) {
    String name = at.text();
    if (has(name)) {
      return name;
    }
    if (!name.isEmpty()) {
      at.fault("is '" + name + "', which is not a column of view '" + view + "'");
    }
    return null;
  }

  /**
   * Returns the column of {@code kind} that {@code at} names; adds a fault and returns null if rows
   * have no such column.
   */
  @Nullable String column(ConfigNode at, Kind kind) {
    String name = column(at);
    Kind actual = name == null ? null : kind(name);
    if (actual == null || actual == kind) {
      return name;
    }
    at.fault("is '" + name + "', a " + actual.word() + "; it must be a " + kind.word());
    return null;
  }

  /** Returns the one or more columns that {@code at} names. */
  List<String> columns(ConfigNode at) {
    return columns(at, null);
  }

  /**
   * Returns the one or more columns that {@code at} names, all of {@code kind} unless that is null.
   */
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

  /**
   * Returns the kind of the column's values; null if it is unknown because the column has a fault.
   */
  @Nullable Kind kind(String name) {
    if (name.equals(ViewDefinition.KEY_COLUMN)) {
      return Kind.TEXT;
    }
    RowColumn column = columns.get(name);
    return column == null ? null : column.kind();
  }

  /** Adds a fault at {@code at} if none of the columns can have this value. */
  void checkValue(List<String> of, String value, ConfigNode at) {
    List<String> all = values(of);
    if (!all.isEmpty() && !all.contains(value)) {
      at.fault("'" + value + "' is never in " + of + "; it is one of " + all);
    }
  }

  /** Returns all values of these columns; empty if those of any column are not enumerable. */
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
