package io.windsock.evaluation.load;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Clients that each follow the view of all keys and only count what arrives: many streams on two
 * event loops. Any thread may query the counts.
 */
public final class Displays implements AutoCloseable {
  private static final int OK = 200;
  private static final int LOOPS = 2;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(LOOPS));
  private final LongAdder updates = new LongAdder();
  private final LongAdder messages = new LongAdder();
  private final LongAdder bytes = new LongAdder();
  private final CountDownLatch live;
  private final HttpClient http;
  private volatile boolean closing;
  private volatile String lost = "";

  /**
   * What has arrived.
   *
   * @param messages reads of a connection that returned anything
   */
  public record Counts(long updates, long messages, long bytes) {
    /** Returns what has arrived since {@code earlier}. */
    public Counts since(Counts earlier) {
      return new Counts(
          updates - earlier.updates, messages - earlier.messages, bytes - earlier.bytes);
    }
  }

  /**
   * Opens the streams; returns when each has its initial state.
   *
   * @throws IllegalStateException if the site rejects one, or takes more than 60 s
   */
  public Displays(URI site, int count) throws InterruptedException {
    live = new CountDownLatch(count);
    http =
        vertx.createHttpClient(
            new HttpClientOptions(), new PoolOptions().setHttp1MaxSize(Math.max(1, count)));
    if (count > 0) {
      open(site, count);
    }
  }

  private void open(URI site, int count) throws InterruptedException {
    RequestOptions request = Subscription.toView(site, Positions.VIEW);
    List<Future<Void>> opened = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      opened.add(http.request(request).compose(HttpClientRequest::send).map(this::follow));
    }
    try {
      Future.all(opened).await();
      if (!live.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException(live.getCount() + " of " + count + " streams are not live");
      }
    } catch (RuntimeException | InterruptedException e) {
      close();
      throw e;
    }
  }

  private Void follow(HttpClientResponse stream) {
    if (stream.statusCode() != OK) {
      throw new IllegalStateException("a display is answered " + stream.statusCode());
    }
    StreamScanner scanner = new StreamScanner();
    stream.handler(chunk -> read(scanner, chunk));
    stream.exceptionHandler(fault -> end(fault.toString()));
    stream.endHandler(end -> end("a stream ended"));
    return null;
  }

  private void read(StreamScanner scanner, Buffer chunk) {
    boolean wasLive = scanner.live();
    updates.add(scanner.take(chunk.getBytes()));
    messages.increment();
    bytes.add(chunk.length());
    if (!wasLive && scanner.live()) {
      live.countDown();
    }
  }

  private void end(String reason) {
    if (!closing) {
      lost = reason;
    }
  }

  /**
   * Returns what has arrived.
   *
   * @throws IllegalStateException if the site has ended a stream
   */
  public Counts counts() {
    if (!lost.isEmpty()) {
      throw new IllegalStateException("displays lost a stream: " + lost);
    }
    return new Counts(updates.sum(), messages.sum(), bytes.sum());
  }

  @Override
  public void close() {
    closing = true;
    http.close().await(); // before its event loops
    vertx.close().await();
  }
}
