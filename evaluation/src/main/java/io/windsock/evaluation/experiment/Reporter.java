package io.windsock.evaluation.experiment;

import io.windsock.contracts.config.Failure;
import io.windsock.evaluation.data.About;
import io.windsock.evaluation.data.ExperimentFolder;
import io.windsock.evaluation.data.RowFile;
import io.windsock.evaluation.data.RunFolder;
import io.windsock.evaluation.plot.Chart;
import io.windsock.evaluation.report.Page;
import io.windsock.evaluation.report.Picture;
import io.windsock.evaluation.report.Section;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Draws the charts and writes the page of a folder of runs. */
public final class Reporter {
  private static final String TITLE = "What adaptive mirroring gains";
  private static final String INTRODUCTION =
      "The experiments of “Adaptable Mirroring in Cluster Servers” (Gavrilovska, Schwan and Oleson,"
          + " HPDC 2001), repeated on Windsock, beside the paper's own figures. Nodes are emulated:"
          + " each is a group of processes on one machine with a CPU quota. Settings take turns"
          + " within a run; a figure is the median over the rounds, with the lowest and the highest."
          + " Experiments named gateway are those of “Using Group Communication Technology to Implement"
          + " a Reliable and Scalable Distributed IN Coprocessor” (Friedman and Birman), repeated on"
          + " Windsock's gateways, and some of our own."
          + " Experiments named scale are our own: they measure what a mirror costs, without quotas."
          + " Experiments named link are those of “Adaptively Cooperative Pipelining”, repeated on"
          + " Windsock's links to other clusters, and our own.";

  private final Experiments experiments;

  /** Creates a reporter for these experiments. */
  public Reporter(Experiments experiments) {
    this.experiments = experiments;
  }

  /**
   * Writes the report; returns the page.
   *
   * @throws Failure if the folder holds no data of an experiment
   */
  public Path report(RunFolder runs) throws IOException {
    List<Section> sections = new ArrayList<>();
    for (Experiment experiment : experiments.all()) {
      ExperimentFolder folder =
          new ExperimentFolder(runs.path().resolve(experiment.description().name()));
      if (Files.exists(folder.rows()) && Files.exists(folder.about())) {
        sections.add(section(experiment, folder));
      }
    }
    if (sections.isEmpty()) {
      throw new Failure(
          runs.path() + " holds no data of an experiment: name the --out of an earlier run");
    }
    new Page(TITLE, INTRODUCTION, sections).write(runs.path());
    return runs.path().resolve("index.html");
  }

  private static Section section(Experiment experiment, ExperimentFolder folder)
      throws IOException {
    Experiment.Description described = experiment.description();
    About about = About.read(folder.about());
    Outcome outcome = experiment.outcome(RowFile.read(folder.rows()), RowFile.read(folder.lines()));
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
        outcome.findings(),
        pictures,
        outcome.grids(),
        about);
  }
}
