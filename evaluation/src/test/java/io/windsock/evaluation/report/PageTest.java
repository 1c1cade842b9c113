package io.windsock.evaluation.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.windsock.evaluation.data.About;
import io.windsock.evaluation.data.Build;
import io.windsock.evaluation.data.Ceiling;
import io.windsock.evaluation.data.NodeLine;
import io.windsock.evaluation.data.RowFile;
import io.windsock.evaluation.data.RunFolder;
import io.windsock.evaluation.data.Spread;
import io.windsock.testbed.process.Host;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageTest {
  private static final String HOSTILE = "<script>alert('x')</script> & \"a|b\" *c* [d](e) `f`";
  private static final String LONG = "Long text of - some 3. words. ".repeat(20).strip();

  private static final About ABOUT =
      new About(
          "adapt",
          Instant.parse("2026-03-01T12:00:00Z"),
          150,
          new Build("1.0", "abcdef"),
          new Host("An OS", "A CPU", 8, 16L << 30, "Linux 6", "17.0.1"),
          Map.of("rate", "400/s"),
          List.of(new NodeLine("mirror-1", 0.5, "a site")),
          List.of(new Ceiling("requests", "a bare server", 40_000, 10_000)),
          List.of(HOSTILE));

  private final Path folder;

  PageTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @BeforeEach
  void writePage() throws IOException {
    RowFile.create(new RunFolder(folder).experiment("adapt").rows()).close();
    new Page("Results & more", "First paragraph.\n\n" + LONG, List.of(section())).write(folder);
  }

  private static Section section() {
    return new Section(
        "adapt",
        "Adaptation under bursts",
        "Does adaptation halve the delay?",
        "The paper, section 5, figure 9, page 12",
        List.of("8 mirrors", LONG),
        List.of("Shorter bursts than in the paper"),
        List.of(
            new Finding(
                "delay", new Spread(12.345, 10, 1500, 5), "ms", "half", "< 20 ms", true, "steady"),
            new Finding("ratio", Spread.of(0.5), "", "", "below 0.4", false, HOSTILE),
            new Finding("cost", Spread.of(3), "CPUs", "", "", null, "")),
        List.of(new Picture("adapt/delay.svg", "Delay over time, " + LONG)),
        List.of(new Grid(List.of("a", "b"), List.of(List.of("1", HOSTILE)), "A caption")),
        ABOUT);
  }

  private String html() throws IOException {
    return Files.readString(folder.resolve("index.html"));
  }

  private String markdown() throws IOException {
    return Files.readString(folder.resolve("README.md"));
  }

  @Test
  void shouldEscapeAllTextInHtml() throws IOException {
    assertThat(html())
        .doesNotContain("<script", "http://", "https://")
        .contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &quot;a|b&quot; *c*")
        .contains("<h1>Results &amp; more</h1>");
  }

  @Test
  void shouldEscapeAllTextInMarkdown() throws IOException {
    assertThat(markdown())
        .doesNotContain("<script", "[d](e)")
        .contains(
            "&lt;script&gt;alert('x')&lt;/script&gt; &amp; \"a\\|b\" \\*c\\* \\[d\\](e) \\`f\\`");
  }

  @Test
  void shouldSummariseFindingsBeforeTheSections() throws IOException {
    assertThat(html())
        .containsSubsequence(
            "<h1>",
            "First paragraph.",
            "<h2 id=\"summary\">",
            "<tr><td><a href=\"#adapt\">Adaptation under bursts</a></td><td>delay</td>"
                + "<td>12.3 ms (10 to 1,500, 5 rounds)</td><td>half</td><td>&lt; 20 ms</td>"
                + "<td>met</td><td>2026-03-01</td></tr>",
            "<td>0.5 (1 round)</td><td></td><td>below 0.4</td><td>not met</td><td>2026-03-01</td></tr>",
            "<td>3 CPUs (1 round)</td><td></td><td></td><td></td><td>2026-03-01</td></tr>",
            "<h2 id=\"adapt\">");
    assertThat(markdown())
        .containsSubsequence(
            "# Results &amp; more\n",
            "## Summary\n",
            "\n| Experiment | Finding | Windsock | Paper | Aim | Aim met | Measured |\n"
                + "| --- | --- | --- | --- | --- | --- | --- |\n"
                + "| [Adaptation under bursts](#adapt) | delay | 12.3 ms (10 to 1,500, 5 rounds)"
                + " | half | &lt; 20 ms | met | 2026-03-01 |\n",
            "<a id=\"adapt\"></a>\n\n## Adaptation under bursts\n");
  }

  @Test
  void shouldShowAllOfASectionInBothFormats() throws IOException {
    for (String page : List.of(html(), markdown())) {
      assertThat(page)
          .containsSubsequence(
              "Adaptation under bursts",
              "Does adaptation halve the delay?",
              "Source: The paper, section 5, figure 9, page 12",
              "Setting",
              "8 mirrors",
              "Differences from the paper",
              "Shorter bursts",
              "Findings",
              "steady",
              "adapt/delay.svg",
              "A caption",
              "2026-03-01T12:00:00Z, took 2.5 minutes",
              "Windsock version 1.0, commit abcdef",
              "A CPU, 8 processors, 16 GiB memory",
              "400/s",
              "mirror-1",
              "a bare server",
              "40,000",
              "25 %",
              "Notes",
              "Raw data",
              "adapt/rows.csv")
          .doesNotContain("lines.csv");
    }
  }

  @Test
  void shouldWrapMarkdownExceptTables() throws IOException {
    assertThat(markdown().lines().filter(line -> !line.startsWith("|")))
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(120))
        .anySatisfy(line -> assertThat(line).hasSizeGreaterThan(110))
        .noneMatch(line -> line.endsWith(" "));
  }

  @Test
  void shouldNotStartAListWhereALineWraps() throws IOException {
    assertThat(markdown().lines().filter(line -> line.matches("( *)(3\\.|-) .*")))
        .allMatch(
            line -> line.matches("- (8 mirrors|Long|Shorter|Run|Windsock|A|An|JDK|&lt;|\\[).*"));
    assertThat(markdown()).containsPattern("(?m)^ *(\\\\-|3\\\\\\.) ");
  }

  @Test
  void shouldRejectWhatWouldBreakThePage() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Picture("https://a/b.svg", "x"));
    assertThatIllegalArgumentException().isThrownBy(() -> new Picture("../b.svg", "x"));
    assertThatIllegalArgumentException().isThrownBy(() -> new Picture("a b.svg", "x"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Grid(List.of("a"), List.of(List.of("1", "2")), ""))
        .withMessageContaining("[1, 2]");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Page("t", "i", List.of(section(), section())))
        .withMessageContaining("“adapt”");
  }
}
