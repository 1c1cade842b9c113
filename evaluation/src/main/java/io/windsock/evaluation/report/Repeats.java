package io.windsock.evaluation.report;

import java.util.List;

/**
 * The findings that two runs of the same experiments have in common.
 *
 * @param findings in the order of the experiments
 */
public record Repeats(List<Repeat> findings) {
  private static final String TITLE = "Two runs beside each other";

  /** Copies the list. */
  public Repeats {
    findings = List.copyOf(findings);
  }

  /**
   * A finding of both runs.
   *
   * @param experiment the experiment's title
   */
  public record Repeat(String experiment, Finding first, Finding second) {
    /** Returns whether the second median is between the lowest and highest round of the first. */
    public boolean isWithin() {
      double median = second.ours().median();
      return first.ours().low() <= median && median <= first.ours().high();
    }

    private String verdicts() {
      return first.verdict().equals(second.verdict())
          ? first.verdict()
          : first.verdict() + ", then " + second.verdict();
    }

    private List<String> cells() {
      return List.of(
          experiment,
          first.headline(),
          first.oursText(),
          second.oursText(),
          isWithin() ? "yes" : "no",
          verdicts());
    }
  }

  /** Returns a document in Markdown. */
  public String markdown() {
    Document document = new MarkdownDocument(TITLE);
    long within = findings.stream().filter(Repeat::isWithin).count();
    document.paragraph(
        "%d of %d medians of the second run are between the lowest and the highest round of the first."
            .formatted(within, findings.size()));
    document.table(
        new Grid(
            List.of("Experiment", "Finding", "First run", "Second run", "Within", "Aim"),
            findings.stream().map(Repeat::cells).toList(),
            ""));
    return document.text();
  }
}
