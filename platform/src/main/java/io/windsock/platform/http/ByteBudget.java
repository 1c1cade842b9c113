package io.windsock.platform.http;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A bound on the bytes that all requests of a kind hold together, such as long answers that clients
 * have not read yet. Whoever takes bytes gives them back once. Any thread may use it.
 */
public final class ByteBudget {
  private final long maxBytes;
  private final AtomicLong takenBytes = new AtomicLong();

  /** Creates a budget of which nothing is taken. */
  public ByteBudget(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Takes bytes; returns whether they were left, else takes nothing. */
  public boolean take(long bytes) {
    long before =
        takenBytes.getAndUpdate(taken -> taken + bytes > maxBytes ? taken : taken + bytes);
    return before + bytes <= maxBytes;
  }

  /** Gives back bytes that were taken. */
  public void giveBack(long bytes) {
    takenBytes.addAndGet(-bytes);
  }

  /** Returns the bytes taken now. */
  public long takenBytes() {
    return takenBytes.get();
  }

  /** Returns the most bytes that may be taken. */
  public long maxBytes() {
    return maxBytes;
  }
}
