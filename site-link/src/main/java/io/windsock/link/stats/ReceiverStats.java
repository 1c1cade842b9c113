package io.windsock.link.stats;

import io.windsock.link.pipeline.PipelineShape;
import io.windsock.link.pipeline.StageTimes;

/**
 * What a receiver counts, over all sessions of all its links.
 *
 * @param times how long each stage takes
 * @param counts what was copied
 * @param refused the frames that were refused
 */
public record ReceiverStats(StageTimes times, LinkCounts counts, RefusedFrames refused) {
  /** Returns the counts of a receiver that begins with this pipeline. */
  public static ReceiverStats of(PipelineShape shape) {
    return new ReceiverStats(new StageTimes(), new LinkCounts(shape), new RefusedFrames());
  }
}
