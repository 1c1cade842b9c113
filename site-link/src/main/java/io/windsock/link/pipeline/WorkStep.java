package io.windsock.link.pipeline;

import java.util.function.ToIntFunction;

/**
 * A stage whose work is a function.
 *
 * @param name which stage it is
 * @param count returns into how many pieces the work on a batch is divided
 * @param work works on a piece
 * @param <J> a batch
 */
public record WorkStep<J>(StageName name, ToIntFunction<J> count, Work<J> work) implements Step<J> {
  /** The work on a piece of a batch. */
  public interface Work<J> {
    /**
     * Works on a piece.
     *
     * @throws Exception to stop the pipeline
     */
    void run(J job, int piece) throws Exception;
  }

  /** Returns a stage that works on a batch as a whole. */
  public static <J> WorkStep<J> whole(StageName name, Work<J> work) {
    return new WorkStep<>(name, job -> 1, work);
  }

  @Override
  public int pieces(J job) {
    return count.applyAsInt(job);
  }

  @Override
  public void run(J job, int piece) throws Exception {
    work.run(job, piece);
  }
}
