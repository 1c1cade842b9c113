package io.windsock.cli.show;

import java.util.ArrayList;
import java.util.List;

/**
 * Rows of text in aligned columns. A column whose heading starts with {@code >} is right-aligned.
 */
public final class Table {
  private static final String GAP = "  ";

  private final List<String> headings;
  private final List<List<String>> rows = new ArrayList<>();

  /** Creates a table with these headings. */
  public Table(String... headings) {
    this.headings = List.of(headings);
  }

  /**
   * Adds a row of text cells.
   *
   * @throws IllegalArgumentException unless there is one cell for each heading
   */
  public Table row(Object... cells) {
    if (cells.length != headings.size()) {
      throw new IllegalArgumentException(cells.length + " cells under " + headings);
    }
    List<String> row = new ArrayList<>();
    for (Object cell : cells) {
      row.add(Plain.of(String.valueOf(cell)));
    }
    rows.add(row);
    return this;
  }

  /** Returns the text, truncated with an ellipsis if it exceeds {@code width} characters. */
  public static String cut(String text, int width) {
    return text.length() <= width ? text : text.substring(0, width - 1) + "…";
  }

  /** Returns the number of rows. */
  public int size() {
    return rows.size();
  }

  /** Returns all lines, each terminated, headings first. */
  public String text() {
    List<String> shown = new ArrayList<>();
    for (String heading : headings) {
      shown.add(right(heading) ? heading.substring(1) : heading);
    }
    int[] widths = new int[headings.size()];
    widen(widths, shown);
    rows.forEach(row -> widen(widths, row));
    StringBuilder out = new StringBuilder();
    line(out, shown, widths);
    rows.forEach(row -> line(out, row, widths));
    return out.toString();
  }

  private static boolean right(String heading) {
    return heading.startsWith(">");
  }

  private static void widen(int[] widths, List<String> cells) {
    for (int i = 0; i < widths.length; i++) {
      widths[i] = Math.max(widths[i], cells.get(i).length());
    }
  }

  private void line(StringBuilder out, List<String> cells, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String pad = " ".repeat(widths[i] - cells.get(i).length());
      line.append(i == 0 ? "" : GAP);
      line.append(right(headings.get(i)) ? pad + cells.get(i) : cells.get(i) + pad);
    }
    out.append(line.toString().stripTrailing()).append('\n');
  }
}
