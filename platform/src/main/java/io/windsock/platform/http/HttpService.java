package io.windsock.platform.http;

import io.micrometer.core.instrument.Counter;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Context;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpServer;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.platform.net.EventLoops;
import io.windsock.platform.telemetry.Metric;
import io.windsock.platform.telemetry.Metrics;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An HTTP server whose event loops share one port. It decides who may connect and call; each loop's
 * {@link RequestHandler} answers. Any thread may call it.
 *
 * <pre>
 *  started: event loops ──listen──▶ serving ──close──▶ closed
 * </pre>
 */
public final class HttpService implements AutoCloseable {
  /** The number of event loops. */
  public static final int LOOPS = 2;

  /** The label of requests that match no route. */
  public static final String NO_ROUTE = "none";

  private static final Logger LOG = LoggerFactory.getLogger(HttpService.class);

  /** Vert.x's notation for any free port, shared by all servers with this number. */
  private static final int ANY_SHARED_PORT = -1;

  private static final long START_SECONDS = 30;

  private final HttpConfig config;
  private final Metrics metrics;
  private final Vertx vertx;
  private final List<Context> loops;
  private volatile String url = "";

  private HttpService(HttpConfig config, Metrics metrics) {
    this.config = config;
    this.metrics = metrics;
    vertx =
        Vertx.vertx(
            EventLoops.options(LOOPS)
                .setInternalBlockingPoolSize(1)
                .setFileSystemOptions(
                    new FileSystemOptions()
                        .setClassPathResolvingEnabled(false)
                        .setFileCachingEnabled(false)));
    loops = loops(vertx);
  }

  /**
   * Starts the event loops; {@link #listen} starts serving. Allows fewer connections than {@code
   * config} if the process may not open that many files.
   */
  public static HttpService start(HttpConfig config, Metrics metrics) {
    return new HttpService(within(config, FileLimit.now()), metrics);
  }

  private static HttpConfig within(HttpConfig config, FileLimit files) {
    ConnectionBounds bounds = config.connections().within(files.forConnections());
    if (bounds.max() < config.connections().max()) {
      LOG.info(
          "at most {} connections, not {}: this process may have {} files open (ulimit -n), has {},"
              + " and keeps {} for other uses",
          bounds.max(),
          config.connections().max(),
          files.max(),
          files.open(),
          files.kept());
    }
    return new HttpConfig(config.host(), config.port(), config.allowedHosts(), bounds);
  }

  private static List<Context> loops(Vertx vertx) {
    List<Context> loops = new CopyOnWriteArrayList<>();
    await(
        vertx.deployVerticle(
            () ->
                new AbstractVerticle() {
                  @Override
                  public void start() {
                    loops.add(context);
                  }
                },
            new DeploymentOptions().setInstances(LOOPS)));
    return loops;
  }

  /** Returns the event loops. */
  public List<Context> loops() {
    return List.copyOf(loops);
  }

  /** Runs {@code work} periodically until the service closes. */
  public void every(long ms, Runnable work) {
    vertx.setPeriodic(ms, id -> work.run());
  }

  /**
   * Starts serving. Call once.
   *
   * @param handlers returns the handler for the event loop with a given index in {@link #loops}
   * @throws ConfigurationException if it can't listen at the configured address; the message names
   *     the address and the reason
   */
  public void listen(AnswerPolicy policy, IntFunction<RequestHandler> handlers) {
    AtomicInteger open = new AtomicInteger();
    metrics.gauge(Metric.HTTP_CONNECTIONS, open, AtomicInteger::get);
    Counter refused = metrics.counter(Metric.HTTP_REFUSED, "connections");
    int port = config.port() == 0 ? ANY_SHARED_PORT : config.port();
    int bound = port;
    for (int i = 0; i < loops.size(); i++) {
      Context loop = loops.get(i);
      RequestHandler handler = handlers.apply(i);
      Connections connections =
          new Connections(config.connections(), open, refused, handler::disconnected);
      HttpLoop part = new HttpLoop(loop, policy, config, connections, handler);
      bound = listen(loop, part, port);
      // A timer set on the loop ends with the loop; one set from another thread would outlive it at
      // close.
      loop.runOnContext(v -> vertx.setPeriodic(Connections.LOOK_MS, id -> connections.closeIdle()));
    }
    url = "http://" + shownHost() + ":" + bound;
  }

  private int listen(Context loop, HttpLoop part, int port) {
    Promise<HttpServer> listening = Promise.promise();
    loop.runOnContext(v -> part.listen(port).onComplete(listening));
    try {
      return await(listening.future()).actualPort();
    } catch (IllegalStateException e) {
      throw ConfigurationException.of(
          "http " + config.host() + ":" + port,
          "can't listen there (" + e.getMessage() + "); name another port, or 0 for any");
    }
  }

  private String shownHost() {
    String host = config.host();
    return host.indexOf(':') >= 0 ? "[" + host + "]" : host;
  }

  private static <T> T await(Future<T> future) {
    try {
      return future.toCompletionStage().toCompletableFuture().get(START_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new IllegalStateException(String.valueOf(e.getCause()), e);
    } catch (TimeoutException e) {
      throw new IllegalStateException("not within " + START_SECONDS + " s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** Returns the base URL, such as {@code http://127.0.0.1:8080}; empty before it serves. */
  public String url() {
    return url;
  }

  /** Returns the port it listens on. */
  public int port() {
    return Integer.parseInt(url.substring(url.lastIndexOf(':') + 1));
  }

  /** Stops listening and closes every connection. */
  @Override
  public void close() {
    try {
      await(vertx.close());
    } catch (IllegalStateException e) {
      LOG.warn("{}: the HTTP server did not close in order", url, e);
    }
  }
}
