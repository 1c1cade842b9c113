package io.windsock.testbed.fault;

/**
 * What one direction of a connection is like.
 *
 * @param delayNs how long a byte is on its way after it left, ns
 * @param kbitPerSecond the rate at which bytes leave, in 1,000 bit/s; 0: as fast as they come
 */
record PathCondition(long delayNs, int kbitPerSecond) {
  /** What a router on the way may hold beside the bytes that are on the line. */
  private static final long QUEUE_BYTES = 256 << 10;

  private static final long MAX_HELD_BYTES = 64 << 20;
  private static final double BITS_PER_BYTE = 8;
  private static final double NS_PER_MS = 1e6;

  /** Returns how long bytes take to leave, ns. */
  long leavingNs(int bytes) {
    // 1,000 bit/s are one bit per ms.
    return kbitPerSecond == 0 ? 0 : Math.round(bytes * BITS_PER_BYTE / kbitPerSecond * NS_PER_MS);
  }

  /** Returns how many bytes may be on the way before the peer that sends has to wait. */
  long maxHeldBytes() {
    if (kbitPerSecond == 0) {
      return MAX_HELD_BYTES;
    }
    return QUEUE_BYTES + Math.round(delayNs / NS_PER_MS * kbitPerSecond / BITS_PER_BYTE);
  }
}
