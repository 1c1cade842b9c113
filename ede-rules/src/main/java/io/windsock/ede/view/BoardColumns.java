package io.windsock.ede.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.windsock.contracts.config.ConfigNode;
import io.windsock.ede.definition.StateLayout;
import io.windsock.ede.view.ViewDefinition.Kind;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads the columns of a view's board section. */
final class BoardColumns {
  /** The maximum number of columns that a board shows for a view. */
  static final int MAX_COLUMNS = 32;

  /** The maximum number of a column's values that have display texts. */
  static final int MAX_WORDS = 256;

  static final int MAX_TITLE_CHARS = 64;

  private static final int MAX_DECIMALS = 9;
  private static final Set<String> STYLES = Set.of("lead", "name", "strong", "badge");
  private static final Set<String> TONES = Set.of("good", "active", "notice", "bad");
  private static final Set<String> PRECISIONS = Set.of("minute", "second");
  private static final Pattern WIDTH = Pattern.compile("[0-9]{1,2}(\\.[0-9]{1,2})?(rem|%)");

  /** Not meant for users: it counts events. */
  private static final String NOT_SHOWN = StateLayout.VERSION;

  private final RowShape row;
  private final BoardParts parts;

  BoardColumns(RowShape row) {
    this.row = row;
    this.parts = new BoardParts(row);
  }

  /** Adds a fault for each unknown key in a column's section. */
  static void checkKeys(ConfigNode column) {
    column.only(
        "title",
        "brief",
        "value",
        "between",
        "beside",
        "was",
        "late",
        "precision",
        "decimals",
        "unit",
        "words",
        "otherwise",
        "tones",
        "faint",
        "as",
        "width");
  }

  /**
   * Returns the columns that {@code own} lists, completed by {@code shared}; all columns of the row
   * if it lists none.
   */
  ArrayNode read(ConfigNode own, ConfigNode shared) {
    ArrayNode columns = JsonNodeFactory.instance.arrayNode();
    if (!own.present()) {
      row.names().stream()
          .filter(name -> !name.equals(NOT_SHOWN))
          .forEach(name -> columns.add(plain(name)));
      return columns;
    }
    Map<String, ConfigNode> listed = own.entries();
    if (listed.isEmpty() || listed.size() > MAX_COLUMNS) {
      own.fault("lists " + listed.size() + " columns; it must be 1 to " + MAX_COLUMNS);
    }
    listed.forEach(
        (name, node) -> {
          checkKeys(node);
          columns.add(column(name, new Overlay(node, shared.get(name))));
        });
    return columns;
  }

  /** Returns the default form of a column that no section describes. */
  private static ObjectNode plain(String name) {
    ObjectNode column = JsonNodeFactory.instance.objectNode();
    column.put("name", name).put("title", BoardText.inWords(name)).putArray("value").add(name);
    return column;
  }

  private ObjectNode column(String name, Overlay node) {
    ObjectNode column = JsonNodeFactory.instance.objectNode();
    ViewsFile.checkWord(name, node.own());
    column.put("name", name);
    column.put("title", BoardText.of(node.get("title"), MAX_TITLE_CHARS, BoardText.inWords(name)));
    List<String> value = value(name, node);
    value.forEach(column.putArray("value")::add);
    look(node, column);
    number(node, value, column);
    time(node, value, column);
    words(node, value, column);
    beside(node, column);
    return column;
  }

  private List<String> value(String name, Overlay node) {
    if (node.get("value").present()) {
      return row.columns(node.get("value"));
    }
    if (!row.has(name)) {
      node.own().fault("needs 'value': rows have no column '" + name + "'");
      return List.of();
    }
    return List.of(name);
  }

  private void look(Overlay node, ObjectNode column) {
    BoardText.oneOf(node.get("as"), STYLES, column, "as");
    BoardText.put(node.get("brief"), MAX_TITLE_CHARS, column, "brief");
    BoardText.put(node.get("between"), MAX_TITLE_CHARS, column, "between");
    ConfigNode width = node.get("width");
    String text = width.optionalText();
    if (text != null && !WIDTH.matcher(text).matches()) {
      width.fault("is '" + text + "'; it must be a width such as 8.4rem or 23%");
    } else if (text != null) {
      column.put("width", text);
    }
    parts.match(node.get("faint"), column, "faint");
  }

  private void number(Overlay node, List<String> value, ObjectNode column) {
    BoardText.put(node.get("unit"), MAX_TITLE_CHARS, column, "unit");
    ConfigNode decimals = node.get("decimals");
    if (!decimals.present()) {
      return;
    }
    int digits = decimals.value().isInt() ? decimals.value().intValue() : -1;
    if (digits < 0 || digits > MAX_DECIMALS) {
      decimals.fault("is " + decimals + "; it must be 0 to " + MAX_DECIMALS);
    }
    needs(Kind.NUMBER, value, decimals);
    column.put("decimals", digits);
  }

  private void time(Overlay node, List<String> value, ObjectNode column) {
    if (node.get("precision").present()) {
      BoardText.oneOf(node.get("precision"), PRECISIONS, column, "precision");
      needs(Kind.TIME, value, node.get("precision"));
    }
    ConfigNode was = node.get("was");
    if (was.present()) {
      needs(Kind.TIME, value, was);
      column.put("was", row.column(was, Kind.TIME));
    }
    ConfigNode late = node.get("late");
    if (late.present()) {
      if (!was.present()) {
        late.fault("needs 'was': the time that it is later than");
      }
      column.put("lateMs", BoardText.durationMs(late));
    }
  }

  private void needs(Kind kind, List<String> value, ConfigNode at) {
    if (value.stream().map(row::kind).anyMatch(actual -> actual != null && actual != kind)) {
      at.fault("is for columns of the kind " + kind.word() + ", which " + value + " is not");
    }
  }

  private void words(Overlay node, List<String> value, ObjectNode column) {
    Map<String, ConfigNode> words = node.get("words").entries();
    if (words.size() > MAX_WORDS) {
      node.get("words").fault("has " + words.size() + " words; at most " + MAX_WORDS);
    }
    if (!words.isEmpty()) {
      ObjectNode to = column.putObject("words");
      words.forEach(
          (from, at) -> {
            row.checkValue(value, from, at);
            to.put(from, BoardText.of(at, MAX_TITLE_CHARS, ""));
          });
    }
    tones(node.get("tones"), value, column);
    otherwise(node.get("otherwise"), column);
  }

  private void tones(ConfigNode node, List<String> value, ObjectNode column) {
    if (!node.present()) {
      return;
    }
    ObjectNode to = column.putObject("tones");
    node.entries()
        .forEach(
            (tone, values) -> {
              if (!TONES.contains(tone)) {
                values.fault("is not a tone; it may be one of " + BoardText.sorted(TONES));
              }
              for (String one : parts.values(values, value)) {
                if (to.has(one)) {
                  values.fault("names '" + one + "' a second time");
                }
                to.put(one, tone);
              }
            });
  }

  private void otherwise(ConfigNode node, ObjectNode column) {
    Map<String, ConfigNode> texts = node.entries();
    if (texts.size() > MAX_COLUMNS) {
      node.fault("names " + texts.size() + " columns; at most " + MAX_COLUMNS);
    }
    if (texts.isEmpty()) {
      return;
    }
    ArrayNode to = column.putArray("otherwise");
    texts.forEach(
        (name, at) -> {
          if (!row.has(name)) {
            at.fault("'" + name + "' is not a column of the view");
          }
          to.addObject().put("column", name).put("text", BoardText.of(at, MAX_TITLE_CHARS, ""));
        });
  }

  private void beside(Overlay node, ObjectNode column) {
    ConfigNode beside = node.get("beside");
    if (!beside.present()) {
      return;
    }
    if (node.get("was").present()) {
      beside.fault("can't be combined with 'was'");
    }
    column.put("beside", row.column(beside));
  }
}
