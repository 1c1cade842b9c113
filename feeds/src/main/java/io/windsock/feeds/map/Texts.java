package io.windsock.feeds.map;

import io.windsock.contracts.config.ConfigNode;
import io.windsock.feeds.row.BadValueException;
import io.windsock.feeds.row.Row;
import io.windsock.feeds.row.TimeText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
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
  Value compile(ConfigNode node) {
    Value value = source(node);
    List<Step> steps = steps(node.get("text"));
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

  private Value source(ConfigNode node) {
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

  private Value column(int column) {
    return row -> row.absent(column) ? null : row.text(column);
  }

  private Value lookup(ConfigNode node) {
    Value by = Template.parse(node.get("by"), columns, false);
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

  private static List<Step> steps(ConfigNode node) {
    List<Step> steps = new ArrayList<>();
    for (ConfigNode element : node.oneOrMore()) {
      Step.add(element.scalar(), steps, element, "");
    }
    return List.copyOf(steps);
  }

  private static Value stepped(Value value, List<Step> steps) {
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
      node.fault("is not a regular expression: " + e.getDescription());
      return Pattern.compile("");
    }
  }

  /**
   * Returns the pattern's first group, or the whole match; a text that does not match is absent.
   */
  private static Value matched(Value value, Pattern pattern) {
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

  private static Value translated(Value value, ConfigNode node) {
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

  private static @Nullable String strictly(Value value, Map<String, String> values, Row row)
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

  /** A text computed from a row. Stateless. */
  @FunctionalInterface
  interface Value {
    /** Returns the text; null if the row has no value. */
    @Nullable String text(Row row) throws BadValueException;
  }

  /** A text conversion, under its name in mappings. */
  enum Step {
    /** Removes surrounding blanks. */
    STRIP,
    /** Converts to upper case. */
    UPPER,
    /** Converts to lower case. */
    LOWER,
    /** Returns the date {@code yyyy-mm-dd} at the start of the text. */
    DATE,
    /** Removes leading zeros. */
    UNPAD;

    private static final int DATE_CHARS = 10;

    /**
     * Adds the step with that name to {@code steps}; reports an unknown name at {@code node}.
     *
     * @param subject the start of the fault's message
     */
    static void add(String name, List<Step> steps, ConfigNode node, String subject) {
      for (Step step : values()) {
        if (step.toString().equals(name)) {
          steps.add(step);
          return;
        }
      }
      node.fault(subject + "is not a step; the steps are " + Arrays.toString(values()));
    }

    String apply(String text) throws BadValueException {
      return switch (this) {
        case STRIP -> text.strip();
        case UPPER -> text.toUpperCase(Locale.ROOT);
        case LOWER -> text.toLowerCase(Locale.ROOT);
        case DATE -> date(text);
        case UNPAD -> unpad(text);
      };
    }

    private static String date(String text) throws BadValueException {
      if (TimeText.epochDay(text, 0) == TimeText.NONE) {
        throw new BadValueException(
            "'" + BadValueException.shorten(text) + "' does not begin with a date");
      }
      return text.substring(0, DATE_CHARS).replace('/', '-');
    }

    private static String unpad(String text) {
      int at = 0;
      while (at < text.length() - 1 && text.charAt(at) == '0') {
        at++;
      }
      return text.substring(at);
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
