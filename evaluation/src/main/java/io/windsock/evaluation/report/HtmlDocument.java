package io.windsock.evaluation.report;

import java.util.List;
import java.util.stream.Collectors;

/** A document as one HTML page with its style, without scripts or files of other hosts. */
final class HtmlDocument implements Document {
  private static final String STYLE =
      """
      <style>
      body { font: 16px/1.5 sans-serif; color: #222; max-width: 960px; margin: 2em auto; padding: 0 1em; }
      h2 { border-top: 1px solid #ccc; margin-top: 3em; padding-top: 1em; }
      table { border-collapse: collapse; margin: 1em 0; font-size: 14px; }
      caption { text-align: left; padding: 0.3em 0; font-style: italic; }
      th, td { border: 1px solid #ccc; padding: 0.3em 0.6em; text-align: left; vertical-align: top; }
      th { background: #f3f3f3; }
      img { max-width: 100%; }
      </style>""";
  private static final String END = "</body>\n</html>\n";

  private final StringBuilder html = new StringBuilder();

  HtmlDocument(String title) {
    line("<!DOCTYPE html>");
    line("<html lang=\"en\">");
    line("<head>");
    line("<meta charset=\"utf-8\">");
    line("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
    line("<title>" + escaped(title) + "</title>");
    line(STYLE);
    line("</head>");
    line("<body>");
    line("<h1>" + escaped(title) + "</h1>");
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  @Override
  public void section(String title, String anchor) {
    line("<h2 id=\"" + escaped(anchor) + "\">" + escaped(title) + "</h2>");
  }

  @Override
  public void heading(String title) {
    line("<h3>" + escaped(title) + "</h3>");
  }

  @Override
  public void paragraph(String text) {
    line("<p>" + escaped(text) + "</p>");
  }

  @Override
  public void list(List<String> items) {
    bullets(items.stream().map(HtmlDocument::escaped).toList());
  }

  @Override
  public void links(List<Link> links) {
    bullets(links.stream().map(HtmlDocument::anchor).toList());
  }

  private void bullets(List<String> items) {
    line("<ul>");
    items.forEach(item -> line("<li>" + item + "</li>"));
    line("</ul>");
  }

  private static String anchor(Link link) {
    return "<a href=\"" + escaped(link.target()) + "\">" + escaped(link.text()) + "</a>";
  }

  @Override
  public void table(Grid grid) {
    startTable(grid, "");
    grid.rows().forEach(row -> row("", row));
    line("</table>");
  }

  @Override
  public void table(String head, List<Link> first, Grid grid) {
    startTable(grid, "<th>" + escaped(head) + "</th>");
    for (int i = 0; i < first.size(); i++) {
      row("<td>" + anchor(first.get(i)) + "</td>", grid.rows().get(i));
    }
    line("</table>");
  }

  private void startTable(Grid grid, String firstCell) {
    line("<table>");
    if (!grid.caption().isEmpty()) {
      line("<caption>" + escaped(grid.caption()) + "</caption>");
    }
    line("<tr>" + firstCell + cells("th", grid.head()) + "</tr>");
  }

  private void row(String firstCell, List<String> cells) {
    line("<tr>" + firstCell + cells("td", cells) + "</tr>");
  }

  private static String cells(String tag, List<String> texts) {
    return texts.stream()
        .map(text -> "<" + tag + ">" + escaped(text) + "</" + tag + ">")
        .collect(Collectors.joining());
  }

  @Override
  public void picture(Picture picture) {
    line(
        String.format(
            "<p><img src=\"%s\" alt=\"%s\"></p>", picture.file(), escaped(picture.alt())));
  }

  @Override
  public String text() {
    return html + END;
  }

  private void line(String line) {
    html.append(line).append('\n');
  }
}
