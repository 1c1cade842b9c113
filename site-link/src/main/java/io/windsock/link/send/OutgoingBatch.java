package io.windsock.link.send;

import io.windsock.link.batch.SourceBatch;
import io.windsock.link.batch.SourceRun;
import io.windsock.link.stage.Packed;
import io.windsock.link.transport.Frame;
import java.util.List;

/** A batch on its way through the sender's pipeline, which one stage at a time changes. */
final class OutgoingBatch {
  final SourceBatch source;
  final List<List<SourceRun>> parts;

  /** The number of its first frame in the session. */
  final long firstFrame;

  /** By part, what is compressed. */
  final Packed[] packed;

  /** By part, what is encrypted. */
  final Frame[] frames;

  /** The time of the primary stage, ns; written by one thread after the other. */
  private volatile long primaryNs;

  /** The time of gathering, ns, until it is counted. */
  private long gatheredNs;

  OutgoingBatch(SourceBatch source, int threads, long firstFrame, long gatheredNs) {
    this.source = source;
    this.firstFrame = firstFrame;
    parts = source.parts(threads);
    packed = new Packed[parts.size()];
    frames = new Frame[parts.size()];
    this.gatheredNs = gatheredNs;
  }

  long primaryNs() {
    return primaryNs;
  }

  /**
   * Adds the time of a half of the stages, or of all of them.
   *
   * @return this time, with that of gathering if it is the first one, ns
   */
  long took(long ns) {
    long stageNs = gatheredNs + ns;
    gatheredNs = 0;
    long before = primaryNs;
    primaryNs = before + stageNs;
    return stageNs;
  }
}
