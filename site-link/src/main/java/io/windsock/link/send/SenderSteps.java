package io.windsock.link.send;

import io.windsock.link.batch.PartCodec;
import io.windsock.link.pipeline.StageName;
import io.windsock.link.pipeline.Step;
import io.windsock.link.pipeline.WorkStep;
import io.windsock.link.stage.Compressor;
import io.windsock.link.stage.FrameHeader;
import io.windsock.link.stage.Packed;
import io.windsock.link.stage.SessionCipher;
import io.windsock.link.transport.Frame;
import io.windsock.link.transport.FrameSession;
import java.util.List;

/** The stages of the primary site, after a batch was gathered. */
final class SenderSteps {
  private SenderSteps() {}

  /** Returns the stages of a session, in order. */
  static List<Step<OutgoingBatch>> of(
      Compressor compressor, SessionCipher cipher, int epoch, FrameSession session) {
    return List.of(
        new WorkStep<OutgoingBatch>(
            StageName.COMPRESS,
            batch -> batch.parts.size(),
            (batch, part) ->
                batch.packed[part] = compressor.pack(PartCodec.encode(batch.parts.get(part)))),
        new WorkStep<OutgoingBatch>(
            StageName.ENCRYPT,
            batch -> batch.parts.size(),
            (batch, part) -> batch.frames[part] = sealed(batch, part, cipher, epoch)),
        WorkStep.<OutgoingBatch>whole(
            StageName.SEND,
            (batch, piece) -> {
              batch.sent(System.nanoTime());
              for (Frame frame : batch.frames) {
                session.send(frame);
              }
            }));
  }

  private static Frame sealed(OutgoingBatch batch, int part, SessionCipher cipher, int epoch) {
    Packed packed = batch.packed[part];
    FrameHeader header =
        new FrameHeader(
            epoch,
            batch.firstFrame + part,
            batch.source.number(),
            part,
            batch.parts.size(),
            packed.codec(),
            packed.plainBytes(),
            cipher.activeKey());
    byte[] aad = header.encode();
    return new Frame(header, aad, cipher.seal(header, aad, packed.bytes()));
  }
}
