package io.windsock.site.sample;

import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One run of a site under its name: drawn anew at each start, so that two running sites of one name
 * can be told apart. Which is the older is decided by the order of their first samples on the
 * monitor topic, which is the same for everybody whatever their clocks. Any thread may use it.
 */
public final class Incarnation {
  /** The offset of its first sample while that is not published. */
  public static final long UNBORN = -1;

  private final String id;
  private final AtomicLong born = new AtomicLong(UNBORN);

  /** A new one, of a random id. */
  public Incarnation() {
    this(UUID.randomUUID().toString());
  }

  Incarnation(String id) {
    this.id = id;
  }

  /** Its id. */
  public String id() {
    return id;
  }

  /** Offset of its first sample; {@link #UNBORN} while there is none. */
  public long born() {
    return born.get();
  }

  /**
   * A sample of it is on the monitor topic. One before the first was written to a topic that was
   * recreated, and is the first there: the order of the former topic's offsets is no order any
   * more.
   */
  public void published(long offset) {
    if (offset >= 0) {
      born.updateAndGet(first -> first == UNBORN ? offset : Math.min(first, offset));
    }
  }
}
