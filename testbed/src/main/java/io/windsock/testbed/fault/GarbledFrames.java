package io.windsock.testbed.fault;

import java.util.SplittableRandom;

/**
 * Overwrites what a server of links sends, so that HTTP/2 and gRPC still work but the batches in it
 * are garbage. It follows the frames of HTTP/2 (RFC 9113, section 4.1) and leaves alone all but the
 * payload of DATA frames, of which it also spares as many bytes as the prefix of a gRPC message
 * has. One connection has one; owned by one thread.
 */
final class GarbledFrames {
  private static final int HEAD_BYTES = 9;
  private static final int TYPE_AT = 3;
  private static final int DATA = 0;
  private static final int GRPC_PREFIX_BYTES = 5;

  private final SplittableRandom random;
  private final byte[] head = new byte[HEAD_BYTES];
  private int headBytes;

  /** Bytes of the current frame's payload that have passed, and that are to come. */
  private int passed;

  private int left;

  GarbledFrames(long seed) {
    random = new SplittableRandom(seed);
  }

  /**
   * Follows the next bytes of the connection.
   *
   * @param garble whether to overwrite them, in place
   */
  void follow(byte[] bytes, boolean garble) {
    int at = 0;
    while (at < bytes.length) {
      if (headBytes < HEAD_BYTES) {
        head[headBytes++] = bytes[at++];
        startPayload();
      } else {
        int end = at + Math.min(left, bytes.length - at);
        if (garble && head[TYPE_AT] == DATA) {
          overwrite(bytes, at + Math.max(0, GRPC_PREFIX_BYTES - passed), end);
        }
        passed += end - at;
        left -= end - at;
        at = end;
        endPayload();
      }
    }
  }

  private void startPayload() {
    if (headBytes == HEAD_BYTES) {
      left = (head[0] & 0xff) << 16 | (head[1] & 0xff) << 8 | (head[2] & 0xff);
      passed = 0;
      endPayload();
    }
  }

  private void endPayload() {
    if (left == 0) {
      headBytes = 0;
    }
  }

  private void overwrite(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      bytes[i] = (byte) random.nextInt();
    }
  }
}
