package io.windsock.evaluation.report;

import java.util.List;

/** The blocks of a report in one format. All texts are plain; implementations escape them. */
interface Document {
  /**
   * Adds a section's heading, to which {@code #anchor} links.
   *
   * @param anchor lower-case letters, digits and hyphens
   */
  void section(String title, String anchor);

  /** Adds a heading below a section's. */
  void heading(String title);

  /** Adds a paragraph. */
  void paragraph(String text);

  /** Adds a bulleted list. */
  void list(List<String> items);

  /** Adds a bulleted list of links. */
  void links(List<Link> links);

  /** Adds a table. */
  void table(Grid grid);

  /**
   * Adds a table whose rows start with a link.
   *
   * @param first for each row, the link before its cells
   * @param head the heading of the column of links
   */
  void table(String head, List<Link> first, Grid grid);

  /** Adds an image. */
  void picture(Picture picture);

  /** Returns the whole document. */
  String text();
}
