package io.windsock.link.pipeline;

/**
 * A stage of a pipeline.
 *
 * @param <J> what it works on: a batch, which goes from stage to stage
 */
public interface Step<J> {
  /** Returns which stage it is. */
  StageName name();

  /** Returns into how many pieces its work on a batch is divided; at least 1. */
  default int pieces(J job) {
    return 1;
  }

  /**
   * Works on one piece of a batch. Pieces of one batch may run at once, on several threads; the
   * next stage begins when all of them are done.
   *
   * @throws Exception to stop the pipeline
   */
  void run(J job, int piece) throws Exception;
}
