package io.windsock.evaluation.report;

import java.util.List;

/**
 * A table of texts under a heading row.
 *
 * @param caption empty for none
 */
public record Grid(List<String> head, List<List<String>> rows, String caption) {
  /**
   * Creates a grid.
   *
   * @throws IllegalArgumentException if a row has more or fewer cells than the heading
   */
  public Grid {
    head = List.copyOf(head);
    rows = rows.stream().map(List::copyOf).toList();
    for (List<String> row : rows) {
      if (row.size() != head.size()) {
        throw new IllegalArgumentException("row " + row + " does not fit the heading " + head);
      }
    }
  }
}
