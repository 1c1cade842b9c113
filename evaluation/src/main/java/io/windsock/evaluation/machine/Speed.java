package io.windsock.evaluation.machine;

/** How fast the machine's memory is at the moment, in GB/s. */
public interface Speed {
  /** Measures it once. */
  double now();

  /** Begins to measure it again and again, beside a run. */
  Sampling begin();

  /** Measurements in progress. */
  interface Sampling {
    /** Ends them; returns the mean. */
    double end() throws InterruptedException;
  }
}
