package io.windsock.feeds.map;

import io.windsock.contracts.config.ConfigNode;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compiles the conditions of a mapping: a map from fields to requirements, all of which must hold.
 * A requirement is a text, a list of alternative texts, {@code {not: …}}, {@code {present: true}},
 * {@code {above: n}} or {@code {below: n}}.
 */
final class Conditions {
  private final Columns columns;

  Conditions(Columns columns) {
    this.columns = columns;
  }

  /** Compiles the conditions and reports faults at their places. */
  EventMapping.Condition compile(ConfigNode node) {
    if (!node.present()) {
      return EventMapping.Condition.ALWAYS;
    }
    Map<String, ConfigNode> fields = node.isMapping() ? node.entries() : Map.of();
    node.expect(!fields.isEmpty(), "a mapping of fields to what they have to be");
    EventMapping.Condition all = EventMapping.Condition.ALWAYS;
    for (Map.Entry<String, ConfigNode> field : fields.entrySet()) {
      ConfigNode wanted = field.getValue();
      int column = columns.number(field.getKey(), wanted);
      EventMapping.Condition one =
          wanted.isMapping() ? relation(column, wanted) : in(column, wanted, true);
      all = all == EventMapping.Condition.ALWAYS ? one : all.and(one);
    }
    return all;
  }

  private EventMapping.Condition relation(int column, ConfigNode node) {
    node.mappingOf("not", "present", "above", "below");
    EventMapping.Condition all = EventMapping.Condition.ALWAYS;
    if (node.has("not")) {
      all = all.and(in(column, node.get("not"), false));
    }
    if (node.has("present")) {
      boolean absent = !node.get("present").flag();
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

  private static EventMapping.Condition in(int column, ConfigNode node, boolean wanted) {
    List<String> listed = node.scalars();
    Set<String> texts = new HashSet<>(listed);
    if (listed.isEmpty()) {
      node.fault("lists nothing");
    }
    return row -> (!row.absent(column) && texts.contains(row.text(column))) == wanted;
  }
}
