package io.windsock.link.receive;

import io.windsock.link.batch.TargetRun;
import io.windsock.link.pipeline.PipelineKind;
import io.windsock.link.pipeline.PipelineShape;
import io.windsock.link.pipeline.StageName;
import io.windsock.link.stats.BatchSize;
import io.windsock.link.transport.Ack;
import io.windsock.link.transport.Frame;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** A batch on its way through the receiver's pipeline, which one stage at a time changes. */
final class IncomingBatch {
  final List<Frame> frames;

  /** By part, what is decrypted. */
  final byte[][] packed;

  /** By part, what is decoded. */
  final TargetRun[][] runs;

  private final Map<StageName, Long> stageNs = new EnumMap<>(StageName.class);
  private long othersNs;
  private PipelineShape shape = PipelineShape.of(PipelineKind.TWO_STAGE);

  IncomingBatch(List<Frame> frames) {
    this.frames = List.copyOf(frames);
    packed = new byte[frames.size()][];
    runs = new TargetRun[frames.size()][];
  }

  long number() {
    return frames.get(0).header().batch();
  }

  /** Returns the id of the key that its first frame is encrypted with. */
  String key() {
    return frames.get(0).header().key();
  }

  /** Returns the bytes of its records, before compression, as its frames state them. */
  long plainBytes() {
    return frames.stream().mapToLong(frame -> frame.header().plainBytes()).sum();
  }

  /** Sets the pipeline that works on it. */
  void shape(PipelineShape its) {
    shape = its;
  }

  void took(StageName stage, long ns) {
    stageNs.put(stage, ns);
  }

  /**
   * Sets the times of its writing.
   *
   * @param ownNs what it needed itself, with its part of the commit
   * @param untilReplyNs from when it was taken until its transaction was committed
   */
  void written(long ownNs, long untilReplyNs) {
    took(StageName.WRITE, ownNs);
    othersNs = Math.max(0, untilReplyNs - ownNs);
  }

  /** Returns its size, once it was decoded. */
  BatchSize size() {
    BatchSize size = BatchSize.NONE;
    for (int part = 0; part < runs.length; part++) {
      Frame frame = frames.get(part);
      long records = 0;
      for (TargetRun run : runs[part]) {
        records += run.records().size();
      }
      int plainBytes = frame.header().plainBytes();
      size = size.plus(new BatchSize(records, plainBytes, frame.payload().length));
    }
    return size;
  }

  private long ns(StageName stage) {
    return stageNs.getOrDefault(stage, 0L);
  }

  Ack ack() {
    return new Ack(
        number(),
        ns(StageName.RECEIVE),
        ns(StageName.DECRYPT),
        ns(StageName.DECOMPRESS),
        ns(StageName.WRITE),
        othersNs,
        shape.kind().depth(),
        shape.threads());
  }
}
