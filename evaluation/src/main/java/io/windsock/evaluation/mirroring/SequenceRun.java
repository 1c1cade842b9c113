package io.windsock.evaluation.mirroring;

import io.windsock.evaluation.experiment.Experiment;
import io.windsock.evaluation.experiment.Subject;
import java.io.IOException;
import java.util.Map;

/** A prepared experiment on a {@link Bench}. */
record SequenceRun(Bench bench, Measure measuring) implements Experiment.Run {
  /** What an experiment does with a subject. */
  interface Measure {
    Map<String, Double> of(Subject subject) throws InterruptedException, IOException;
  }

  @Override
  public Map<String, Double> measure(Subject subject) throws InterruptedException, IOException {
    return measuring.of(subject);
  }

  @Override
  public void close() {
    bench.close();
  }
}
