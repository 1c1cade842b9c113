package io.windsock.evaluation.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The report of a run: {@code index.html}, and {@code README.md} with the same content. */
public final class Page {
  private final String title;
  private final String introduction;
  private final List<Section> sections;

  /**
   * Creates a page.
   *
   * @param introduction plain paragraphs, separated by empty lines
   * @throws IllegalArgumentException if two sections have one name, or a section is named summary
   */
  public Page(String title, String introduction, List<Section> sections) {
    this.title = title;
    this.introduction = introduction;
    this.sections = List.copyOf(sections);
    Set<String> anchors = new HashSet<>(Set.of(Chapters.SUMMARY));
    for (Section section : sections) {
      if (!anchors.add(section.name())) {
        throw new IllegalArgumentException(
            "section name “" + section.name() + "” is taken; anchors on a page are unique");
      }
    }
  }

  /**
   * Writes both files and replaces existing ones.
   *
   * @param folder created if it does not exist; sections link to the data files that it holds
   */
  public void write(Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("index.html"), text(new HtmlDocument(title), folder));
    Files.writeString(folder.resolve("README.md"), text(new MarkdownDocument(title), folder));
  }

  private String text(Document document, Path folder) {
    Chapters chapters = new Chapters(document, folder);
    chapters.introduction(introduction);
    chapters.summary(sections);
    sections.forEach(chapters::section);
    return document.text();
  }
}
