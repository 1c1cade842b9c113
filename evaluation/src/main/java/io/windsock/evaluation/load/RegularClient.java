package io.windsock.evaluation.load;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * A client that follows all updates of the view {@value Positions#VIEW} at a site, and measures
 * their delay. A site does not send the append time of an event with its row, so the delay counts
 * from the row's event time, which a {@link Feed} takes from the clock when it sends the event. It
 * therefore includes the time in the producer, and requires that both run on one machine. The
 * resolution is 1 ms.
 *
 * <p>The initial rows are not counted. A site merges updates of a key for a client that reads too
 * slowly; the client then receives fewer updates than there are events. An event loop reads; any
 * thread may query it.
 */
public final class RegularClient implements AutoCloseable {
  private static final int OK = 200;
  private static final int START_TIMEOUT_S = 60;
  private static final int RECEIVE_BUFFER_BYTES = 1 << 20;
  private static final int SIGNIFICANT_DIGITS = 3;

  /** Without an update for so long, no more are expected. */
  private static final long QUIET_MS = 200;

  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private final HttpClient http =
      vertx.createHttpClient(new HttpClientOptions().setReceiveBufferSize(RECEIVE_BUFFER_BYTES));
  private final UpdateScanner scanner = new UpdateScanner(Positions.TIME_COLUMN, this::event);
  private final Recorder delaysMs = new Recorder(SIGNIFICANT_DIGITS);
  private final CompletableFuture<Void> live = new CompletableFuture<>();
  private volatile @Nullable SentDelays bySent;
  private volatile long received;
  private volatile boolean cut;
  private volatile boolean closing;

  /**
   * Opens the stream; returns when the initial rows are complete.
   *
   * @param site the URL of the site
   * @throws IllegalStateException if the site rejects or ends the stream before that, or takes more
   *     than 60 s
   */
  public RegularClient(String site) {
    Future<Void> opened = open(URI.create(site));
    opened.onFailure(live::completeExceptionally);
    try {
      live.orTimeout(START_TIMEOUT_S, TimeUnit.SECONDS).join();
    } catch (CompletionException e) {
      close();
      throw new IllegalStateException("no stream of updates from " + site + ": " + e.getCause(), e);
    }
  }

  private Future<Void> open(URI site) {
    RequestOptions request = Subscription.toView(site, Positions.VIEW);
    return http.request(request).compose(HttpClientRequest::send).map(this::follow);
  }

  private Void follow(HttpClientResponse stream) {
    if (stream.statusCode() != OK) {
      throw new IllegalStateException("status " + stream.statusCode());
    }
    stream.handler(this::read);
    stream.exceptionHandler(this::ended);
    stream.endHandler(end -> ended(new IllegalStateException("the stream ended")));
    return null;
  }

  private void read(Buffer chunk) {
    scanner.take(chunk.getBytes());
  }

  private void event(String name, long timeMs) {
    switch (name) {
      case "update" -> update(timeMs);
      case "live" -> live.complete(null);
      case "cut" -> ended(new IllegalStateException("the site cut the stream"));
      default -> {} // initial rows, heartbeats, removals
    }
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // only the event loop writes
  private void update(long timeMs) {
    received++;
    if (timeMs != UpdateScanner.NO_TIME) {
      long delayMs = Math.max(0, System.currentTimeMillis() - timeMs);
      delaysMs.recordValue(delayMs);
      SentDelays seconds = bySent;
      if (seconds != null) {
        seconds.add(timeMs, delayMs);
      }
    }
  }

  private void ended(Throwable reason) {
    if (!closing) {
      cut = true;
      live.completeExceptionally(reason);
    }
  }

  /** Returns the number of updates received. */
  public long received() {
    return received;
  }

  /**
   * Waits until it has received so many updates, or receives none for a while; returns how many it
   * has received.
   */
  public long awaitReceived(long expected) throws InterruptedException {
    long before = -1;
    for (long now = received; now < expected && now > before; now = received) {
      before = now;
      TimeUnit.MILLISECONDS.sleep(QUIET_MS);
    }
    return received;
  }

  /** Has the delays from now on added to {@code delays}, and no longer to those before. */
  public void addTo(SentDelays delays) {
    bySent = delays;
  }

  /** Returns the update delays since the last call, in ms. */
  public Histogram takeDelays() {
    return delaysMs.getIntervalHistogram();
  }

  /** Whether the stream has ended, or the site has cut it. */
  public boolean cut() {
    return cut;
  }

  @Override
  public void close() {
    if (!closing) {
      closing = true;
      vertx.close().await();
    }
  }
}
