package io.windsock.evaluation.experiment;

import io.windsock.contracts.config.Failure;
import io.windsock.evaluation.data.About;
import io.windsock.evaluation.data.ExperimentFolder;
import io.windsock.evaluation.data.RowFile;
import io.windsock.evaluation.data.RunFolder;
import io.windsock.evaluation.plot.Chart;
import io.windsock.evaluation.report.Finding;
import io.windsock.evaluation.report.Page;
import io.windsock.evaluation.report.Picture;
import io.windsock.evaluation.report.Repeats;
import io.windsock.evaluation.report.Repeats.Repeat;
import io.windsock.evaluation.report.Section;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Draws the charts and writes the page of a folder of runs, and compares two of them. */
public final class Reporter {
  private static final String TITLE = "What adaptive mirroring gains";
  private static final String CHECK_TITLE = "A check: every setting mirrors alike";
  private static final String INTRODUCTION =
      "The experiments of “Adaptable Mirroring in Cluster Servers” (Gavrilovska, Schwan and Oleson,"
          + " HPDC 2001), repeated on Windsock, beside the paper's own figures. Nodes are emulated:"
          + " each is a group of processes on one machine, with a CPU quota if the section names one."
          + " Settings take turns within a run; a figure is the median over the rounds, with the lowest"
          + " and the highest. A finding that compares settings does so within each round, so it can"
          + " differ from what the medians in the tables give.";
  private static final String QUICK =
      "Measured in the quick form, which shows that an experiment works here, not what is true: ";
  private static final String CHECK =
      "Here every setting mirrors every event alike and nothing adapts, so that an experiment must"
          + " find no difference between its settings.";

  /** What else a page says if it has experiments whose names begin so. */
  private static final Map<String, String> GROUPS =
      new TreeMap<>(
          Map.of(
              "gateway-",
              "Experiments named gateway are those of “Using Group Communication Technology to"
                  + " Implement a Reliable and Scalable Distributed IN Coprocessor” (Friedman and"
                  + " Birman), repeated on Windsock's gateways, and some of our own.",
              "scale-",
              "Experiments named scale are our own: they measure what a mirror costs, without quotas.",
              "link-",
              "Experiments named link are those of “Adaptively Cooperative Pipelining”, repeated on"
                  + " Windsock's links to other clusters, and our own."));

  /** The form that has every setting. */
  private static final Scale WHOLE = new Scale(false, 1, 1, Scale.Calls.FOUND, false);

  private final Experiments experiments;

  /** Creates a reporter for these experiments. */
  public Reporter(Experiments experiments) {
    this.experiments = experiments;
  }

  /**
   * Writes the report; returns the page.
   *
   * @param leftOut takes a line for each experiment whose data can't be used
   * @throws Failure if the folder holds no data of an experiment, or none that can be used
   */
  public Path report(RunFolder runs, Consumer<String> leftOut) throws IOException {
    List<ExperimentFolder> unusable = new ArrayList<>();
    List<Section> sections = new ArrayList<>();
    for (Experiment experiment : experiments.every()) {
      ExperimentFolder folder = folder(experiment, runs);
      if (holdsRun(folder)) {
        try {
          sections.add(section(experiment, folder));
        } catch (RuntimeException | IOException e) {
          unusable.add(folder);
          leftOut.accept(folder.path() + " is left out: " + Reason.of(e));
        }
      }
    }
    if (sections.isEmpty()) {
      throw new Failure(
          unusable.isEmpty()
              ? runs.path() + " holds no data of an experiment: name the --out of an earlier run"
              : runs.path() + " holds no experiment whose data can be used: run one again");
    }
    page(sections).write(runs.path());
    return runs.path().resolve("index.html");
  }

  private static Page page(List<Section> sections) {
    boolean check = sections.stream().allMatch(it -> isCheck(it.about()));
    return new Page(check ? CHECK_TITLE : TITLE, introduction(sections, check), sections);
  }

  private static String introduction(List<Section> sections, boolean check) {
    StringJoiner text = new StringJoiner(" ");
    text.add(INTRODUCTION);
    GROUPS.forEach(
        (prefix, sentence) -> {
          if (sections.stream().anyMatch(it -> it.name().startsWith(prefix))) {
            text.add(sentence);
          }
        });
    String quick =
        sections.stream()
            .filter(it -> it.about().settings().containsKey(Scale.FORM))
            .map(Section::name)
            .collect(Collectors.joining(", "));
    return (quick.isEmpty() ? "" : QUICK + quick + ".\n\n") + (check ? CHECK + "\n\n" : "") + text;
  }

  /** Whether a run was one in which every setting mirrors alike. */
  private static boolean isCheck(About about) {
    return about.settings().containsKey(Scale.CHECK);
  }

  /** Returns findings without the paper's and the aim, which say nothing of a check. */
  private static List<Finding> ofCheck(List<Finding> findings) {
    return findings.stream()
        .map(it -> new Finding(it.headline(), it.ours(), it.unit(), "", "", null, ""))
        .toList();
  }

  /** Returns whether the folder holds data of an experiment, of one round at least. */
  public boolean holdsData(RunFolder runs) {
    return experiments.every().stream().anyMatch(it -> holdsRun(folder(it, runs)));
  }

  /**
   * Returns the findings that two folders of runs have in common.
   *
   * @param unlike takes a line for each experiment that was not measured alike
   * @throws Failure if there are none
   */
  public Repeats compare(RunFolder first, RunFolder second, Consumer<String> unlike)
      throws IOException {
    List<Repeat> common = new ArrayList<>();
    for (Experiment experiment : experiments.every()) {
      String difference = difference(folder(experiment, first), folder(experiment, second));
      if (!difference.isEmpty()) {
        unlike.accept(experiment.description().name() + " was not measured alike: " + difference);
      }
      List<Finding> repeated = findings(experiment, second);
      for (Finding finding : findings(experiment, first)) {
        repeated.stream()
            .filter(other -> other.headline().equals(finding.headline()))
            .map(other -> new Repeat(experiment.description().title(), finding, other))
            .forEach(common::add);
      }
    }
    if (common.isEmpty()) {
      throw new Failure(
          first.path()
              + " and "
              + second.path()
              + " have no finding in common: name the --out of two runs of the same experiments");
    }
    return new Repeats(common);
  }

  private static String difference(ExperimentFolder first, ExperimentFolder second)
      throws IOException {
    return holdsRun(first) && holdsRun(second)
        ? Scale.difference(About.read(first.about()), About.read(second.about()))
        : "";
  }

  private static List<Finding> findings(Experiment experiment, RunFolder runs) throws IOException {
    ExperimentFolder folder = folder(experiment, runs);
    return holdsRun(folder)
        ? outcome(experiment, folder, About.read(folder.about())).findings()
        : List.of();
  }

  private static ExperimentFolder folder(Experiment experiment, RunFolder runs) {
    return new ExperimentFolder(runs.path().resolve(experiment.description().name()));
  }

  private static boolean holdsRun(ExperimentFolder folder) {
    return Files.exists(folder.rows()) && Files.exists(folder.about());
  }

  private static Outcome outcome(Experiment experiment, ExperimentFolder folder, About about)
      throws IOException {
    List<String> settings =
        experiment.subjects(WHOLE).stream().map(Subject::setting).distinct().toList();
    return experiment.outcome(
        Scale.whole(RowFile.read(folder.rows()), about).inOrderOf(settings),
        Scale.whole(RowFile.read(folder.lines()), about).inOrderOf(settings));
  }

  private static Section section(Experiment experiment, ExperimentFolder folder)
      throws IOException {
    Experiment.Description described = experiment.description();
    About about = About.read(folder.about());
    Outcome outcome = outcome(experiment, folder, about);
    List<Picture> pictures = new ArrayList<>();
    for (Map.Entry<String, Chart> chart : outcome.charts().entrySet()) {
      chart.getValue().write(folder.path(), chart.getKey());
      pictures.add(
          new Picture(described.name() + "/" + chart.getKey() + ".png", chart.getValue().title()));
    }
    return new Section(
        described.name(),
        described.title(),
        described.question(),
        described.source(),
        described.setting(),
        described.differences(),
        isCheck(about) ? ofCheck(outcome.findings()) : outcome.findings(),
        pictures,
        outcome.grids(),
        about);
  }
}
