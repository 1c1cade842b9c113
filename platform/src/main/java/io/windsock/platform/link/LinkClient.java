package io.windsock.platform.link;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpConnectOptions;
import io.vertx.core.http.HttpVersion;
import io.windsock.contracts.query.Question;
import io.windsock.contracts.query.Sender;
import java.net.URI;
import java.util.concurrent.TimeUnit;

/**
 * Opens links to servers of calls, each with a connection of its own: HTTP/2 in clear text with
 * prior knowledge. Any thread may use it.
 */
public final class LinkClient implements AutoCloseable {
  /** The data that a peer may send before this side has taken it: 1 MiB. */
  static final int WINDOW_BYTES = 1 << 20;

  /**
   * The longest HTTP/2 frame accepted, the shortest that may be asked for: 16 KiB. Data is received
   * a frame at a time, so that a peer at the other end of a slow line is silent for that long.
   */
  static final int FRAME_BYTES = 16 << 10;

  private final LinkBounds bounds;
  private final HttpClientAgent http;

  /** Creates a client whose links run on event loops of {@code vertx}. */
  public LinkClient(Vertx vertx, LinkBounds bounds) {
    this.bounds = bounds;
    http =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setProtocolVersion(HttpVersion.HTTP_2)
                .setHttp2ClearTextUpgrade(false)
                .setHttp2ConnectionWindowSize(WINDOW_BYTES)
                .setInitialSettings(
                    new Http2Settings()
                        .setPushEnabled(false)
                        .setInitialWindowSize(WINDOW_BYTES)
                        .setMaxFrameSize(FRAME_BYTES))
                .setTcpNoDelay(true)
                // Also ends connections on which the peer says nothing at all.
                .setIdleTimeoutUnit(TimeUnit.MILLISECONDS)
                .setReadIdleTimeout((int) (2 * bounds.silence().toMillis()))
                .setConnectTimeout((int) bounds.connect().toMillis()));
  }

  /**
   * Opens a link, which connects in the background and stays until it is closed.
   *
   * @param loop the event loop that owns the link and calls {@code listener}
   * @param url the server's base URL, such as {@code http://127.0.0.1:9090}
   * @param kind the calls that it is for
   * @throws IllegalArgumentException if the URL has no host or port
   */
  public CallLink open(
      Context loop, String url, Question.Kind kind, Sender sender, LinkListener listener) {
    URI uri = URI.create(url);
    if (uri.getHost() == null || uri.getPort() < 0) {
      throw new IllegalArgumentException("'" + url + "' has no host and port");
    }
    HttpConnectOptions peer =
        new HttpConnectOptions()
            .setHost(bare(uri.getHost()))
            .setPort(uri.getPort())
            .setSsl(false)
            .setConnectTimeout(bounds.connect().toMillis());
    CallLink link = new CallLink(this, loop, peer, kind, sender, bounds, listener);
    loop.runOnContext(v -> link.start());
    return link;
  }

  /** Returns a host without the brackets of an IPv6 address. */
  private static String bare(String host) {
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  Future<HttpClientConnection> connect(HttpConnectOptions peer) {
    try {
      return http.connect(peer);
    } catch (IllegalStateException e) { // links close on their event loops, maybe after this client
      return Future.failedFuture("the client is closed");
    }
  }

  /** Closes all connections. Close the links first, or they connect again. */
  @Override
  public void close() {
    var unused = http.close();
  }
}
