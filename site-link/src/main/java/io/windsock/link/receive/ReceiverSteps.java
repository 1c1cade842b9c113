package io.windsock.link.receive;

import io.windsock.contracts.query.codec.MalformedBatchException;
import io.windsock.link.batch.PartCodec;
import io.windsock.link.batch.TargetRun;
import io.windsock.link.pipeline.StageName;
import io.windsock.link.pipeline.Step;
import io.windsock.link.pipeline.WorkStep;
import io.windsock.link.stage.Compressor;
import io.windsock.link.stage.FrameGuard;
import io.windsock.link.stage.FrameHeader;
import io.windsock.link.stage.RefusedFrameException;
import io.windsock.link.stage.SessionCipher;
import io.windsock.link.transport.Frame;
import java.util.List;

/** The stages of the backup site before {@link Commits}. */
final class ReceiverSteps {
  private static final byte[] NONE = {};

  private ReceiverSteps() {}

  /** Returns the stages of a session, in order. */
  static List<Step<IncomingBatch>> of(SessionCipher cipher, FrameGuard guard) {
    return List.of(
        WorkStep.<IncomingBatch>whole(
            StageName.RECEIVE,
            (batch, piece) -> {
              for (Frame frame : batch.frames) {
                guard.admit(frame.header());
              }
            }),
        new WorkStep<IncomingBatch>(
            StageName.DECRYPT,
            batch -> batch.frames.size(),
            (batch, part) -> {
              Frame frame = batch.frames.get(part);
              batch.packed[part] = cipher.open(frame.header(), frame.aad(), frame.payload());
            }),
        new WorkStep<IncomingBatch>(
            StageName.DECOMPRESS,
            batch -> batch.frames.size(),
            (batch, part) -> {
              FrameHeader header = batch.frames.get(part).header();
              byte[] plain =
                  Compressor.unpack(header.codec(), batch.packed[part], header.plainBytes());
              batch.runs[part] = decoded(header, plain);
              batch.packed[part] = NONE; // decoded batches may wait, with their records only
            }));
  }

  private static TargetRun[] decoded(FrameHeader header, byte[] plain)
      throws RefusedFrameException {
    try {
      return PartCodec.decode(plain).toArray(new TargetRun[0]);
    } catch (MalformedBatchException e) {
      throw new RefusedFrameException(
          RefusedFrameException.Reason.MALFORMED, header + " can't be decoded: " + e.getMessage());
    }
  }
}
