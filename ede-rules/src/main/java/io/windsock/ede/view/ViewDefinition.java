package io.windsock.ede.view;

import com.fasterxml.jackson.core.JsonGenerator;
import io.windsock.ede.definition.Condition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/**
 * A view: the states it contains, the parameter value that each belongs to, their order, and the
 * content of their rows. Pure and immutable; shared by all threads.
 */
public final class ViewDefinition {
  /** The maximum length of a parameter's value; the view omits a state with a longer one. */
  public static final int MAX_GROUP_CHARS = 200;

  /** The name of every row's first column, the key. */
  public static final String KEY_COLUMN = "key";

  /** The type of a column's values. */
  public enum Kind {
    TEXT,
    NUMBER,
    BOOLEAN,
    /** Ms since 1970-01-01T00:00Z. */
    TIME;

    /** Returns the kind's name in answers and messages. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A column and the kind of its values. */
  public record Column(String name, Kind kind) {}

  private final String name;
  private final @Nullable String parameter;
  private final @Nullable FirstOf group;
  private final @Nullable Condition where;
  private final OrderKey order;
  private final List<RowColumn> columns;
  private final String board;

  ViewDefinition(
      String name,
      @Nullable String parameter,
      @Nullable FirstOf group,
      @Nullable Condition where,
      OrderKey order,
      List<RowColumn> columns,
      String board) {
    this.name = name;
    this.parameter = parameter;
    this.group = group;
    this.where = where;
    this.order = order;
    this.columns = List.copyOf(columns);
    this.board = board;
  }

  /** Returns the view's name, for example {@code arrivals}. */
  public String name() {
    return name;
  }

  /** Returns the name of the view's parameter ({@code airport}); null if it has none. */
  public @Nullable String parameter() {
    return parameter;
  }

  /** Returns a row's columns in the order of the file, {@value #KEY_COLUMN} first. */
  public List<Column> kinds() {
    List<Column> kinds = new ArrayList<>();
    kinds.add(new Column(KEY_COLUMN, Kind.TEXT));
    columns.forEach(column -> kinds.add(new Column(column.name(), column.kind())));
    return kinds;
  }

  /** Returns how the board shows the rows, a JSON object that docs/ede.md describes. */
  public String board() {
    return board;
  }

  /** Returns the names of a row's columns, {@value #KEY_COLUMN} first. */
  public List<String> columns() {
    List<String> names = new ArrayList<>();
    names.add(KEY_COLUMN);
    columns.forEach(column -> names.add(column.name()));
    return names;
  }

  /**
   * Returns the value of the parameter that the state's row belongs to: not empty, at most {@value
   * #MAX_GROUP_CHARS} chars, without control characters; "" in a view without a parameter.
   *
   * @return null if the state is not in the view
   */
  public @Nullable String group(GenericRecord state) {
    String value = "";
    if (group != null) {
      Object field = group.of(state);
      if (field == null) {
        return null;
      }
      value = field.toString();
      if (!fits(value)) {
        return null;
      }
    }
    return where == null || where.holds(state) ? value : null;
  }

  private static boolean fits(String value) {
    for (int i = 0; i < value.length(); i++) {
      if (value.charAt(i) < ' ') {
        return false;
      }
    }
    return !value.isEmpty() && value.length() <= MAX_GROUP_CHARS;
  }

  /**
   * Returns the row's sort key. Within a group, rows are ordered by these bytes, compared unsigned,
   * and then by the keys of their states. No sort key is a prefix of another; it is empty if the
   * view has no order.
   */
  public byte[] orderKey(GenericRecord state) {
    return order.of(state);
  }

  /**
   * Writes the row as a JSON object. A column without a value is omitted; times are ms since the
   * epoch.
   */
  public void writeRow(String key, GenericRecord state, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField(KEY_COLUMN, key);
    for (int i = 0; i < columns.size(); i++) {
      columns.get(i).write(state, json);
    }
    json.writeEndObject();
  }

  @Override
  public String toString() {
    return name;
  }
}
