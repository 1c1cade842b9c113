package io.windsock.site.http.sse;

import io.vertx.core.Context;
import io.windsock.platform.http.Workers;
import io.windsock.platform.telemetry.Metric;
import io.windsock.platform.telemetry.Metrics;
import io.windsock.site.query.ViewCache;
import io.windsock.site.serve.CurrentPosition;
import io.windsock.site.serve.ServedSite;
import io.windsock.site.serve.ServerConfig;
import io.windsock.site.serve.SitePosition;
import io.windsock.site.subscribe.Hub;
import io.windsock.site.update.UpdateBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** All SSE streams of a site. */
public final class Streams implements AutoCloseable {

  /** The time between two checks of the site's readiness, ms. */
  private static final long READINESS_MS = 200;

  private static final long CLOSE_SECONDS = 5;

  private final List<Shard> shards = new ArrayList<>();
  private final List<SseEndpoint> endpoints = new ArrayList<>();
  private final AtomicInteger clients = new AtomicInteger();
  private final Hub hub;

  /**
   * Creates the streams of a site.
   *
   * @param loops the event loops that have connections
   * @param position the site's position as visible to clients
   */
  public Streams(
      ServedSite site,
      ServerConfig config,
      Workers workers,
      ViewCache views,
      CurrentPosition position,
      List<Context> loops,
      Metrics metrics) {
    OutboxLimits limits = new OutboxLimits(config.streams(), metrics);
    metrics.gauge(Metric.SSE_CLIENTS, clients, AtomicInteger::get);
    SitePosition start = position.get();
    for (Context loop : loops) {
      shards.add(new Shard(shards.size(), loop, site, config.streams(), limits, start, metrics));
    }
    hub = new Hub(site, shards, start, metrics);
    StateReader reader =
        new StateReader(site, workers, views, position, config.streams().partBytes());
    for (Shard shard : shards) {
      endpoints.add(new SseEndpoint(config, shard, hub, reader, clients, metrics));
      tick(shard, config.streams().heartbeat().toMillis());
    }
  }

  /** Starts the hub. Call it before the first batch that clients should see. */
  public void start() {
    hub.start();
  }

  /** Starts the shard's timers on its own loop, so that they end with the loop. */
  private static void tick(Shard shard, long heartbeatMs) {
    Context loop = shard.loop();
    loop.runOnContext(
        v -> {
          loop.owner().setPeriodic(Shard.CHECK_MS, id -> shard.check());
          loop.owner().setPeriodic(READINESS_MS, id -> shard.checkReadiness());
          loop.owner().setPeriodic(heartbeatMs, id -> shard.heartbeat());
        });
  }

  /** The endpoint of event loop number {@code loop}. */
  public SseEndpoint endpoint(int loop) {
    return endpoints.get(loop);
  }

  /** The number of clients that follow updates. Any thread. */
  public int clients() {
    return clients.get();
  }

  /** Whether any client needs the changes of batches. Any thread. */
  public boolean interested() {
    return hub.interested();
  }

  /** Accepts a batch that is in the state. Apply thread. */
  public void applied(UpdateBatch batch) {
    hub.applied(batch);
  }

  /** Ends every stream with a message and stops the hub. */
  @Override
  public void close() {
    hub.close();
    CountDownLatch cut = new CountDownLatch(shards.size());
    for (Shard shard : shards) {
      shard
          .loop()
          .runOnContext(
              v -> {
                shard.checkReadiness(); // the site may be closing because it can't serve
                shard.cutAll("the site stops");
                cut.countDown();
              });
    }
    try {
      if (!cut.await(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        Thread.onSpinWait(); // closing the server closes the connections in any case
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
