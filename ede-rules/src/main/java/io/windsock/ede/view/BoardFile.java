package io.windsock.ede.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.windsock.contracts.config.ConfigNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the {@code board} sections of {@code views.yaml}, which say how the board shows the views.
 * The result is what {@code GET /v1/views} serves: complete JSON, so that a page needs no defaults
 * of its own. No Java code interprets it.
 */
final class BoardFile {
  /** The key of the section, both at the top level and in a view. */
  static final String KEY = "board";

  private static final int MAX_TEXT_CHARS = 200;
  private static final int MAX_ORDER = 8;

  /**
   * One character class and its repetition: means the same in Java and JavaScript, and matches in
   * linear time.
   */
  private static final Pattern PATTERN =
      Pattern.compile("\\[[A-Za-z0-9_. -]{1,64}]\\{[0-9]{1,3}(,[0-9]{1,3})?}");

  private final ConfigNode shared;
  private final Set<String> shown = new TreeSet<>();

  /**
   * @param shared the file's section, which applies to all views that have a section of their own
   */
  BoardFile(ConfigNode shared) {
    this.shared = shared;
    shared.only(
        "rows", "points", "start", "parameters", "order", "columns", "map", "silent", "past");
    shared.get("columns").entries().values().forEach(BoardColumns::checkKeys);
  }

  /** Returns how the board shows a view, as a JSON object. */
  String view(String name, @Nullable String parameter, ConfigNode own, RowShape row) {
    own.only("title", "empty", "order", "columns", "map", "silent", "past");
    Overlay node = new Overlay(own, own.present() ? shared : own);
    BoardParts parts = new BoardParts(row);
    ObjectNode board = JsonNodeFactory.instance.objectNode();
    String title = BoardText.inWords(name);
    board.put("title", BoardText.of(own.get("title"), BoardColumns.MAX_TITLE_CHARS, title));
    empty(own.get("empty"), parameter, board);
    order(node.get("order"), row, board.putArray("order"));
    ConfigNode columns = own.get("columns");
    shown.addAll(columns.entries().keySet());
    board.set("columns", new BoardColumns(row).read(columns, node.shared().get("columns")));
    parts.map(node.get("map"), board);
    parts.age(node.get("silent"), board, "silent");
    parts.age(node.get("past"), board, "past");
    return board.toString();
  }

  private static void empty(ConfigNode node, @Nullable String parameter, ObjectNode board) {
    String text = BoardText.of(node, MAX_TEXT_CHARS, "");
    String plain = parameter == null ? text : text.replace("{" + parameter + "}", "");
    if (plain.indexOf('{') >= 0 || plain.indexOf('}') >= 0) {
      String may =
          parameter == null ? "nothing, since the view has no" : "{" + parameter + "}, the";
      node.fault("is '" + text + "'; in braces may stand " + may + " parameter");
    }
    if (!text.isEmpty()) {
      board.put("empty", text);
    }
  }

  private static void order(ConfigNode node, RowShape row, ArrayNode order) {
    List<ConfigNode> items = node.items();
    if (items.size() > MAX_ORDER) {
      node.fault("lists " + items.size() + " columns; at most " + MAX_ORDER);
    }
    items.forEach(item -> row.columns(item).forEach(order.addArray()::add));
  }

  /** Returns how the board shows the domain of these views, as a JSON object. */
  String domain(List<ViewDefinition> views) {
    ObjectNode board = JsonNodeFactory.instance.objectNode();
    noun(shared.get("rows"), "row", board.putArray("rows"));
    noun(shared.get("points"), "point", board.putArray("points"));
    Map<String, ViewDefinition> byName = new TreeMap<>();
    views.forEach(view -> byName.put(view.name(), view));
    start(views, byName, board);
    parameters(byName, board.putArray("parameters"));
    for (Map.Entry<String, ConfigNode> column : shared.get("columns").entries().entrySet()) {
      if (!shown.contains(column.getKey())) {
        column.getValue().fault("is shown in no view");
      }
    }
    return board.toString();
  }

  private void parameters(Map<String, ViewDefinition> views, ArrayNode to) {
    Set<String> names = new TreeSet<>();
    for (ViewDefinition view : views.values()) {
      if (view.parameter() != null) {
        names.add(view.parameter());
      }
    }
    ConfigNode section = shared.get("parameters");
    for (Map.Entry<String, ConfigNode> entry : section.entries().entrySet()) {
      if (!names.contains(entry.getKey())) {
        entry.getValue().fault("is the parameter of no view");
      }
    }
    names.forEach(name -> to.add(parameter(name, section.get(name), views)));
  }

  private static void noun(ConfigNode node, String otherwise, ArrayNode noun) {
    List<ConfigNode> words = node.items();
    if (node.present() && words.size() != 2) {
      node.fault("must be two words, for one and for many");
    }
    if (words.size() != 2) {
      noun.add(otherwise).add(otherwise + "s");
      return;
    }
    words.forEach(word -> noun.add(BoardText.of(word, BoardColumns.MAX_TITLE_CHARS, otherwise)));
  }

  /** Puts the view that the board shows by default. */
  private void start(
      List<ViewDefinition> views, Map<String, ViewDefinition> byName, ObjectNode board) {
    ConfigNode node = shared.get("start");
    String start = node.optionalText();
    if (start != null && !byName.containsKey(start)) {
      node.fault("is '" + start + "'; the views are " + byName.keySet());
    }
    if (start == null) {
      start =
          views.stream()
              .filter(view -> view.parameter() == null)
              .findFirst()
              .or(() -> views.stream().findFirst())
              .map(ViewDefinition::name)
              .orElse("");
    }
    board.put("start", start);
  }

  private static ObjectNode parameter(
      String name, ConfigNode node, Map<String, ViewDefinition> views) {
    node.only("title", "pattern", "hint", "upperCase", "without");
    ObjectNode parameter = JsonNodeFactory.instance.objectNode();
    parameter.put("name", name);
    String title = BoardText.inWords(name);
    parameter.put("title", BoardText.of(node.get("title"), BoardColumns.MAX_TITLE_CHARS, title));
    BoardText.put(node.get("hint"), MAX_TEXT_CHARS, parameter, "hint");
    parameter.put("upperCase", node.get("upperCase").flag());
    ConfigNode pattern = node.get("pattern");
    String form = pattern.optionalText();
    if (form != null) {
      checkPattern(form, pattern);
      if (!node.get("hint").present()) {
        pattern.fault("needs 'hint': what to give instead of a value that does not fit");
      }
      parameter.put("pattern", form);
    }
    String without = node.get("without").optionalText();
    if (without != null) {
      ViewDefinition view = views.get(without);
      if (view == null || view.parameter() != null) {
        node.get("without").fault("is '" + without + "', which is not a view without a parameter");
      }
      parameter.put("without", without);
    }
    return parameter;
  }

  private static void checkPattern(String form, ConfigNode at) {
    try {
      if (PATTERN.matcher(form).matches()) {
        Pattern.compile(form);
        return;
      }
    } catch (PatternSyntaxException e) {
      // A fault reported below, such as a range that ends before it begins.
    }
    at.fault("is '" + form + "'; it must be characters and how many, such as [A-Z0-9]{3,4}");
  }
}
