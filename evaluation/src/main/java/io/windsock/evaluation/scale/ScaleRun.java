package io.windsock.evaluation.scale;

import io.windsock.evaluation.experiment.Experiment;
import io.windsock.evaluation.experiment.Notes;
import io.windsock.evaluation.experiment.Scale;
import io.windsock.evaluation.experiment.Subject;
import io.windsock.evaluation.lab.LabPlan;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The cases of an experiment and the laboratories they need. One thread owns it. */
final class ScaleRun implements Experiment.Run {
  private final Map<Subject, Case> cases = new LinkedHashMap<>();
  private final Map<LabPlan, ScaleLab> labs = new LinkedHashMap<>();

  private ScaleRun(List<Case> all) {
    all.forEach(each -> cases.put(each.subject(), each));
  }

  static ScaleRun start(List<Case> all, Scale scale, Notes about)
      throws IOException, InterruptedException {
    ScaleRun run = new ScaleRun(all);
    try {
      for (Case each : all) {
        if (!run.labs.containsKey(each.plan())) {
          run.labs.put(each.plan(), ScaleLab.open(each.plan(), scale, about));
        }
      }
      return run;
    } catch (RuntimeException | IOException | InterruptedException e) {
      run.close();
      throw e;
    }
  }

  @Override
  public Map<String, Double> measure(Subject subject) throws InterruptedException {
    Case chosen = cases.get(subject);
    ScaleLab lab = chosen == null ? null : labs.get(chosen.plan());
    if (chosen == null || lab == null) {
      throw new IllegalArgumentException("no case is " + subject);
    }
    return lab.measure(chosen.step());
  }

  @Override
  public void close() {
    RuntimeException first = null;
    for (ScaleLab lab : labs.values()) {
      try {
        lab.close();
      } catch (RuntimeException e) {
        first = first == null ? e : first;
      }
    }
    labs.clear();
    if (first != null) {
      throw first;
    }
  }
}
