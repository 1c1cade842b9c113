package io.windsock.gateway.discover;

import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One run of a gateway under its name. Of two runs of one name, the older one is the one whose
 * first sample comes first on the monitor topic. Any thread may use it.
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

  Incarnation(String id) {
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
   * Records that a sample was published at this offset. One below the first means that the topic
   * was recreated.
   */
  public void published(long offset) {
    if (offset >= 0) {
      born.updateAndGet(first -> first == UNBORN ? offset : Math.min(first, offset));
    }
  }
}
