package io.windsock.link.pipeline;

import io.windsock.link.batch.BatchLimits;

/**
 * A pipeline, and how many threads work on the parts of a batch.
 *
 * @param kind the pipeline
 * @param threads how many threads of the site share the parts of a batch; 1 for pipelines that are
 *     not {@link PipelineKind#wide}. {@link io.windsock.link.batch.PartCount} says how many parts
 *     there are.
 */
public record PipelineShape(PipelineKind kind, int threads) {
  /** The threads of a wide pipeline in the paper. */
  public static final int USUAL_THREADS = 2;

  /** Checks the number of threads. */
  public PipelineShape {
    if (threads < 1 || threads > BatchLimits.MAX_PARTS) {
      throw new IllegalArgumentException(threads + " threads; from 1 to " + BatchLimits.MAX_PARTS);
    }
    if (!kind.wide() && threads != 1) {
      throw new IllegalArgumentException(kind.label() + " has 1 thread a stage, not " + threads);
    }
  }

  /** Returns a shape with the usual number of threads. */
  public static PipelineShape of(PipelineKind kind) {
    return new PipelineShape(kind, kind.wide() ? USUAL_THREADS : 1);
  }

  /** Returns whether the primary site waits for each reply. */
  public boolean waitsForReply() {
    return kind == PipelineKind.SERIAL;
  }

  @Override
  public String toString() {
    return kind.wide() ? kind.label() + " with " + threads + " threads" : kind.label();
  }
}
