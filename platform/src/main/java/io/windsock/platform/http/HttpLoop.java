package io.windsock.platform.http;

import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.windsock.platform.http.message.Refusal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The part of the server that runs on one event loop, which owns it. */
final class HttpLoop {
  private static final int BUSY_SECONDS = 1;

  private final Context loop;
  private final AnswerPolicy policy;
  private final HttpConfig config;
  private final Hosts hosts;
  private final Connections connections;
  private final RequestHandler requests;

  HttpLoop(
      Context loop,
      AnswerPolicy policy,
      HttpConfig config,
      Connections connections,
      RequestHandler requests) {
    this.loop = loop;
    this.policy = policy;
    this.config = config;
    hosts = new Hosts(config.host(), config.allowedHosts(), policy);
    this.connections = connections;
    this.requests = requests;
  }

  /** Listens on {@code port}, which the event loops of one Vert.x share. Must run on the loop. */
  Future<HttpServer> listen(int port) {
    return loop.owner()
        .createHttpServer(options())
        .connectionHandler(connections::opened)
        .requestHandler(this::handle)
        .invalidRequestHandler(this::invalid)
        .exceptionHandler(e -> {}) // connections that failed before they were established
        .listen(port, config.host());
  }

  private HttpServerOptions options() {
    return new HttpServerOptions()
        .setTcpNoDelay(true)
        .setSendBufferSize(config.connections().sendBufferBytes())
        .setMaxInitialLineLength(config.connections().maxUriBytes())
        .setMaxHeaderSize(config.connections().maxHeaderBytes())
        .setHandle100ContinueAutomatically(false)
        .setHttp2ClearTextEnabled(false)
        .setRegisterWebSocketWriteHandlers(false);
  }

  private void handle(HttpServerRequest request) {
    Connections.State connection = connections.requested(request.connection());
    if (AnswerPolicy.hasBody(request.headers())) {
      request.end().onSuccess(v -> Connections.arrived(connection));
    } else {
      Connections.arrived(connection);
    }
    boolean tooMany = connection != null && connection.tooMany();
    if (tooMany && !isProbe(request)) {
      tooMany(request);
      return;
    }
    if (!hasAllowedHost(request)) {
      if (tooMany) {
        request.connection().close();
      }
      return;
    }
    if (requests.serveKnown(request)) {
      policy.answeredAtOnce();
      if (!request.response().ended()) { // a long answer, which its client has yet to read
        busy(request, connection, tooMany);
      }
      return;
    }
    busy(request, connection, tooMany);
    requests.handle(loop, request);
  }

  /** Counts the connection as busy until the answer to {@code request} ends. */
  private void busy(
      HttpServerRequest request, Connections.@Nullable State connection, boolean tooMany) {
    Connections.busy(connection);
    request
        .response()
        .endHandler(
            v -> {
              connections.idle(connection);
              if (tooMany) {
                request.connection().close();
              }
            });
  }

  /** Checks that the request names exactly one allowed host, and refuses it otherwise. */
  private boolean hasAllowedHost(HttpServerRequest request) {
    List<String> named = request.headers().getAll(HttpHeaders.HOST);
    String host = named.isEmpty() ? null : named.get(0);
    boolean one = named.size() == 1 || (host == null && request.version() == HttpVersion.HTTP_1_0);
    if (one && hosts.allows(host)) {
      return true;
    }
    new Exchange(policy, loop, HttpService.NO_ROUTE, request)
        .refuse(one ? hosts.refusal(host) : Hosts.notOne(named.size()));
    if (!one) {
      request.connection().close();
    }
    return false;
  }

  /**
   * Whether the request asks how the process does. That is answered beyond the maximum, too: a
   * process that clients fill is alive, and must not be ended for it.
   */
  private static boolean isProbe(HttpServerRequest request) {
    String target = request.uri();
    return target.startsWith("/health/") || target.equals("/metrics");
  }

  private void tooMany(HttpServerRequest request) {
    new Exchange(policy, loop, HttpService.NO_ROUTE, request)
        .refuse(
            Refusal.unavailable(
                "the "
                    + policy.noun()
                    + " has all the connections it may have: "
                    + config.connections().max(),
                "ask another " + policy.noun() + ", or try again later",
                BUSY_SECONDS));
    request.connection().close();
  }

  /** Answers data that can't be parsed as a request. */
  private void invalid(HttpServerRequest request) {
    Throwable cause = request.decoderResult().cause();
    Refusal refusal;
    if (cause instanceof TooLongHttpLineException) {
      refusal =
          Refusal.last(
              414,
              "the request line is longer than " + config.connections().maxUriBytes() + " bytes",
              "shorten the path or the query");
    } else if (cause instanceof TooLongHttpHeaderException) {
      refusal =
          Refusal.last(
              431,
              "the headers are longer than " + config.connections().maxHeaderBytes() + " bytes",
              "leave out cookies and other headers that are not needed");
    } else {
      refusal = Refusal.last(400, "this is not an HTTP request", "send HTTP/1.1");
    }
    new Exchange(policy, loop, HttpService.NO_ROUTE, request).refuse(refusal);
    request.connection().close();
  }
}
