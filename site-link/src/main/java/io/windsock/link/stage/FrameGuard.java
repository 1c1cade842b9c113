package io.windsock.link.stage;

import io.windsock.link.stage.RefusedFrameException.Reason;

/**
 * Admits the frames of one session in the order of their numbers, each once, and the parts of each
 * batch in theirs. What it admits still has to be authentic. Owned by one thread.
 */
public final class FrameGuard {
  private final int epoch;
  private long nextFrame;
  private long batch;
  private int nextPart;
  private int parts;

  /**
   * Creates a guard at the beginning of a session.
   *
   * @param epoch the session's
   * @param batch the last batch that the target has
   */
  public FrameGuard(int epoch, long batch) {
    this.epoch = epoch;
    this.batch = batch;
  }

  /**
   * Admits the next frame.
   *
   * @throws RefusedFrameException with the reason, if it is not the next one
   */
  public void admit(FrameHeader header) throws RefusedFrameException {
    if (header.epoch() != epoch) {
      throw refused(Reason.OTHER_SESSION, header, "this session has epoch " + epoch);
    }
    if (header.frame() < nextFrame) {
      throw refused(Reason.REPLAYED, header, "the next frame is " + nextFrame);
    }
    if (header.frame() > nextFrame) {
      throw refused(Reason.OUT_OF_ORDER, header, "the next frame is " + nextFrame);
    }
    boolean begins = nextPart == parts;
    boolean next =
        begins
            ? header.batch() == batch + 1 && header.part() == 0
            : header.batch() == batch && header.part() == nextPart && header.parts() == parts;
    if (!next) {
      throw refused(
          Reason.MALFORMED,
          header,
          "part " + nextPart + " of " + parts + " of " + batch + " is next");
    }
    nextFrame++;
    batch = header.batch();
    parts = header.parts();
    nextPart = header.part() + 1;
  }

  private static RefusedFrameException refused(Reason reason, FrameHeader header, String why) {
    return new RefusedFrameException(reason, header + " is refused: " + why);
  }
}
