package io.windsock.evaluation.report;

import io.windsock.evaluation.data.About;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The report of one experiment.
 *
 * @param name the experiment's folder beside the page; lower-case letters, digits and hyphens
 * @param title the heading
 * @param question what the experiment answers
 * @param source the paper, section, figure and page that it repeats, or empty
 * @param setting what was run, one statement each
 * @param differences from the paper, one statement each
 * @param about the run
 */
public record Section(
    String name,
    String title,
    String question,
    String source,
    List<String> setting,
    List<String> differences,
    List<Finding> findings,
    List<Picture> pictures,
    List<Grid> grids,
    About about) {
  private static final Pattern NAME = Pattern.compile("[a-z0-9-]+");

  /**
   * Creates a section.
   *
   * @throws IllegalArgumentException if the name cannot be the name of a folder and an anchor
   */
  public Section {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "section “" + name + "”; a name has lower-case letters, digits and hyphens");
    }
    setting = List.copyOf(setting);
    differences = List.copyOf(differences);
    findings = List.copyOf(findings);
    pictures = List.copyOf(pictures);
    grids = List.copyOf(grids);
  }
}
