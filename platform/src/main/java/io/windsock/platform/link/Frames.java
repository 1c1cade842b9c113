package io.windsock.platform.link;

import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import java.nio.ByteBuffer;
import java.util.List;

/** Writes gRPC messages, as {@link MessageReader} reads them. */
public final class Frames {
  /** Messages up to this size are copied into one buffer, which is cheaper than to send several. */
  private static final int MAX_COPIED_BYTES = 16 << 10;

  private Frames() {}

  /** Returns a message with its prefix. The buffers must not change afterwards. */
  public static Buffer frame(List<ByteBuffer> message) {
    int length = 0;
    for (ByteBuffer part : message) {
      length += part.remaining();
    }
    return length <= MAX_COPIED_BYTES ? copied(message, length) : wrapped(message, length);
  }

  private static ByteBuffer prefix(int capacity, int length) {
    return ByteBuffer.allocate(capacity).put((byte) 0).putInt(length);
  }

  private static Buffer copied(List<ByteBuffer> message, int length) {
    ByteBuffer all = prefix(MessageReader.PREFIX_BYTES + length, length);
    for (ByteBuffer part : message) {
      all.put(part.duplicate());
    }
    return BufferInternal.buffer(Unpooled.wrappedBuffer(all.flip()));
  }

  private static Buffer wrapped(List<ByteBuffer> message, int length) {
    ByteBuffer[] all = new ByteBuffer[message.size() + 1];
    all[0] = prefix(MessageReader.PREFIX_BYTES, length).flip();
    for (int i = 0; i < message.size(); i++) {
      all[i + 1] = message.get(i);
    }
    return BufferInternal.buffer(Unpooled.wrappedBuffer(all.length, all));
  }
}
