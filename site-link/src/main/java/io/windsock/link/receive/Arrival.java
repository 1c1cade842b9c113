package io.windsock.link.receive;

import io.windsock.link.batch.BatchLimits;
import io.windsock.link.stage.RefusedFrameException;
import io.windsock.link.transport.Frame;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The frames of a batch that has not arrived whole. Owned by the session's thread. */
final class Arrival {
  private final List<Frame> frames = new ArrayList<>();
  private long bytes;

  /**
   * Adds a frame.
   *
   * @return the batch, if it is whole now
   * @throws RefusedFrameException if the batch has more bytes than any sender's, encrypted or plain
   */
  @Nullable IncomingBatch add(Frame frame) throws RefusedFrameException {
    bytes += Math.max(frame.payload().length, frame.header().plainBytes());
    if (bytes > BatchLimits.MAX_BATCH_BYTES) {
      throw new RefusedFrameException(
          RefusedFrameException.Reason.MALFORMED,
          "%s is refused: its batch has more than %d bytes"
              .formatted(frame.header(), BatchLimits.MAX_BATCH_BYTES));
    }
    frames.add(frame);
    if (frames.size() < frame.header().parts()) {
      return null;
    }
    IncomingBatch batch = new IncomingBatch(frames);
    frames.clear();
    bytes = 0;
    return batch;
  }
}
