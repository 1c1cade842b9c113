package io.windsock.link.receive;

import io.windsock.link.batch.PartCodec;
import io.windsock.link.batch.TargetRun;
import io.windsock.link.pipeline.StageName;
import io.windsock.link.pipeline.Step;
import io.windsock.link.stage.Compressor;
import io.windsock.link.stage.FrameGuard;
import io.windsock.link.stage.FrameHeader;
import io.windsock.link.stage.SessionCipher;
import io.windsock.link.transport.Frame;
import io.windsock.link.transport.FrameStream;
import java.util.List;

/** The stages of the backup site. */
final class ReceiverSteps {
  private ReceiverSteps() {}

  private interface Work {
    void run(IncomingBatch batch, int piece) throws Exception;
  }

  /** A stage; {@code byPart} if its pieces are the parts of the batch. */
  private record BatchStep(StageName name, boolean byPart, Work work)
      implements Step<IncomingBatch> {
    @Override
    public int pieces(IncomingBatch batch) {
      return byPart ? batch.frames.size() : 1;
    }

    @Override
    public void run(IncomingBatch batch, int piece) throws Exception {
      work.run(batch, piece);
    }
  }

  /** Returns the stages of a session, in order. */
  static List<Step<IncomingBatch>> of(SessionCipher cipher, TargetLog log, FrameStream stream) {
    FrameGuard guard = new FrameGuard(log.position().epoch(), log.position().batch());
    return List.of(
        new BatchStep(
            StageName.RECEIVE,
            false,
            (batch, piece) -> {
              for (Frame frame : batch.frames) {
                guard.admit(frame.header());
              }
            }),
        new BatchStep(
            StageName.DECRYPT,
            true,
            (batch, part) -> {
              Frame frame = batch.frames.get(part);
              batch.packed[part] = cipher.open(frame.header(), frame.aad(), frame.payload());
            }),
        new BatchStep(
            StageName.DECOMPRESS,
            true,
            (batch, part) -> {
              FrameHeader header = batch.frames.get(part).header();
              byte[] plain =
                  Compressor.unpack(header.codec(), batch.packed[part], header.plainBytes());
              batch.runs[part] = PartCodec.decode(plain).toArray(new TargetRun[0]);
            }),
        new BatchStep(
            StageName.WRITE,
            false,
            (batch, piece) -> log.write(batch.number(), List.of(batch.runs))),
        new BatchStep(StageName.REPLY, false, (batch, piece) -> stream.send(batch.ack())));
  }
}
