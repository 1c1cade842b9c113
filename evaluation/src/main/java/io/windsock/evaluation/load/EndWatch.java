package io.windsock.evaluation.load;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A client that finds out when a site has finished a sequence of events: it follows the keys whose
 * updates end sequences, which costs the site next to nothing. An event loop reads; any thread may
 * query it.
 */
public final class EndWatch implements AutoCloseable {
  private static final int OK = 200;
  private static final long LOOK_EVERY_MS = 1;

  /** How often, in looks, it is checked that the end can still come. */
  private static final int CHECK_EVERY = 100;

  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private final HttpClient http;
  private final URI site;
  private final Runnable check;
  private final AtomicLongArray reached;
  private final AtomicLongArray atNs;
  private volatile String lost = "";
  private volatile boolean closing;

  /**
   * Opens the streams.
   *
   * @param check throws while someone waits if nothing more can come, as when a broker has ended
   * @throws IllegalStateException if the site rejects one
   */
  public EndWatch(URI site, int partitions, Runnable check) {
    this.site = site;
    this.check = check;
    List<String> keys = new SequenceEnds(partitions).keys();
    reached = new AtomicLongArray(keys.size());
    atNs = new AtomicLongArray(keys.size());
    http =
        vertx.createHttpClient(
            new HttpClientOptions(), new PoolOptions().setHttp1MaxSize(keys.size()));
    List<Future<Void>> opened = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      opened.add(open(i, keys.get(i)));
    }
    Future.all(opened).await();
  }

  private Future<Void> open(int partition, String key) {
    RequestOptions request = Subscription.toKey(site, key);
    return http.request(request)
        .compose(HttpClientRequest::send)
        .map(response -> follow(partition, response));
  }

  private Void follow(int partition, HttpClientResponse stream) {
    if (stream.statusCode() != OK) {
      throw new IllegalStateException(site + " answers " + stream.statusCode());
    }
    UpdateScanner scanner =
        new UpdateScanner("sequence", (name, sequence) -> event(partition, name, sequence));
    stream.handler(chunk -> scanner.take(chunk.getBytes()));
    stream.exceptionHandler(fault -> end(fault.toString()));
    stream.endHandler(end -> end("it ended"));
    return null;
  }

  private void event(int partition, String name, long sequence) {
    if (name.equals("cut")) {
      end("the site cut it");
    } else if (sequence > reached.get(partition)) {
      atNs.set(partition, System.nanoTime());
      reached.set(partition, sequence);
    }
  }

  private void end(String reason) {
    if (!closing && lost.isEmpty()) { // a stream that was cut then ends
      lost = reason;
    }
  }

  /**
   * Waits until the site has sent the end of a sequence in every partition; returns when that was,
   * as {@link System#nanoTime}.
   *
   * @throws IllegalStateException if it does not within the patience, or ends a stream, or if the
   *     check fails
   */
  public long await(long sequence, Duration patience) throws InterruptedException {
    long deadlineNs = System.nanoTime() + patience.toNanos();
    for (long look = 1; ended() < sequence; look++) {
      if (look % CHECK_EVERY == 0) {
        check.run();
      }
      if (System.nanoTime() > deadlineNs) {
        throw new IllegalStateException(
            site + " has not finished sequence " + sequence + " in " + patience.toSeconds() + " s");
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MS);
    }
    long latestNs = atNs.get(0);
    for (int i = 1; i < atNs.length(); i++) {
      latestNs = Math.max(latestNs, atNs.get(i));
    }
    return latestNs;
  }

  /** Returns the last sequence whose end the site has sent in every partition. */
  private long ended() {
    if (!lost.isEmpty()) {
      throw new IllegalStateException("the stream of " + site + " broke: " + lost);
    }
    long ended = reached.get(0);
    for (int i = 1; i < reached.length(); i++) {
      ended = Math.min(ended, reached.get(i));
    }
    return ended;
  }

  @Override
  public void close() {
    closing = true;
    vertx.close().await();
  }
}
