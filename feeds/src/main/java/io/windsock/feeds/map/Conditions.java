package io.windsock.feeds.map;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Compiles the conditions of a mapping: a map of fields to what they have to be, which all has to
 * hold. A text, or a list of which one has to be it; or {@code {not: …}}, {@code {present: true}},
 * {@code {above: n}}, {@code {below: n}}.
 */
final class Conditions {
  private final Columns columns;

  Conditions(Columns columns) {
    this.columns = columns;
  }

  /** Compiles; what is wrong is noted at its place. */
  Condition compile(YamlNode node) {
    if (!node.exists()) {
      return Condition.ALWAYS;
    }
    if (!node.isObject() || node.names().isEmpty()) {
      node.fault("should be a map of fields to what they have to be");
      return Condition.ALWAYS;
    }
    Condition all = Condition.ALWAYS;
    for (String name : node.names()) {
      YamlNode wanted = node.get(name);
      int column = columns.number(name, wanted);
      Condition one = wanted.isObject() ? relation(column, wanted) : in(column, wanted, true);
      all = all == Condition.ALWAYS ? one : all.and(one);
    }
    return all;
  }

  private Condition relation(int column, YamlNode node) {
    node.members("not", "present", "above", "below");
    Condition all = Condition.ALWAYS;
    if (node.has("not")) {
      all = all.and(in(column, node.get("not"), false));
    }
    if (node.has("present")) {
      boolean absent = node.get("present").oneOf("true", "false").equals("false");
      all = all.and(row -> row.absent(column) == absent);
    }
    if (node.has("above")) {
      double bound = node.get("above").number();
      all = all.and(row -> !row.absent(column) && row.number(column) > bound);
    }
    if (node.has("below")) {
      double bound = node.get("below").number();
      all = all.and(row -> !row.absent(column) && row.number(column) < bound);
    }
    return all;
  }

  private static Condition in(int column, YamlNode node, boolean wanted) {
    List<String> listed = node.texts();
    Set<String> texts = new HashSet<>(listed);
    if (listed.isEmpty()) {
      node.fault("lists nothing");
    }
    return row -> (!row.absent(column) && texts.contains(row.text(column))) == wanted;
  }
}
