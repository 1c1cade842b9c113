package io.windsock.site.http;

import io.micrometer.core.instrument.Counter;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Context;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpServer;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.site.apply.UpdateBatch;
import io.windsock.site.apply.UpdateListener;
import io.windsock.site.http.api.CurrentPosition;
import io.windsock.site.http.api.Front;
import io.windsock.site.http.api.Origins;
import io.windsock.site.http.api.ServedSite;
import io.windsock.site.http.api.ServerConfig;
import io.windsock.site.http.api.SitePosition;
import io.windsock.site.http.api.Workers;
import io.windsock.site.http.sse.Streams;
import io.windsock.site.http.views.ViewCache;
import io.windsock.site.http.views.ViewEndpoint;
import io.windsock.site.metrics.Metric;
import io.windsock.site.metrics.SiteMetrics;
import io.windsock.site.state.SiteSnapshot;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A site's HTTP server. Any thread may call it; batches come from the apply thread.
 *
 * <p>A batch first drops the views that it changed, then becomes the position that clients see,
 * then goes to the hub: so nothing that is found in the cache is older than the position beside it.
 */
public final class SiteServer implements UpdateListener, AutoCloseable {
  /** Event loops. */
  public static final int LOOPS = 2;

  private static final Logger LOG = LoggerFactory.getLogger(SiteServer.class);

  /** To Vert.x: any free port, the same for all servers that name this number. */
  private static final int ANY_SHARED_PORT = -1;

  private static final long START_SECONDS = 30;
  private static final long TICK_MS = 1000;

  private final ServedSite site;
  private final ServerConfig config;
  private final Vertx vertx;
  private final Workers workers;
  private final ViewCache views;
  private final CurrentPosition position;
  private final Streams streams;
  private final AtomicBoolean closing = new AtomicBoolean();
  private volatile String url = "";

  private SiteServer(ServedSite site, ServerConfig config, SiteMetrics metrics) {
    this.site = site;
    this.config = config;
    vertx =
        Vertx.vertx(
            new VertxOptions()
                .setEventLoopPoolSize(LOOPS)
                .setWorkerPoolSize(1)
                .setInternalBlockingPoolSize(1)
                .setFileSystemOptions(
                    new FileSystemOptions()
                        .setClassPathResolvingEnabled(false)
                        .setFileCachingEnabled(false)));
    workers = new Workers(site, config.views());
    views = new ViewCache(site, workers, config.views(), metrics);
    position = new CurrentPosition(read(site));
    List<Context> loops = loops(vertx);
    streams = new Streams(site, config, workers, views, position, loops, metrics);
    Front front = new Front(new Origins(this::url, site::peers), metrics);
    listen(loops, front, metrics);
  }

  /**
   * Starts serving {@code site}. Add it to the site's listeners with {@link #follow}.
   *
   * @throws ConfigurationException if it can't listen where it is told to; the message names the
   *     address and the reason
   */
  public static SiteServer start(ServedSite site, ServerConfig config, SiteMetrics metrics) {
    return new SiteServer(site, config, metrics);
  }

  private static SitePosition read(ServedSite site) {
    try (SiteSnapshot snapshot = site.snapshot()) {
      return new SitePosition(snapshot.batch(), snapshot.token());
    }
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

  private void listen(List<Context> loops, Front front, SiteMetrics metrics) {
    metrics.histogram(Metric.UPDATE_DELAY, site.updateDelay()::distribution);
    metrics.gauge(Metric.SITE_READY, site, s -> s.readiness().ready() ? 1 : 0);
    AtomicInteger open = new AtomicInteger();
    metrics.gauge(Metric.HTTP_CONNECTIONS, open, AtomicInteger::get);
    Counter refused = metrics.counter(Metric.HTTP_REFUSED, "connections");
    StateEndpoint states = new StateEndpoint(site, workers);
    SiteEndpoint self = new SiteEndpoint(site, front, workers, position, metrics);
    StaticFiles files = new StaticFiles(workers, front);
    int port = config.port() == 0 ? ANY_SHARED_PORT : config.port();
    int bound = port;
    for (int i = 0; i < loops.size(); i++) {
      Context loop = loops.get(i);
      Connections connections = new Connections(config.connections(), open, refused);
      ViewEndpoint viewEndpoint = new ViewEndpoint(site, front, views, position, config);
      Dispatcher dispatcher =
          new Dispatcher(
              site, front, config, viewEndpoint, streams.endpoint(i), states, self, files);
      HttpLoop part = new HttpLoop(loop, front, config, connections, viewEndpoint, dispatcher);
      bound = listen(loop, part, port);
      // A timer set on the loop ends with it; handed over by another it would outlive it at close.
      loop.runOnContext(v -> vertx.setPeriodic(TICK_MS, id -> connections.closeIdle()));
    }
    url = "http://" + shownHost() + ":" + bound;
    vertx.setPeriodic(config.views().unused().toMillis() / 2 + 1, id -> views.dropUnused());
    LOG.info("{} ({}): serving at {}", site.name(), site.role().text(), url);
  }

  private int listen(Context loop, HttpLoop part, int port) {
    Promise<HttpServer> listening = Promise.promise();
    loop.runOnContext(v -> part.listen(port).onComplete(listening));
    try {
      return await(listening.future()).actualPort();
    } catch (IllegalStateException e) {
      close();
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

  /** Where it is served: {@code http://127.0.0.1:8080}. */
  public String url() {
    return url;
  }

  /** The port it listens on. */
  public int port() {
    return Integer.parseInt(url.substring(url.lastIndexOf(':') + 1));
  }

  /** Looks where the site stands; for the moment after it was added to the site's listeners. */
  public void follow() {
    position.reached(read(site));
  }

  @Override
  public boolean wantsUpdates() {
    return views.inUse() || streams.interested();
  }

  @Override
  public void applied(UpdateBatch batch) {
    views.applied(batch);
    position.reached(new SitePosition(batch.number(), batch.token()));
    streams.applied(batch);
  }

  /** Ends every stream, stops listening, and waits for reads of the state to end. */
  @Override
  public void close() {
    if (!closing.compareAndSet(false, true)) {
      return;
    }
    streams.close();
    try {
      await(vertx.close());
    } catch (IllegalStateException e) {
      LOG.warn("{}: the HTTP server did not close in order", site.name(), e);
    }
    workers.close();
  }
}
