package io.windsock.evaluation.bench;

import io.windsock.evaluation.experiment.Experiment;
import io.windsock.evaluation.experiment.Subject;
import java.io.IOException;
import java.util.Map;

/**
 * A prepared experiment on a {@link Bench}, which it closes.
 *
 * @param preparation what it does before each round
 * @param measuring what it does with a subject
 */
public record SequenceRun(Bench bench, Preparation preparation, Measure measuring)
    implements Experiment.Run {
  /** Creates one that does nothing before a round. */
  public SequenceRun(Bench bench, Measure measuring) {
    this(bench, Preparation.NONE, measuring);
  }

  /** What an experiment does before a round. */
  public interface Preparation {
    /** Does nothing. */
    Preparation NONE = () -> {};

    /** Prepares a round. */
    void run() throws InterruptedException;
  }

  /** What an experiment does with a subject. */
  public interface Measure {
    /** Measures it once; returns values by measure. */
    Map<String, Double> of(Subject subject) throws InterruptedException, IOException;
  }

  @Override
  public void beginRound() throws InterruptedException {
    preparation.run();
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
