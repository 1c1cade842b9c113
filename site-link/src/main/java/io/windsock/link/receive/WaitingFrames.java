package io.windsock.link.receive;

import io.windsock.link.transport.Frame;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The frames that have arrived and wait for the session's thread. The stream is paused when many
 * wait, and resumed when few are left. Both are decided under one lock, which is held until the
 * stream is told: a pause that overtook the end of the one before would end with it, and nothing
 * would bound what arrives. The event loop adds, the session's thread takes.
 */
final class WaitingFrames {
  /** The frames that may wait before the stream is paused. */
  static final int MAX_FRAMES = 32;

  /** The bytes of waiting frames at which the stream is paused. */
  static final long MAX_BYTES = 16L << 20;

  private final Runnable pause;
  private final Runnable resume;
  private final BlockingQueue<Frame> frames = new LinkedBlockingQueue<>();

  /** Guarded by this, as is what follows. */
  private long bytes;

  private boolean paused;

  /**
   * Creates an empty queue of a stream that is not paused.
   *
   * @param pause pauses the stream; must not wait
   * @param resume ends the pause; must not wait
   */
  WaitingFrames(Runnable pause, Runnable resume) {
    this.pause = pause;
    this.resume = resume;
  }

  synchronized void add(Frame frame) {
    frames.add(frame);
    bytes += frame.payload().length;
    if (!paused && (frames.size() >= MAX_FRAMES || bytes >= MAX_BYTES)) {
      paused = true;
      pause.run();
    }
  }

  /** Returns the next frame, waiting for it up to {@code waitMs}; null if none arrives. */
  @Nullable Frame poll(long waitMs) throws InterruptedException {
    Frame frame = frames.poll(waitMs, TimeUnit.MILLISECONDS);
    if (frame != null) {
      taken(frame);
    }
    return frame;
  }

  private synchronized void taken(Frame frame) {
    bytes -= frame.payload().length;
    if (paused && frames.size() < MAX_FRAMES / 2 && bytes < MAX_BYTES / 2) {
      paused = false;
      resume.run();
    }
  }
}
