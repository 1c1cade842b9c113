package io.windsock.ede.view;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.windsock.contracts.config.ConfigNode;
import io.windsock.ede.definition.Condition;
import io.windsock.ede.definition.FieldShape;
import io.windsock.ede.definition.StateLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/** Reads {@code views.yaml} and reports every fault. */
public final class ViewsFile {
  private static final Pattern VIEW_NAME = Pattern.compile("[a-z][a-z0-9-]{0,63}");
  private static final Pattern WORD = Pattern.compile("[a-zA-Z][a-zA-Z0-9_]{0,63}");

  private final StateLayout layout;
  private final BoardFile board;

  /**
   * The content of the file.
   *
   * @param board how the board shows the domain, a JSON object
   */
  public record Content(List<ViewDefinition> views, String board) {}

  private ViewsFile(StateLayout layout, BoardFile board) {
    this.layout = layout;
    this.board = board;
  }

  /** Reads the file; returns the views without faults and adds the faults of the others. */
  public static Content read(ConfigNode root, StateLayout layout) {
    if (!root.present()) {
      return new Content(List.of(), "{}");
    }
    root.only("views", BoardFile.KEY);
    ViewsFile file = new ViewsFile(layout, new BoardFile(root.get(BoardFile.KEY)));
    List<ViewDefinition> views = new ArrayList<>();
    Map<String, ConfigNode> entries = root.get("views").entries();
    if (entries.isEmpty()) {
      root.get("views").fault("names no view");
    }
    entries.forEach((name, node) -> views.add(file.view(name, node)));
    return new Content(views, file.board.domain(views));
  }

  /**
   * Returns the part of a valid file that determines states and rows: everything but the board
   * sections.
   */
  public static String meaning(ConfigNode root) {
    JsonNode copy = root.value().deepCopy();
    ((ObjectNode) copy).remove(BoardFile.KEY);
    copy.path("views").forEach(view -> ((ObjectNode) view).remove(BoardFile.KEY));
    return copy.toString();
  }

  private ViewDefinition view(String name, ConfigNode node) {
    if (!VIEW_NAME.matcher(name).matches()) {
      node.fault("a view's name is a small letter, then small letters, digits or dashes");
    }
    node.only("parameter", "where", "order", "columns", BoardFile.KEY);
    Map<String, ConfigNode> parameter = node.get("parameter").entries();
    if (parameter.size() > 1) {
      node.get("parameter").fault("names " + parameter.size() + " parameters; at most one");
    }
    String parameterName = null;
    FirstOf group = null;
    for (Map.Entry<String, ConfigNode> entry : parameter.entrySet()) {
      parameterName = entry.getKey();
      checkWord(parameterName, entry.getValue());
      group = firstOf(entry.getValue(), true);
    }
    Condition where =
        node.get("where").present() ? Condition.compile(node.get("where"), layout) : null;
    List<RowColumn> columns = columns(node.get("columns"));
    RowShape row = new RowShape(name, node.get("columns").entries().keySet(), columns);
    return new ViewDefinition(
        name,
        parameterName,
        group,
        where,
        order(node.get("order")),
        columns,
        board.view(name, parameterName, node.get(BoardFile.KEY), row));
  }

  private OrderKey order(ConfigNode node) {
    List<FirstOf> values = new ArrayList<>();
    for (ConfigNode at : node.items()) {
      FirstOf value = firstOf(at, false);
      if (value != null) {
        values.add(value);
      }
    }
    return new OrderKey(values);
  }

  private List<RowColumn> columns(ConfigNode node) {
    List<RowColumn> columns = new ArrayList<>();
    Map<String, ConfigNode> entries = node.entries();
    if (entries.isEmpty()) {
      node.fault("names no column");
    }
    entries.forEach(
        (name, at) -> {
          checkWord(name, at);
          if (name.equals(ViewDefinition.KEY_COLUMN)) {
            at.fault("is the column of the key, which every row has");
          }
          FirstOf source = firstOf(at, false);
          if (source != null) {
            columns.add(new RowColumn(name, source));
          }
        });
    return columns;
  }

  /** Adds a fault at {@code at} unless {@code name} is a valid column name. */
  static void checkWord(String name, ConfigNode at) {
    if (!WORD.matcher(name).matches()) {
      at.fault("a name is a letter, then letters, digits or underscores");
    }
  }

  /** Returns one field or a list of alternatives, all of the same type. */
  private @Nullable FirstOf firstOf(ConfigNode node, boolean asGroup) {
    List<FieldShape> fields = new ArrayList<>();
    for (ConfigNode at : node.oneOrMore()) {
      FieldShape field = layout.find(at);
      if (field != null && fits(field, fields, asGroup, at)) {
        fields.add(field);
      }
    }
    if (node.oneOrMore().isEmpty()) {
      node.fault("names no field");
    }
    return fields.isEmpty() ? null : new FirstOf(fields);
  }

  private static boolean fits(
      FieldShape field, List<FieldShape> before, boolean asGroup, ConfigNode at) {
    Schema.Type type = field.schema().getType();
    if (!field.plain() || type == Schema.Type.BYTES) {
      at.fault("is '" + field.name() + "', a " + field.typeName() + ", which a row can't show");
      return false;
    }
    if (asGroup && (type == Schema.Type.FLOAT || type == Schema.Type.DOUBLE)) {
      at.fault("is '" + field.name() + "', a " + field.typeName() + ", which can't be a parameter");
      return false;
    }
    if (!before.isEmpty() && !before.get(0).schema().equals(field.schema())) {
      at.fault(
          "is '%s', a %s; the first alternative is a %s"
              .formatted(field.name(), field.typeName(), before.get(0).typeName()));
      return false;
    }
    return true;
  }
}
