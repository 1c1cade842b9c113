package io.windsock.platform.link;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpServer;
import io.windsock.contracts.config.ConfigurationException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server of calls whose event loops share one port. It has a port of its own rather than that of
 * {@link io.windsock.platform.http.HttpService}: a port that also takes HTTP/2 accounts for a
 * connection only once its first bytes have arrived, so the bounds on HTTP connections would not
 * hold. Any thread but an event loop may call it, because it waits for them.
 */
public final class LinkServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LinkServer.class);

  /** Vert.x's notation for any free port, shared by all servers with this number. */
  private static final int ANY_SHARED_PORT = -2;

  private static final long WAIT_SECONDS = 10;

  private final List<Context> loops;
  private final List<CallEndpoint> endpoints = new ArrayList<>();
  private final List<HttpServer> servers = new ArrayList<>();
  private final String host;
  private int port;

  private LinkServer(List<Context> loops, String host) {
    this.loops = List.copyOf(loops);
    this.host = host;
  }

  /**
   * Starts serving.
   *
   * @param loops event loops of one Vert.x, which outlives the server
   * @param port the port; 0 for any free port
   * @param handlers returns the handler for the event loop with a given index in {@code loops}
   * @throws ConfigurationException if it can't listen there; the message names the address and the
   *     reason
   */
  public static LinkServer start(
      List<Context> loops,
      String host,
      int port,
      LinkBounds bounds,
      IntFunction<CallHandler> handlers) {
    LinkServer server = new LinkServer(loops, host);
    try {
      for (int i = 0; i < loops.size(); i++) {
        server.listen(
            loops.get(i), new CallEndpoint(loops.get(i), bounds, handlers.apply(i)), port);
      }
    } catch (ConfigurationException e) {
      server.close();
      throw e;
    }
    return server;
  }

  private void listen(Context loop, CallEndpoint endpoint, int wanted) {
    int shared = wanted == 0 ? ANY_SHARED_PORT : wanted;
    Promise<HttpServer> listening = Promise.promise();
    loop.runOnContext(v -> endpoint.listen(host, shared).onComplete(listening));
    try {
      HttpServer http = await(listening.future());
      endpoints.add(endpoint);
      servers.add(http);
      port = http.actualPort();
    } catch (IllegalStateException e) {
      throw ConfigurationException.of(
          "link " + host + ":" + wanted,
          "can't listen there (" + e.getMessage() + "); name another port, or 0 for any");
    }
  }

  private static <T> T await(Future<T> future) {
    try {
      return future.toCompletionStage().toCompletableFuture().get(WAIT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new IllegalStateException(String.valueOf(e.getCause()), e);
    } catch (TimeoutException e) {
      throw new IllegalStateException("no result after " + WAIT_SECONDS + " s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** Returns the port that it listens on. */
  public int port() {
    return port;
  }

  /** Returns the base URL of the address that it is bound to. */
  public String url() {
    return "http://" + (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }

  /** Ends all streams and stops listening. */
  @Override
  public void close() {
    try {
      for (int i = 0; i < endpoints.size(); i++) {
        CallEndpoint endpoint = endpoints.get(i);
        Promise<Void> closed = Promise.promise();
        loops
            .get(i)
            .runOnContext(
                v -> {
                  endpoint.close();
                  closed.complete();
                });
        await(closed.future());
      }
      for (HttpServer server : servers) {
        await(server.close());
      }
    } catch (IllegalStateException e) {
      LOG.warn("links at {} were not closed: {}", url(), e.getMessage());
    }
    endpoints.clear();
    servers.clear();
  }
}
