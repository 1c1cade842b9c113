package io.windsock.link.stats;

import io.windsock.link.pipeline.PipelineShape;
import org.jspecify.annotations.Nullable;

/** What one side of a link has copied since it was started. Any thread may use it. */
public final class LinkCounts {
  /** Why a pipeline is in use that nothing has changed. */
  private static final String CONFIGURED = "as configured";

  private Totals totals = new Totals(0, 0, BatchSize.NONE, BatchSize.NONE, null);
  private Chosen pipeline;

  /**
   * The counts at one time.
   *
   * @param sessions the sessions opened
   * @param batches the batches committed at the target
   * @param all the size of those batches together
   * @param last the size of the last one
   * @param key the id of the key that the last one was encrypted with; null before the first one,
   *     and without encryption
   */
  public record Totals(
      long sessions, long batches, BatchSize all, BatchSize last, @Nullable String key) {}

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
    totals = new Totals(totals.sessions + 1, totals.batches, totals.all, totals.last, totals.key);
    pipeline = new Chosen(shape, CONFIGURED);
  }

  /** Another pipeline is in use. */
  public synchronized void changed(PipelineShape shape, String reason) {
    pipeline = new Chosen(shape, reason);
  }

  /**
   * A batch was committed at the target.
   *
   * @param key the id of the key of its first frame; empty without encryption
   */
  public synchronized void batch(BatchSize size, String key) {
    totals =
        new Totals(
            totals.sessions,
            totals.batches + 1,
            totals.all.plus(size),
            size,
            key.isEmpty() ? null : key);
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
