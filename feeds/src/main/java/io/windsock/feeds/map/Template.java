package io.windsock.feeds.map;

import io.windsock.contracts.config.ConfigNode;
import io.windsock.feeds.row.BadValueException;
import io.windsock.feeds.row.Row;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A text with fields in it: <code>{carrier}{number}/{date|upper}</code>. All fields must have
 * values. Immutable.
 */
record Template(List<Template.Piece> pieces, Columns columns, boolean strict)
    implements Texts.Value {
  /** A literal, or a field with its steps. */
  record Piece(String literal, int column, List<Texts.Step> steps) {}

  /**
   * Parses a template and reports faults at their places.
   *
   * @param strict whether an absent field is a fault of the row; otherwise the whole text is absent
   */
  static Template parse(ConfigNode node, Columns columns, boolean strict) {
    String text = node.scalar();
    List<Piece> pieces = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      int open = text.indexOf('{', at);
      int end = open < 0 ? text.length() : open;
      if (end > at) {
        pieces.add(new Piece(text.substring(at, end), -1, List.of()));
      }
      if (open < 0) {
        break;
      }
      int close = text.indexOf('}', open);
      if (close < 0) {
        node.fault("has a '{' without a '}': '" + text + "'");
        break;
      }
      pieces.add(field(text.substring(open + 1, close), node, columns));
      at = close + 1;
    }
    if (pieces.stream().noneMatch(piece -> piece.column >= 0) && !text.isEmpty() && strict) {
      node.fault("'" + text + "' names no field; write a field in braces, like {flight_id}");
    }
    return new Template(List.copyOf(pieces), columns, strict);
  }

  private static Piece field(String text, ConfigNode node, Columns columns) {
    String[] parts = text.split("\\|", -1);
    List<Texts.Step> steps = new ArrayList<>();
    for (int i = 1; i < parts.length; i++) {
      Texts.Step.add(parts[i].strip(), steps, node, "'" + parts[i] + "' ");
    }
    return new Piece("", columns.number(parts[0].strip(), node), List.copyOf(steps));
  }

  @Override
  public @Nullable String text(Row row) throws BadValueException {
    if (pieces.size() == 1) {
      return pieceText(pieces.get(0), row);
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < pieces.size(); i++) {
      String part = pieceText(pieces.get(i), row);
      if (part == null) {
        return null;
      }
      text.append(part);
    }
    return text.toString();
  }

  private @Nullable String pieceText(Piece piece, Row row) throws BadValueException {
    if (piece.column < 0) {
      return piece.literal;
    }
    if (row.absent(piece.column)) {
      if (strict) {
        throw new BadValueException(columns.name(piece.column) + " is absent");
      }
      return null;
    }
    String text = row.text(piece.column);
    for (int i = 0; i < piece.steps.size(); i++) {
      text = piece.steps.get(i).apply(text);
    }
    return text;
  }

  /** Returns the fields in the template. */
  List<String> fields() {
    return pieces.stream().filter(p -> p.column >= 0).map(p -> columns.name(p.column)).toList();
  }
}
