package io.windsock.evaluation.scale;

import io.windsock.evaluation.experiment.Subject;
import io.windsock.evaluation.lab.LabPlan;

/**
 * A subject of an experiment, the laboratory it is measured in, and the load.
 *
 * @param plan cases with equal plans share a laboratory
 */
record Case(Subject subject, LabPlan plan, Step step) {
  static Case of(String setting, double x, LabPlan plan, Step step) {
    return new Case(new Subject(setting, x), plan, step);
  }
}
