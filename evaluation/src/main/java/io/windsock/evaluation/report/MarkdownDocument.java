package io.windsock.evaluation.report;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A document in GitHub's Markdown, in lines of up to 120 characters except for table rows. */
final class MarkdownDocument implements Document {
  private static final int MAX_LINE = 120;
  private static final Pattern MARKUP = Pattern.compile("[\\\\`*_\\[\\]|~#$]");

  /** A word that would start a list or underline a heading if a line began with it. */
  private static final Pattern BLOCK_START = Pattern.compile("(\\d*)([-+=.)]+)");

  private static final Pattern SPACE = Pattern.compile("\\s+");

  private final StringBuilder markdown = new StringBuilder();

  MarkdownDocument(String title) {
    markdown.append("# ").append(escaped(title)).append('\n');
  }

  /** Returns the text on one line, without characters that Markdown or HTML interprets. */
  static String escaped(String text) {
    String entities = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    return MARKUP.matcher(SPACE.matcher(entities).replaceAll(" ").strip()).replaceAll("\\\\$0");
  }

  @Override
  public void section(String title, String anchor) {
    block("<a id=\"" + anchor + "\"></a>");
    block("## " + escaped(title));
  }

  @Override
  public void heading(String title) {
    block("### " + escaped(title));
  }

  @Override
  public void paragraph(String text) {
    block(wrapped("", escaped(text)));
  }

  @Override
  public void list(List<String> items) {
    bullets(items.stream().map(MarkdownDocument::escaped).toList());
  }

  @Override
  public void links(List<Link> links) {
    bullets(links.stream().map(MarkdownDocument::anchor).toList());
  }

  private void bullets(List<String> items) {
    block(items.stream().map(item -> wrapped("- ", item)).collect(Collectors.joining("\n")));
  }

  private static String anchor(Link link) {
    return "[" + escaped(link.text()) + "](" + link.target() + ")";
  }

  @Override
  public void table(Grid grid) {
    startTable(grid, "");
    grid.rows().forEach(row -> row("", row));
  }

  @Override
  public void table(String head, List<Link> first, Grid grid) {
    startTable(grid, "| " + escaped(head) + " ");
    for (int i = 0; i < first.size(); i++) {
      row("| " + anchor(first.get(i)) + " ", grid.rows().get(i));
    }
  }

  private void startTable(Grid grid, String firstCell) {
    if (!grid.caption().isEmpty()) {
      paragraph(grid.caption());
    }
    markdown.append('\n');
    row(firstCell, grid.head());
    row(firstCell.isEmpty() ? "" : "| --- ", grid.head().stream().map(any -> "---").toList());
  }

  private void row(String firstCell, List<String> cells) {
    markdown.append(firstCell);
    cells.forEach(cell -> markdown.append("| ").append(escaped(cell)).append(' '));
    markdown.append("|\n");
  }

  @Override
  public void picture(Picture picture) {
    block(wrapped("", "![" + escaped(picture.alt()) + "](" + picture.file() + ")"));
  }

  @Override
  public String text() {
    return markdown.toString();
  }

  /** Adds lines after an empty line. */
  private void block(String lines) {
    markdown.append('\n').append(lines).append('\n');
  }

  /**
   * Returns the words in lines; the first starts with the bullet, the others are indented by it.
   */
  private static String wrapped(String bullet, String text) {
    String indent = " ".repeat(bullet.length());
    StringBuilder lines = new StringBuilder(bullet);
    int start = 0;
    for (String word : text.split(" ", -1)) {
      boolean first = lines.length() == start + bullet.length();
      if (!first && lines.length() - start + 1 + word.length() >= MAX_LINE) {
        start = lines.append('\n').length();
        lines.append(indent);
        first = true;
      }
      lines.append(first ? atLineStart(word) : " " + word);
    }
    return lines.toString();
  }

  private static String atLineStart(String word) {
    Matcher start = BLOCK_START.matcher(word);
    return start.matches() ? start.group(1) + "\\" + start.group(2) : word;
  }
}
