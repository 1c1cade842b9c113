package io.windsock.link.pipeline;

/**
 * The end of a pipeline: a stage that may work on several batches at once. Called by the thread
 * that worked on the stage before, which it may outlive: a pipeline that follows continues with it.
 *
 * @param <J> a batch
 */
public interface LastStage<J> {
  /** Returns which stage it is. */
  StageName name();

  /**
   * Takes a batch that is through all stages before. It may finish it now, or later with others.
   *
   * @throws Exception to stop the pipeline
   */
  void take(J job) throws Exception;

  /**
   * Finishes all batches that it has taken: no further one waits.
   *
   * @throws Exception to stop the pipeline
   */
  void finish() throws Exception;
}
