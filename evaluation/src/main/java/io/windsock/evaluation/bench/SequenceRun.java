package io.windsock.evaluation.bench;

import io.windsock.evaluation.experiment.Experiment;
import io.windsock.evaluation.experiment.Subject;
import java.io.IOException;
import java.util.Map;

/**
 * A prepared experiment on a {@link Bench}, which it closes.
 *
 * @param measuring what it does with a subject
 */
public record SequenceRun(Bench bench, Measure measuring) implements Experiment.Run {
  /** What an experiment does with a subject. */
  public interface Measure {
    /** Measures it once; returns values by measure. */
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
