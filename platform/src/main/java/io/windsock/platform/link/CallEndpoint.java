package io.windsock.platform.link;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.windsock.contracts.query.Question;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The streams of calls that arrive on one event loop, which owns it. A connection that has no
 * stream for a while is closed, whatever else is sent on it.
 */
final class CallEndpoint {
  private static final int MAX_STREAMS_OF_CONNECTION = 16;
  private static final int MAX_HEADER_BYTES = 8 << 10;
  private static final int UNKNOWN_TYPE = 415;
  private static final int UPGRADE_REQUIRED = 426;

  /** How many silences a connection may be without a stream. */
  private static final int IDLE_SILENCES = 2;

  /** Connections for each stream that is accepted: clients open them before they open streams. */
  private static final int CONNECTIONS_PER_STREAM = 2;

  private final Context loop;
  private final LinkBounds bounds;
  private final CallHandler handler;
  private final Map<AnswerStream, HttpConnection> streams = new LinkedHashMap<>();

  /** The connections, and when each of them had a stream last, in terms of System.nanoTime. */
  private final IdentityHashMap<HttpConnection, Long> connections = new IdentityHashMap<>();

  private boolean closed;

  CallEndpoint(Context loop, LinkBounds bounds, CallHandler handler) {
    this.loop = loop;
    this.bounds = bounds;
    this.handler = handler;
  }

  /** Listens on {@code port}, which the event loops of one Vert.x share. Must run on the loop. */
  Future<HttpServer> listen(String host, int port) {
    loop.owner().setPeriodic(bounds.tickMs(), id -> tick(System.nanoTime()));
    return loop.owner()
        .createHttpServer(options())
        .connectionHandler(this::connected)
        .requestHandler(this::handle)
        .exceptionHandler(e -> {}) // connections that failed before they were established
        .listen(port, host);
  }

  private HttpServerOptions options() {
    return new HttpServerOptions()
        .setTcpNoDelay(true)
        .setMaxHeaderSize(MAX_HEADER_BYTES)
        .setHttp2ClearTextEnabled(true)
        .setHttp2ConnectionWindowSize(LinkClient.WINDOW_BYTES)
        .setInitialSettings(
            new Http2Settings()
                .setMaxConcurrentStreams(MAX_STREAMS_OF_CONNECTION)
                .setInitialWindowSize(LinkClient.WINDOW_BYTES)
                .setMaxFrameSize(LinkClient.FRAME_BYTES)
                .setMaxHeaderListSize(MAX_HEADER_BYTES))
        // Also ends connections on which nothing ever arrives, or no whole preface.
        .setIdleTimeoutUnit(TimeUnit.MILLISECONDS)
        .setReadIdleTimeout((int) (2 * bounds.silence().toMillis()));
  }

  private void connected(HttpConnection connection) {
    if (closed || connections.size() >= CONNECTIONS_PER_STREAM * bounds.maxStreams()) {
      var unused = connection.close();
      return;
    }
    connections.put(connection, System.nanoTime());
    connection.closeHandler(v -> connections.remove(connection));
  }

  private void handle(HttpServerRequest request) {
    HttpServerResponse response = request.response();
    if (request.version() != HttpVersion.HTTP_2) {
      response.putHeader("connection", "close").setStatusCode(UPGRADE_REQUIRED);
      var unused = response.end("this port takes HTTP/2 with prior knowledge alone\n");
      return;
    }
    String type = request.getHeader("content-type");
    if (type == null || !type.startsWith(LinkNames.CONTENT_TYPE)) {
      var unused = response.setStatusCode(UNKNOWN_TYPE).end();
      return;
    }
    Question.Kind kind = kind(request);
    if (kind == null) {
      refuse(response, LinkNames.STATUS_UNIMPLEMENTED, "there is no " + request.path());
    } else if (closed || streams.size() >= bounds.maxStreams()) {
      String reason = closed ? "the server is closing" : "it has " + streams.size() + " streams";
      refuse(response, LinkNames.STATUS_RESOURCE_EXHAUSTED, reason);
    } else {
      accept(kind, request, response);
    }
  }

  private static Question.@Nullable Kind kind(HttpServerRequest request) {
    return request.method().equals(HttpMethod.POST) ? LinkNames.kind(request.path()) : null;
  }

  private static void refuse(HttpServerResponse response, String status, String reason) {
    response
        .putHeader("content-type", LinkNames.CONTENT_TYPE)
        .putHeader(LinkNames.STATUS, status)
        .putHeader(LinkNames.MESSAGE, LinkNames.escaped(reason));
    var unused = response.end();
  }

  private void accept(Question.Kind kind, HttpServerRequest request, HttpServerResponse response) {
    AnswerStream stream = new AnswerStream(loop, kind, response, handler, bounds);
    streams.put(stream, request.connection());
    request.exceptionHandler(e -> ended(stream));
    response.exceptionHandler(e -> ended(stream));
    response.closeHandler(v -> ended(stream));
    request.endHandler(
        v -> {
          stream.finished();
          ended(stream);
        });
    request.handler(stream::read);
    response.putHeader("content-type", LinkNames.CONTENT_TYPE);
    response.setChunked(true);
    stream.start();
  }

  private void ended(AnswerStream stream) {
    streams.remove(stream);
    stream.ended();
  }

  private void tick(long nowNs) {
    long silenceNs = bounds.silence().toNanos();
    for (AnswerStream stream : List.copyOf(streams.keySet())) {
      stream.tick(nowNs, silenceNs);
      if (!stream.isOpen()) {
        streams.remove(stream);
      }
    }
    streams.values().forEach(connection -> connections.replace(connection, nowNs));
    closeIdle(nowNs, IDLE_SILENCES * silenceNs);
  }

  private void closeIdle(long nowNs, long mostNs) {
    List<HttpConnection> idle = new ArrayList<>();
    connections.forEach(
        (connection, atNs) -> {
          if (nowNs - atNs > mostNs) {
            idle.add(connection);
          }
        });
    for (HttpConnection connection : idle) {
      connections.remove(connection);
      var unused = connection.close();
    }
  }

  /** Ends all streams, and accepts no more. Must run on the loop. */
  void close() {
    closed = true;
    for (AnswerStream stream : List.copyOf(streams.keySet())) {
      stream.close("the server is closing");
    }
    streams.clear();
  }
}
