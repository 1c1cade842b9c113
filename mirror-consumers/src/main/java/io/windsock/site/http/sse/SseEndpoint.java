package io.windsock.site.http.sse;

import io.micrometer.core.instrument.Counter;
import io.vertx.core.Context;
import io.windsock.platform.http.Exchange;
import io.windsock.platform.http.message.MediaType;
import io.windsock.platform.http.message.Refusal;
import io.windsock.platform.telemetry.Metric;
import io.windsock.platform.telemetry.Metrics;
import io.windsock.site.query.Filter;
import io.windsock.site.query.FollowStart;
import io.windsock.site.serve.ServerConfig;
import io.windsock.site.subscribe.Hub;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** {@code GET /v1/subscribe} and {@code GET /v1/updates}. Owned by one event loop. */
public final class SseEndpoint {
  private static final String TYPE = "text/event-stream";
  private static final int BEHIND_SECONDS = 1;
  private static final int FULL_SECONDS = 5;

  private final ServerConfig config;
  private final Shard shard;
  private final Hub hub;
  private final StateReader reader;
  private final AtomicInteger clients;
  private final Counter refusedBehind;
  private final Counter refused;

  SseEndpoint(
      ServerConfig config,
      Shard shard,
      Hub hub,
      StateReader reader,
      AtomicInteger clients,
      Metrics metrics) {
    this.config = config;
    this.shard = shard;
    this.hub = hub;
    this.reader = reader;
    this.clients = clients;
    refusedBehind = metrics.counter(Metric.SSE_BEHIND);
    refused = metrics.counter(Metric.HTTP_REFUSED, "streams");
  }

  /** Serves a client that follows updates. */
  public void serve(Exchange exchange, FollowStart.From start) {
    if (!MediaType.accepts(exchange.header("Accept"), TYPE)) {
      throw Refusal.of(406, "this path streams events", "accept " + TYPE);
    }
    if (start instanceof FollowStart.Reset reset) {
      open(exchange, reset.filter(), subscriber -> subscriber.reset(reset.reason()));
    } else if (start instanceof FollowStart.Resume resume) {
      open(exchange, resume.filter(), subscriber -> subscriber.resume(resume.since()));
    } else if (start instanceof FollowStart.Behind behind) {
      await(exchange, behind);
    }
  }

  private void await(Exchange exchange, FollowStart.Behind behind) {
    Context loop = exchange.loop();
    boolean[] over = {false};
    long[] timer = {0};
    Runnable reached =
        () -> {
          if (!over[0]) {
            over[0] = true;
            loop.owner().cancelTimer(timer[0]);
            exchange.attempt(
                () ->
                    open(
                        exchange,
                        behind.filter(),
                        subscriber -> subscriber.resume(behind.since())));
          }
        };
    timer[0] =
        loop.owner()
            .setTimer(
                config.streams().patience().toMillis(),
                id -> {
                  if (!over[0]) {
                    over[0] = true;
                    hub.forget(reached);
                    refusedBehind.increment();
                    exchange.refuse(
                        Refusal.unavailable(
                            "the site is behind the position",
                            "ask another site, or try again later",
                            BEHIND_SECONDS));
                  }
                });
    hub.whenReached(behind.until(), shard, reached);
  }

  /**
   * Opens a stream.
   *
   * @param begin called once the hub delivers to the subscriber
   */
  private void open(Exchange exchange, Filter filter, Consumer<Subscriber> begin) {
    if (exchange.over()) {
      return;
    }
    if (clients.incrementAndGet() > config.streams().maxClients()) {
      clients.decrementAndGet();
      refused.increment();
      throw Refusal.unavailable(
          "the site has all the streams it may have: " + config.streams().maxClients(),
          "ask another site, or try again later",
          FULL_SECONDS);
    }
    Subscriber subscriber =
        new Subscriber(
            shard,
            filter,
            exchange,
            reader,
            () -> {
              clients.decrementAndGet();
              hub.unregister(filter, shard);
            });
    shard.add(subscriber);
    hub.register(filter, shard, () -> begin.accept(subscriber));
  }
}
