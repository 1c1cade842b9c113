package io.windsock.site.serve;

import io.vertx.core.buffer.Buffer;
import io.windsock.platform.http.ConnectionBounds;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;

/**
 * Passes pages from the worker that reads them to the event loop that sends them, no faster than
 * the client takes them. At most {@link #AHEAD} pages are in transit at any time.
 */
public final class PageGate implements PageSink {
  /** The most pages read and not yet taken by the connection. */
  public static final int AHEAD = 2;

  /** How the pages ended. */
  public enum Outcome {
    /** All pages were sent. */
    COMPLETE,
    /** The client, or the connection's owner, stopped. */
    STOPPED,
    /** They could not be read. */
    FAILED
  }

  /** The receiver of the pages, on the event loop. */
  public interface Receiver {
    /** Receives the position of all pages. */
    void begin(SitePosition at);

    /** Sends a page, then calls {@link PageGate#taken} once there is room for another. */
    void page(Buffer page);

    /** Called after the last page. */
    void end(Outcome outcome);
  }

  /**
   * How long a client may take no data while others wait for a worker. A client that takes 32 KiB a
   * second never appears to be stalled.
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
   * Creates a gate. It does not time its client: the owner of the connection gets the limit from
   * {@link #stallNs}, and closes the gate of a client that exceeds it.
   *
   * @param loop the event loop that owns the connection
   * @param stall how long the client may take no data
   */
  public PageGate(Executor loop, Duration stall, Receiver receiver) {
    this.loop = loop;
    this.stall = stall;
    this.receiver = receiver;
  }

  /**
   * Shortens the wait for the client while {@code wanted} holds, because others need the worker.
   */
  public void hurryIf(BooleanSupplier wanted) {
    busy = wanted;
  }

  /** How long the client may currently take no data, ns. */
  public long stallNs() {
    return stallNs(stall, busy.getAsBoolean());
  }

  /** How long a client may take no data, ns: not as long if others wait for it. */
  public static long stallNs(Duration stall, boolean busy) {
    long ns = stall.toNanos();
    return busy ? Math.min(ns, STALL_WHEN_BUSY.toNanos()) : ns;
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

  /** Stops the transfer and releases the worker. */
  public void close() {
    closed = true;
    room.release();
  }

  /**
   * Ends the pages. The worker's last call.
   *
   * @param failed whether they could not be read
   */
  public void end(boolean failed) {
    Outcome read = failed ? Outcome.FAILED : Outcome.COMPLETE;
    Outcome outcome = closed ? Outcome.STOPPED : read;
    loop.execute(() -> receiver.end(outcome));
  }
}
