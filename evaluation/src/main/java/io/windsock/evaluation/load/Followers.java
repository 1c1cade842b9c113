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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Clients that follow a view: every update is sent to each of them. They read and discard it. An
 * event loop reads; any thread may query them.
 */
public final class Followers implements AutoCloseable {
  private static final int OK = 200;

  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private final HttpClient http;
  private final AtomicLong ended = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private volatile boolean closing;

  /**
   * Opens all streams.
   *
   * @param urls the sites
   * @param each number of clients of each site
   * @throws IllegalStateException if a site rejects a stream
   */
  public Followers(List<URI> urls, int each, String view) {
    http =
        vertx.createHttpClient(
            new HttpClientOptions(), new PoolOptions().setHttp1MaxSize(Math.max(1, each)));
    List<Future<Void>> opened = new ArrayList<>();
    for (URI url : urls) {
      for (int i = 0; i < each; i++) {
        opened.add(open(url, view));
      }
    }
    Future.all(opened).await();
  }

  private Future<Void> open(URI site, String view) {
    RequestOptions request = Subscription.toView(site, view);
    return http.request(request).compose(HttpClientRequest::send).map(this::follow);
  }

  private Void follow(HttpClientResponse stream) {
    if (stream.statusCode() != OK) {
      throw new IllegalStateException("a site answers a follower " + stream.statusCode());
    }
    stream.handler(discarded -> bytes.addAndGet(discarded.length()));
    stream.exceptionHandler(fault -> end());
    stream.endHandler(end -> end());
    return null;
  }

  private void end() {
    if (!closing) {
      ended.incrementAndGet();
    }
  }

  /** Returns the bytes that have arrived on all streams. */
  public long bytes() {
    return bytes.get();
  }

  /** Returns the number of streams that a site has ended. */
  public long ended() {
    return ended.get();
  }

  @Override
  public void close() {
    closing = true;
    vertx.close().await();
  }
}
