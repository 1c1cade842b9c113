package io.windsock.ede.view;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.windsock.contracts.config.ConfigNode;
import io.windsock.ede.view.ViewDefinition.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads the parts of a board section that refer to a row's values: matches, ages and the map. */
final class BoardParts {
  private static final int MAX_VALUES = 64;

  private final RowShape row;

  BoardParts(RowShape row) {
    this.row = row;
  }

  /** Puts the match at {@code at}, if any, under {@code name}: a column and its values. */
  void match(ConfigNode at, ObjectNode to, String name) {
    if (!at.present()) {
      return;
    }
    Map<String, ConfigNode> entries = at.entries();
    if (entries.size() != 1) {
      at.fault("names " + entries.size() + " columns; it must be one, with a list of its values");
    }
    entries.forEach(
        (column, values) -> {
          if (!row.has(column)) {
            values.fault("'" + column + "' is not a column of the view");
          }
          ObjectNode match = to.putObject(name).put("column", column);
          values(values, List.of(column)).forEach(match.putArray("values")::add);
        });
  }

  /**
   * Returns the values listed at {@code at}; adds a fault for a value that no column in {@code of}
   * can have.
   */
  List<String> values(ConfigNode at, List<String> of) {
    List<String> values = new ArrayList<>();
    List<ConfigNode> listed = at.oneOrMore();
    if (listed.isEmpty() || listed.size() > MAX_VALUES) {
      at.fault("lists " + listed.size() + " values; it must be 1 to " + MAX_VALUES);
      return values;
    }
    for (ConfigNode one : listed) {
      if (one.isScalar()) {
        String value = one.value().asText();
        row.checkValue(of, value, one);
        values.add(value);
      } else {
        one.fault("is " + one + "; it must be a value of " + of);
      }
    }
    return values;
  }

  /**
   * Puts under {@code name} the rule at {@code at}, if any: a row counts once a duration has passed
   * since a time column.
   */
  void age(ConfigNode at, ObjectNode to, String name) {
    if (!at.present()) {
      return;
    }
    at.only("since", "after", "when", "unless");
    ObjectNode age = to.putObject(name);
    row.columns(at.get("since"), Kind.TIME).forEach(age.putArray("since")::add);
    age.put("afterMs", BoardText.durationMs(at.get("after")));
    match(at.get("when"), age, "when");
    match(at.get("unless"), age, "unless");
  }

  /**
   * Puts the map that {@code at} describes, or by default one of the columns latitude and
   * longitude.
   */
  void map(ConfigNode at, ObjectNode to) {
    boolean positions = row.has("latitude") && row.has("longitude");
    if (!at.present() && !positions) {
      return;
    }
    at.only("latitude", "longitude", "label", "heading", "grounded");
    ObjectNode map = to.putObject("map");
    position(at, map, "latitude");
    position(at, map, "longitude");
    List<String> label =
        at.get("label").present()
            ? row.columns(at.get("label"))
            : List.of(ViewDefinition.KEY_COLUMN);
    label.forEach(map.putArray("label")::add);
    if (at.get("heading").present()) {
      map.put("heading", row.column(at.get("heading"), Kind.NUMBER));
    }
    if (at.get("grounded").present()) {
      map.put("grounded", row.column(at.get("grounded"), Kind.BOOLEAN));
    }
  }

  private void position(ConfigNode at, ObjectNode map, String name) {
    ConfigNode node = at.get(name);
    if (node.present()) {
      map.put(name, row.column(node, Kind.NUMBER));
    } else if (row.has(name)) {
      map.put(name, name);
    } else {
      node.fault("is missing; rows have no column '" + name + "'");
    }
  }
}
