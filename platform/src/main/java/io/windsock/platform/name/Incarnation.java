package io.windsock.platform.name;

import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One run of a member under its name. Its id is random, so that two running ones of one name can be
 * told apart. The older one is the one whose first sample comes first on the monitor topic; that
 * order does not depend on any clock. Any thread may use it.
 */
public final class Incarnation {
  /** The offset of the first sample while none is published. */
  public static final long UNBORN = -1;

  private final String id;
  private final AtomicLong born = new AtomicLong(UNBORN);

  /** Creates an incarnation with a random id. */
  public Incarnation() {
    this(UUID.randomUUID().toString());
  }

  /** Creates an incarnation with an id. */
  public Incarnation(String id) {
    this.id = id;
  }

  /** Returns the id. */
  public String id() {
    return id;
  }

  /** Returns the offset of its first sample; {@link #UNBORN} while there is none. */
  public long born() {
    return born.get();
  }

  /**
   * Records that a sample was published at this offset. An offset below the first one means that
   * the topic was recreated. It then becomes the first, because offsets of the former topic no
   * longer define an order.
   */
  public void published(long offset) {
    if (offset >= 0) {
      born.updateAndGet(first -> first == UNBORN ? offset : Math.min(first, offset));
    }
  }
}
