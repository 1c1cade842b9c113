package io.windsock.site.serve;

import io.vertx.core.buffer.Buffer;
import io.windsock.platform.http.ConnectionBounds;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
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
   * How long a client may take nothing if others wait for a worker: 32 KiB a second are never taken
   * for nothing.
   *
   * @see ConnectionBounds#UNSEEN_BYTES
   */
  static final Duration STALL_WHEN_BUSY = Duration.ofSeconds(5);

  private final Executor loop;
  private final Duration stall;
  private final Receiver receiver;
  private final Semaphore room = new Semaphore(AHEAD);
  private volatile BooleanSupplier busy = () -> false;
  private volatile boolean closed;

  /**
   * A gate. It does not time its client: the owner of the connection asks {@link #stallNs} for the
   * limit, and closes the gate of a client that exceeds it.
   *
   * @param loop the event loop that owns the connection
   * @param stall how long the client may take nothing
   */
  public PageGate(Executor loop, Duration stall, Receiver receiver) {
    this.loop = loop;
    this.stall = stall;
    this.receiver = receiver;
  }

  /** Has it wait less for its client while this holds: the worker is wanted elsewhere. */
  public void hurryIf(BooleanSupplier wanted) {
    busy = wanted;
  }

  /** How long the client may take nothing as things stand, ns. */
  public long stallNs() {
    long ns = stall.toNanos();
    return busy.getAsBoolean() ? Math.min(ns, STALL_WHEN_BUSY.toNanos()) : ns;
  }

  @Override
  public void begin(SitePosition at) {
    loop.execute(() -> receiver.begin(at));
  }

  @Override
  public boolean page(Buffer page) {
    if (closed) {
      return false;
    }
    try {
      room.acquire();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      closed = true;
      return false;
    }
    if (closed) {
      return false;
    }
    loop.execute(() -> receiver.page(page));
    return true;
  }

  /** The connection has room for another page. */
  public void taken() {
    room.release();
  }

  /** Nobody wants further pages; the worker waits no longer. */
  public void close() {
    closed = true;
    room.release();
  }

  /** All has been read, or given up. The worker's last call. */
  public void end(boolean complete) {
    boolean all = complete && !closed;
    loop.execute(() -> receiver.end(all));
  }
}
