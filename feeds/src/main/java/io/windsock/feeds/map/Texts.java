package io.windsock.feeds.map;

import io.windsock.contracts.config.ConfigNode;
import io.windsock.feeds.read.BadValueException;
import io.windsock.feeds.read.Row;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** Compiles the part of a mapping that defines a text. */
final class Texts {
  /** The keys that define a text. */
  static final List<String> MEMBERS =
      List.of("field constant template lookup by give text match values otherwise".split(" "));

  private final Columns columns;
  private final Map<String, Table> tables;

  Texts(Columns columns, Map<String, Table> tables) {
    this.columns = columns;
    this.tables = tables;
  }

  /** Returns the column of a field that is used without conversion; otherwise a negative number. */
  int plainColumn(ConfigNode node) {
    if (node.isScalar()) {
      return columns.number(node.scalar(), node);
    }
    boolean changed = !node.has("field");
    for (String name : MEMBERS) {
      changed |= node.has(name) && !name.equals("field");
    }
    return changed ? -1 : columns.number(node.get("field").scalar(), node.get("field"));
  }

  /** Compiles the text and reports faults at their places. */
  TextValue compile(ConfigNode node) {
    TextValue value = source(node);
    List<TextStep> steps = steps(node.get("text"));
    if (!steps.isEmpty()) {
      value = stepped(value, steps);
    }
    if (node.has("match")) {
      value = matched(value, pattern(node.get("match")));
    }
    if (node.has("values")) {
      value = translated(value, node);
    } else if (node.has("otherwise")) {
      node.get("otherwise").fault("needs 'values' beside it");
    }
    return value;
  }

  private TextValue source(ConfigNode node) {
    if (node.isScalar()) {
      return column(columns.number(node.scalar(), node));
    }
    List<String> sources = new ArrayList<>();
    for (String name : List.of("field", "constant", "template", "lookup")) {
      if (node.has(name)) {
        sources.add(name);
      }
    }
    if (sources.size() != 1) {
      node.fault("needs exactly one of field, constant, template and lookup; it has " + sources);
      return row -> null;
    }
    if (node.has("field")) {
      return column(columns.number(node.get("field").scalar(), node.get("field")));
    }
    if (node.has("constant")) {
      String constant = node.get("constant").scalar();
      return row -> constant;
    }
    if (node.has("template")) {
      return Template.parse(node.get("template"), columns, false);
    }
    return lookup(node);
  }

  private TextValue column(int column) {
    return row -> row.absent(column) ? null : row.text(column);
  }

  private TextValue lookup(ConfigNode node) {
    TextValue by = Template.parse(node.get("by"), columns, false);
    String name = node.get("lookup").scalar();
    Table table = tables.get(name);
    if (table == null) {
      node.get("lookup").fault("there is no table '" + name + "'; there are " + tables.keySet());
      return by;
    }
    int column = table.column(node.get("give"));
    return row -> {
      String key = by.text(row);
      return key == null ? null : table.find(key, column);
    };
  }

  private static List<TextStep> steps(ConfigNode node) {
    List<TextStep> steps = new ArrayList<>();
    for (ConfigNode element : node.oneOrMore()) {
      TextStep.add(element.scalar(), steps, element, "");
    }
    return List.copyOf(steps);
  }

  private static TextValue stepped(TextValue value, List<TextStep> steps) {
    return row -> {
      String text = value.text(row);
      for (int i = 0; i < steps.size() && text != null; i++) {
        text = steps.get(i).apply(text);
      }
      return text == null || text.isEmpty() ? null : text;
    };
  }

  private static Pattern pattern(ConfigNode node) {
    try {
      return Pattern.compile(node.scalar());
    } catch (PatternSyntaxException e) {
      node.fault("is no regular expression: " + e.getDescription());
      return Pattern.compile("");
    }
  }

  /**
   * Returns the pattern's first group, or the whole match; a text that does not match is absent.
   */
  private static TextValue matched(TextValue value, Pattern pattern) {
    return row -> {
      String text = value.text(row);
      if (text == null) {
        return null;
      }
      Matcher matcher = pattern.matcher(text);
      if (!matcher.find()) {
        return null;
      }
      String found = matcher.groupCount() > 0 ? matcher.group(1) : matcher.group();
      return found == null || found.isEmpty() ? null : found;
    };
  }

  private static TextValue translated(TextValue value, ConfigNode node) {
    ConfigNode table = node.get("values");
    Map<String, String> values = new HashMap<>();
    if (table.isMapping()) {
      table.entries().forEach((from, to) -> values.put(from, to.scalar()));
    }
    table.expect(!values.isEmpty(), "a mapping from the feed's texts to the event's");
    ConfigNode otherwise = node.get("otherwise");
    if (!node.has("otherwise")) {
      return row -> strictly(value, values, row);
    }
    String rest = otherwise.present() ? otherwise.scalar() : null;
    return row -> {
      String text = value.text(row);
      return text == null ? null : values.getOrDefault(text, rest);
    };
  }

  private static @Nullable String strictly(TextValue value, Map<String, String> values, Row row)
      throws BadValueException {
    String text = value.text(row);
    if (text == null) {
      return null;
    }
    String translated = values.get(text);
    if (translated == null) {
      throw new BadValueException(
          "'" + BadValueException.shorten(text) + "' is none of the values that the mapping knows");
    }
    return translated;
  }
}
