package io.windsock.evaluation;

import io.windsock.contracts.config.Failure;
import io.windsock.evaluation.data.About;
import io.windsock.evaluation.data.ExperimentFolder;
import io.windsock.evaluation.data.RunFolder;
import io.windsock.evaluation.experiment.Experiment;
import io.windsock.evaluation.experiment.Scale;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * What is left to measure of a run that was stopped. An experiment that has begun and not ended is
 * measured from its beginning: its rounds are to be on the same nodes, warmed up alike.
 *
 * @param runs the folder of the run
 * @param scale how much it measures
 */
record Continuation(RunFolder runs, Scale scale) {
  /**
   * Returns the experiments that are not measured, or of which some rounds are missing.
   *
   * @param said takes a line for each one that is measured
   * @throws Failure if one was measured at another scale
   */
  List<Experiment> left(List<Experiment> chosen, Consumer<String> said) throws IOException {
    List<Experiment> left = new ArrayList<>();
    for (Experiment experiment : chosen) {
      ExperimentFolder folder = folder(experiment);
      if (!Files.exists(folder.about())) {
        left.add(experiment);
        continue;
      }
      About about = About.read(folder.about());
      if (scale.isOf(about)) {
        said.accept(folder.name() + " is measured: " + about.started());
      } else if (scale.isBegunIn(about)) {
        left.add(experiment);
      } else {
        throw new Failure(
            folder.path() + " was measured with other options; name them again, or another folder");
      }
    }
    return left;
  }

  /** Deletes what there is of experiments that are measured from their beginning. */
  void clear(List<Experiment> begun) throws IOException {
    for (Experiment experiment : begun) {
      folder(experiment).clear();
    }
  }

  private ExperimentFolder folder(Experiment experiment) {
    return new ExperimentFolder(runs.path().resolve(experiment.description().name()));
  }
}
