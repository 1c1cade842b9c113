package io.windsock.link.stats;

import io.windsock.link.pipeline.PipelineShape;
import io.windsock.link.pipeline.StageTimes;

/**
 * What a sender counts, over all its sessions.
 *
 * @param times how long each stage takes
 * @param counts what was copied
 * @param progress how far the target is behind
 */
public record SenderStats(StageTimes times, LinkCounts counts, CopyProgress progress) {
  /** Returns the counts of a sender that begins with this pipeline. */
  public static SenderStats of(PipelineShape shape) {
    return new SenderStats(new StageTimes(), new LinkCounts(shape), new CopyProgress());
  }
}
