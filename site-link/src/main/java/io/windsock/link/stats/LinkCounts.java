package io.windsock.link.stats;

import io.windsock.link.pipeline.PipelineShape;

/** What one side of a link has copied since it was started. Any thread may use it. */
public final class LinkCounts {
  /** Why a pipeline is in use that nothing has changed. */
  private static final String CONFIGURED = "as configured";

  private Totals totals = new Totals(0, 0, BatchSize.NONE, BatchSize.NONE);
  private Chosen pipeline;

  /**
   * The counts at one time.
   *
   * @param sessions the sessions opened
   * @param batches the batches committed at the target
   * @param all the size of those batches together
   * @param last the size of the last one
   */
  public record Totals(long sessions, long batches, BatchSize all, BatchSize last) {}

  /**
   * The pipeline in use.
   *
   * @param reason why, in words
   */
  public record Chosen(PipelineShape shape, String reason) {}

  /** Creates counts of a side that begins with this pipeline. */
  public LinkCounts(PipelineShape shape) {
    pipeline = new Chosen(shape, CONFIGURED);
  }

  /** A session has begun, with this pipeline. */
  public synchronized void session(PipelineShape shape) {
    totals = new Totals(totals.sessions + 1, totals.batches, totals.all, totals.last);
    pipeline = new Chosen(shape, CONFIGURED);
  }

  /** Another pipeline is in use. */
  public synchronized void changed(PipelineShape shape, String reason) {
    pipeline = new Chosen(shape, reason);
  }

  /** A batch was committed at the target. */
  public synchronized void batch(BatchSize size) {
    totals = new Totals(totals.sessions, totals.batches + 1, totals.all.plus(size), size);
  }

  /** Returns the counts. */
  public synchronized Totals totals() {
    return totals;
  }

  /** Returns the pipeline in use. */
  public synchronized Chosen pipeline() {
    return pipeline;
  }
}
