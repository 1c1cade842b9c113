package io.windsock.link.transport;

/** Takes what arrives on a stream. Called by the stream's event loop, and must not block. */
public interface FrameHandler {
  /** A sender wants to begin a session. */
  void open(FrameStream stream, Open open);

  /** A frame has arrived. */
  void frame(FrameStream stream, Frame frame);

  /** What has arrived is no message; the stream is about to end. */
  default void malformed(FrameStream stream) {}

  /** The stream has ended; nothing more arrives. */
  void closed(FrameStream stream);
}
