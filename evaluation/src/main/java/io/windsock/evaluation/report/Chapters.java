package io.windsock.evaluation.report;

import io.windsock.evaluation.data.About;
import io.windsock.evaluation.data.ExperimentFolder;
import io.windsock.testbed.process.Host;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The order and headings of a report's content, written into a document of either format. */
final class Chapters {
  /** The anchor of the summary, which no section may have. */
  static final String SUMMARY = "summary";

  private static final Pattern EMPTY_LINE = Pattern.compile("\\R\\s*\\R");
  private static final double BYTES_PER_GIB = 1L << 30;
  private static final double SECONDS_PER_MINUTE = 60;

  private final Document document;
  private final Path folder;

  /**
   * Creates chapters.
   *
   * @param folder the page's, with the data to which sections link
   */
  Chapters(Document document, Path folder) {
    this.document = document;
    this.folder = folder;
  }

  /** Adds the paragraphs, which empty lines separate. */
  void introduction(String text) {
    EMPTY_LINE.splitAsStream(text.strip()).forEach(document::paragraph);
  }

  /** Adds a table of all findings, with links to their sections. */
  void summary(List<Section> sections) {
    List<Link> links = new ArrayList<>();
    List<List<String>> rows = new ArrayList<>();
    for (Section section : sections) {
      for (Finding finding : section.findings()) {
        links.add(new Link(section.title(), "#" + section.name()));
        rows.add(
            Stream.concat(finding.cells().stream(), Stream.of(date(section.about()))).toList());
      }
    }
    document.section("Summary", SUMMARY);
    document.paragraph(
        "Windsock's values are medians over the rounds, with minimum and maximum in parentheses."
            + " Aims are this project's own and stricter than the papers' results. An aim is met if the"
            + " median meets it; that of Figure 6, and those for calls not in time, must be met in"
            + " every round.");
    List<String> head = List.of("Finding", "Windsock", "Paper", "Aim", "Aim met", "Measured");
    document.table("Experiment", links, new Grid(head, rows, ""));
  }

  /** Returns the day on which it was measured. */
  private static String date(About about) {
    return LocalDate.ofInstant(about.started(), ZoneOffset.UTC).toString();
  }

  void section(Section section) {
    document.section(section.title(), section.name());
    document.paragraph(section.question());
    if (!section.source().isEmpty()) {
      document.paragraph("Source: " + section.source());
    }
    unlessEmpty("Setting", section.setting(), document::list);
    unlessEmpty("Differences from the paper", section.differences(), document::list);
    unlessEmpty("Findings", section.findings(), this::findings);
    unlessEmpty("Charts", section.pictures(), all -> all.forEach(document::picture));
    unlessEmpty("Tables", section.grids(), all -> all.forEach(document::table));
    about(section.about());
    unlessEmpty("Raw data", rawData(section), document::links);
  }

  private <T> void unlessEmpty(String heading, List<T> content, Consumer<List<T>> chapter) {
    if (!content.isEmpty()) {
      document.heading(heading);
      chapter.accept(content);
    }
  }

  private void findings(List<Finding> findings) {
    List<List<String>> rows =
        findings.stream()
            .map(finding -> Stream.concat(finding.cells().stream(), Stream.of(finding.remark())))
            .map(Stream::toList)
            .toList();
    List<String> head = List.of("Finding", "Windsock", "Paper", "Aim", "Aim met", "Remark");
    document.table(new Grid(head, rows, ""));
  }

  private void about(About about) {
    document.heading("Machine and run");
    document.list(machine(about));
    List<List<String>> settings =
        about.settings().entrySet().stream()
            .map(setting -> List.of(setting.getKey(), setting.getValue()))
            .toList();
    unlessEmpty("Configuration", settings, rows -> table(rows, "Name", "Value"));
    unlessEmpty("Nodes", nodes(about), rows -> table(rows, "Node", "CPU quota", "Runs"));
    unlessEmpty(
        "Load generators",
        ceilings(about),
        rows -> table(rows, "Generator", "Against", "Ceiling per second", "Highest used", "Share"));
    unlessEmpty("Notes", about.notes(), document::list);
  }

  private void table(List<List<String>> rows, String... head) {
    document.table(new Grid(List.of(head), rows, ""));
  }

  private static List<String> machine(About about) {
    Host host = about.host();
    return List.of(
        String.format(
            "Run started %s, took %s minutes",
            about.started().truncatedTo(ChronoUnit.SECONDS),
            Numbers.text(about.seconds() / SECONDS_PER_MINUTE)),
        "Windsock version " + about.build().version() + ", commit " + about.build().commit(),
        String.format(
            Locale.ROOT,
            "%s, %d processors, %s GiB memory",
            host.cpu(),
            host.processors(),
            Numbers.text(host.memoryBytes() / BYTES_PER_GIB)),
        host.os() + ", kernel " + host.kernel(),
        "JDK " + host.jdk());
  }

  private static List<List<String>> nodes(About about) {
    return about.nodes().stream()
        .map(node -> List.of(node.name(), Numbers.text(node.cpus()), node.what()))
        .toList();
  }

  private static List<List<String>> ceilings(About about) {
    return about.ceilings().stream()
        .map(
            ceiling ->
                List.of(
                    ceiling.generator(),
                    ceiling.against(),
                    Numbers.text(ceiling.perSecond()),
                    Numbers.text(ceiling.highestUsed()),
                    Numbers.percent(ceiling.share())))
        .toList();
  }

  /** Returns links to the files that exist. */
  private List<Link> rawData(Section section) {
    ExperimentFolder data = new ExperimentFolder(folder.resolve(section.name()));
    return Stream.of(data.rows(), data.lines(), data.about())
        .filter(Files::exists)
        .map(file -> section.name() + "/" + file.getFileName())
        .map(file -> new Link(file, file))
        .toList();
  }
}
