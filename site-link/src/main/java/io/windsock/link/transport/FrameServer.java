package io.windsock.link.transport;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.platform.link.LinkNames;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens for senders. With TLS, its files are looked at once a second, and taken over when they
 * have changed; connections that are open stay. Owned by one event loop; any thread may close it.
 */
public final class FrameServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FrameServer.class);
  private static final int MAX_STREAMS = 16;
  private static final int MAX_HEADER_BYTES = 8 << 10;
  private static final int SENDER_SILENT_MS = 120_000;
  private static final long WAIT_SECONDS = 20;
  private static final int BAD_REQUEST = 400;

  private final Context loop;
  private final String host;
  private final @Nullable TlsWatch tls;
  private final FrameHandler handler;
  private final Set<FrameStream> streams = new LinkedHashSet<>();
  private @Nullable HttpServer server;
  private long timer;

  private FrameServer(Context loop, String host, @Nullable LinkTls tls, FrameHandler handler) {
    this.loop = loop;
    this.host = host;
    this.tls = tls == null ? null : new TlsWatch(tls);
    this.handler = handler;
  }

  /**
   * Starts listening.
   *
   * @param port the port; 0 for any free one
   * @param tls null for clear text, which is for tests on one machine
   * @throws ConfigurationException if it can't listen there, a file of TLS can't be read, or the
   *     key is not the certificate's
   */
  public static FrameServer start(
      Vertx vertx, String host, int port, @Nullable LinkTls tls, FrameHandler handler) {
    FrameServer server = new FrameServer(vertx.getOrCreateContext(), host, tls, handler);
    CompletableFuture<Void> listening = new CompletableFuture<>();
    server.loop.runOnContext(
        v ->
            server
                .listen(vertx, port)
                .onComplete(
                    done -> {
                      if (done.failed()) {
                        listening.completeExceptionally(done.cause());
                      } else {
                        listening.complete(null);
                      }
                    }));
    try {
      await(listening);
    } catch (IllegalStateException e) {
      throw ConfigurationException.of(
          host + ":" + port, "can't listen there (" + e.getMessage() + ")");
    }
    return server;
  }

  private static void await(CompletableFuture<Void> future) {
    try {
      future.get(WAIT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new IllegalStateException(String.valueOf(e.getCause()), e);
    } catch (TimeoutException e) {
      throw new IllegalStateException("no result after " + WAIT_SECONDS + " s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private Future<HttpServer> listen(Vertx vertx, int port) {
    HttpServer http = vertx.createHttpServer(options());
    server = http;
    timer = vertx.setPeriodic(LineNames.ALIVE_MS, id -> tick());
    return http.requestHandler(this::handle)
        .exceptionHandler(e -> LOG.warn("a connection was refused: {}", LineFault.describe(e)))
        .listen(port, host);
  }

  private HttpServerOptions options() {
    HttpServerOptions options =
        new HttpServerOptions()
            .setTcpNoDelay(true)
            .setMaxHeaderSize(MAX_HEADER_BYTES)
            .setHttp2ClearTextEnabled(tls == null)
            .setHttp2ConnectionWindowSize(LineNames.WINDOW_BYTES)
            .setInitialSettings(
                new Http2Settings()
                    .setMaxConcurrentStreams(MAX_STREAMS)
                    .setInitialWindowSize(LineNames.WINDOW_BYTES)
                    .setMaxFrameSize(LineNames.HTTP_FRAME_BYTES)
                    .setMaxHeaderListSize(MAX_HEADER_BYTES))
            .setIdleTimeoutUnit(TimeUnit.MILLISECONDS)
            .setReadIdleTimeout(SENDER_SILENT_MS);
    if (tls != null) {
      tls.material().addTo(options);
    }
    return options;
  }

  private void handle(HttpServerRequest request) {
    HttpServerResponse response = request.response();
    String type = request.getHeader("content-type");
    if (request.version() != HttpVersion.HTTP_2
        || type == null
        || !type.startsWith(LinkNames.CONTENT_TYPE)) {
      response.setStatusCode(BAD_REQUEST);
      var unused = response.end("this port takes gRPC over HTTP/2 alone\n");
    } else if (!request.method().equals(HttpMethod.POST)
        || !LineNames.PATH.equals(request.path())) {
      refuse(response, LinkNames.STATUS_UNIMPLEMENTED, "there is no " + request.path());
    } else if (openStreams().size() >= MAX_STREAMS) {
      refuse(
          response,
          LinkNames.STATUS_RESOURCE_EXHAUSTED,
          MAX_STREAMS
              + " streams are open, the most of a receiver; start another one for further links");
    } else {
      FrameStream stream = new FrameStream(loop, request, handler);
      streams.add(stream);
      stream.start();
    }
  }

  private Set<FrameStream> openStreams() {
    streams.removeIf(FrameStream::isEnded);
    return streams;
  }

  private static void refuse(HttpServerResponse response, String status, String reason) {
    response
        .putHeader("content-type", LinkNames.CONTENT_TYPE)
        .putHeader(LinkNames.STATUS, status)
        .putHeader(LinkNames.MESSAGE, LinkNames.escaped(reason));
    var unused = response.end();
  }

  private void tick() {
    openStreams().forEach(FrameStream::beat);
    reload();
  }

  private void reload() {
    HttpServer http = server;
    TlsWatch watch = tls;
    if (watch == null || http == null) {
      return;
    }
    try {
      LinkTls.Material now = watch.changed();
      if (now != null) {
        takeOver(http, now, watch.certificate());
      }
    } catch (ConfigurationException e) {
      LOG.warn("the former certificates stay in use: {}", e.getMessage());
    }
  }

  private static void takeOver(HttpServer http, LinkTls.Material files, Path certificate) {
    http.updateSSLOptions(files.server())
        .onComplete(
            done -> {
              if (done.failed()) {
                LOG.warn("the former certificates stay in use: {}", done.cause().toString());
              } else {
                LOG.info("took over the certificates of {}", certificate);
              }
            });
  }

  /** Returns the port that it listens on. */
  public int port() {
    HttpServer http = server;
    if (http == null) {
      throw new IllegalStateException("it does not listen");
    }
    return http.actualPort();
  }

  /** Ends all streams and stops listening. */
  @Override
  public void close() {
    CompletableFuture<Void> closed = new CompletableFuture<>();
    loop.runOnContext(
        v -> {
          loop.owner().cancelTimer(timer);
          streams.forEach(
              stream ->
                  stream.refuse(LinkNames.STATUS_UNAVAILABLE, "the receiver is closing", null));
          HttpServer http = server;
          if (http == null) {
            closed.complete(null);
          } else {
            http.close().onComplete(done -> closed.complete(null));
          }
        });
    try {
      await(closed);
    } catch (IllegalStateException e) {
      LOG.warn("{} was not closed: {}", host, e.getMessage());
    }
  }
}
