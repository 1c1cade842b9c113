package io.windsock.evaluation.line;

import java.util.Random;

/**
 * One direction of a line: packets wait until it is free, take their time on it, and arrive after
 * the delay, in their order. Not thread-safe; {@link PacketLine} guards it by its lock.
 */
final class LineDirection {
  /** Answered for a packet that does not arrive. */
  static final long NEVER = Long.MIN_VALUE;

  /** How many bytes may wait for the line; what comes then is dropped. */
  static final int MAX_WAITING_BYTES = 256 << 10;

  private final Random random;
  private LineCondition condition;
  private boolean used;

  /** When the line is free for the next packet. */
  private long freeNs;

  private long lastArrivalNs;
  private long passed;
  private long lost;
  private long dropped;

  LineDirection(LineCondition condition, long seed) {
    this.condition = condition;
    random = new Random(seed);
  }

  /** Changes what it is like for the packets to come. */
  void become(LineCondition other) {
    condition = other;
  }

  /**
   * Takes a packet.
   *
   * @param bytes its length
   * @param nowNs when it was sent, as {@link System#nanoTime}
   * @return when it arrives; or {@link #NEVER}
   */
  long arrivalNs(int bytes, long nowNs) {
    if (!used || freeNs - nowNs < 0) {
      freeNs = nowNs;
      used = true;
    }
    if (freeNs - nowNs > condition.leavingNs(MAX_WAITING_BYTES)) {
      dropped++;
      return NEVER;
    }
    freeNs += condition.leavingNs(bytes);
    if (random.nextDouble() < condition.lost()) {
      lost++;
      return NEVER;
    }
    long arrivalNs = freeNs + condition.delayNs();
    if (passed > 0 && arrivalNs - lastArrivalNs < 0) {
      arrivalNs = lastArrivalNs;
    }
    passed++;
    lastArrivalNs = arrivalNs;
    return arrivalNs;
  }

  /** Returns what became of the packets so far. */
  LineCounts counts() {
    return new LineCounts(passed, lost, dropped);
  }
}
