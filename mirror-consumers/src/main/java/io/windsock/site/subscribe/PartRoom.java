package io.windsock.site.subscribe;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Room for parts that are read for clients and not yet sent. However many clients take their time,
 * no more is kept for them together; further reads wait until a part has been sent, and many who
 * wait may share one then. Any thread may use it.
 */
final class PartRoom {
  private static final Logger LOG = LoggerFactory.getLogger(PartRoom.class);

  private final long bound;
  private final Queue<BooleanSupplier> waiting =
      new ArrayDeque<>(); // guarded by this, like the next two fields
  private long begun;
  private long kept;

  /**
   * Creates the room.
   *
   * @param bound the bytes kept at which the next read waits
   */
  PartRoom(long bound) {
    this.bound = bound;
  }

  /** A part that is kept until all of its holders have released it. */
  final class Lease {
    private final int bytes;
    private final AtomicInteger holders;

    private Lease(int bytes, int holders) {
      this.bytes = bytes;
      this.holders = new AtomicInteger(holders);
    }

    /** Called once by each holder, when it has sent the part or is gone. */
    void release() {
      if (holders.decrementAndGet() == 0) {
        change(0, -bytes);
      }
    }
  }

  /**
   * Runs {@code read} once there is room, at once or on the thread that makes room. It must not
   * block, and returns whether the read has begun; if so, {@link #ended} must follow.
   */
  void whenFree(BooleanSupplier read) {
    synchronized (this) {
      waiting.add(read);
    }
    startThoseThatFit();
  }

  /**
   * Ends a read.
   *
   * @param bytes the bytes read; 0 if it failed
   * @param holders the clients that hold them
   */
  Lease ended(int bytes, int holders) {
    change(-1, bytes);
    return new Lease(bytes, holders);
  }

  /** Whether reads wait for room. */
  synchronized boolean isCrowded() {
    return !waiting.isEmpty();
  }

  private void change(int reads, int bytes) {
    synchronized (this) {
      begun += reads;
      kept += bytes;
    }
    startThoseThatFit();
  }

  private void startThoseThatFit() {
    BooleanSupplier next = next();
    while (next != null) {
      if (!start(next)) {
        synchronized (this) {
          begun--;
        }
      }
      next = next();
    }
  }

  /** A read that can't be started must not fail the one that made room for it. */
  private static boolean start(BooleanSupplier read) {
    try {
      return read.getAsBoolean();
    } catch (RuntimeException e) {
      LOG.error("a read could not be started", e);
      return false;
    }
  }

  private synchronized @Nullable BooleanSupplier next() {
    boolean fits = kept + (begun + 1) * ChangeReads.PART_BYTES <= bound || kept + begun == 0;
    BooleanSupplier next = fits ? waiting.poll() : null;
    if (next != null) {
      begun++;
    }
    return next;
  }
}
