package io.windsock.site.http.api;

import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Hands pages from the worker that reads them to the event loop that sends them, no faster than the
 * client takes them: at most {@link #AHEAD} are on their way at any time.
 */
public final class PageGate implements PageSink {
  /** Pages read and not yet taken by the connection. */
  public static final int AHEAD = 2;

  /** Where the pages go, on the event loop. */
  public interface Receiver {
    /** The position that all pages are of. */
    void begin(SitePosition at);

    /** Sends a page; then, once there is room for another, calls {@link PageGate#taken}. */
    void page(Buffer page);

    /**
     * No page follows.
     *
     * @param complete whether that was all, and not the client that took no more
     */
    void end(boolean complete);
  }

  /**
   * How long a worker waits for its client if others wait for a worker. The kernel has room for
   * more only once the client has taken about a third of its buffer: every second or two, where
   * that is 256 KiB and the client takes 150 KB a second.
   */
  static final Duration STALL_WHEN_BUSY = Duration.ofSeconds(3);

  private static final long LOOK_MS = 100;

  private final Context loop;
  private final Duration stall;
  private final Receiver receiver;
  private final Semaphore room = new Semaphore(AHEAD);
  private volatile BooleanSupplier busy = () -> false;
  private volatile boolean closed;

  /**
   * A gate.
   *
   * @param stall how long the worker waits for room before it gives up
   */
  public PageGate(Context loop, Duration stall, Receiver receiver) {
    this.loop = loop;
    this.stall = stall;
    this.receiver = receiver;
  }

  /** Has it wait less for its client while this holds: the worker is wanted elsewhere. */
  public void hurryIf(BooleanSupplier wanted) {
    busy = wanted;
  }

  @Override
  public void begin(SitePosition at) {
    loop.runOnContext(v -> receiver.begin(at));
  }

  @Override
  public boolean page(Buffer page) {
    try {
      if (closed || !awaitRoom() || closed) {
        closed = true;
        return false;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      closed = true;
      return false;
    }
    loop.runOnContext(v -> receiver.page(page));
    return true;
  }

  private boolean awaitRoom() throws InterruptedException {
    long startNs = System.nanoTime();
    while (!room.tryAcquire(LOOK_MS, TimeUnit.MILLISECONDS)) {
      Duration waited = Duration.ofNanos(System.nanoTime() - startNs);
      boolean tooLong = waited.compareTo(STALL_WHEN_BUSY) >= 0 && busy.getAsBoolean();
      if (tooLong || waited.compareTo(stall) >= 0) {
        return false;
      }
    }
    return true;
  }

  /** The connection has room for another page. */
  public void taken() {
    room.release();
  }

  /** Nobody wants further pages. */
  public void close() {
    closed = true;
    room.release();
  }

  /** All has been read, or given up. The worker's last call. */
  public void end(boolean complete) {
    boolean all = complete && !closed;
    loop.runOnContext(v -> receiver.end(all));
  }
}
