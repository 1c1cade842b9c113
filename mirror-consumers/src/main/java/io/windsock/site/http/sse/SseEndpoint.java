package io.windsock.site.http.sse;

import io.micrometer.core.instrument.Counter;
import io.vertx.core.Context;
import io.windsock.contracts.position.Token;
import io.windsock.ede.EdeDefinition;
import io.windsock.ede.ViewDefinition;
import io.windsock.platform.http.Exchange;
import io.windsock.platform.http.message.MediaType;
import io.windsock.platform.http.message.Refusal;
import io.windsock.platform.http.message.Target;
import io.windsock.platform.telemetry.Metric;
import io.windsock.platform.telemetry.Metrics;
import io.windsock.site.http.api.CurrentPosition;
import io.windsock.site.http.api.ServedSite;
import io.windsock.site.http.api.ServerConfig;
import io.windsock.site.http.views.ViewRequest;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** {@code GET /v1/subscribe} and {@code GET /v1/updates}. One event loop owns it. */
public final class SseEndpoint {
  private static final String TYPE = "text/event-stream";
  private static final int BEHIND_SECONDS = 1;
  private static final int FULL_SECONDS = 5;

  private final ServedSite site;
  private final ServerConfig config;
  private final Shard shard;
  private final Hub hub;
  private final StateReader reader;
  private final CurrentPosition position;
  private final AtomicInteger clients;
  private final Counter behind;
  private final Counter refused;

  SseEndpoint(
      ServedSite site,
      ServerConfig config,
      Shard shard,
      Hub hub,
      StateReader reader,
      CurrentPosition position,
      AtomicInteger clients,
      Metrics metrics) {
    this.site = site;
    this.config = config;
    this.shard = shard;
    this.hub = hub;
    this.reader = reader;
    this.position = position;
    this.clients = clients;
    behind = metrics.counter(Metric.SSE_BEHIND);
    refused = metrics.counter(Metric.HTTP_REFUSED, "streams");
  }

  /** Initial state, then updates; from a token, what has changed since, then updates. */
  public void subscribe(Exchange exchange, Target target) {
    Filter filter = filter(target, false);
    start(exchange, filter, token(exchange, target));
  }

  /** Updates from a token. */
  public void updates(Exchange exchange, Target target) {
    Filter filter = filter(target, true);
    Token after = token(exchange, target);
    if (after == null) {
      throw Refusal.bad(
          "/v1/updates needs a position",
          "add after=TOKEN from a Windsock-Token header or an event's id, or use /v1/subscribe");
    }
    start(exchange, filter, after);
  }

  private Filter filter(Target target, boolean allByDefault) {
    EdeDefinition ede = site.definition();
    String key = target.parameter("key");
    String name = target.parameter("view");
    if (key != null) {
      target.allow(Set.of("key", "after"));
      return Filter.ofKey(
          wholeView(ede), ViewRequest.text("the key", key, config.views().maxKeyBytes()));
    }
    if (name == null && !allByDefault) {
      throw Refusal.bad("no view and no key to subscribe to", "add view=… or key=…");
    }
    int view = name == null ? wholeView(ede) : ViewRequest.number(name, ede);
    ViewDefinition definition = ede.views().get(view);
    target.allow(ViewRequest.parameters(definition, Set.of("view", "after")));
    return Filter.ofView(view, ViewRequest.group(definition, target, config));
  }

  /** The first view without a parameter: the rows of a key, and of everything, are its rows. */
  private static int wholeView(EdeDefinition ede) {
    List<ViewDefinition> views = ede.views();
    for (int view = 0; view < views.size(); view++) {
      if (views.get(view).parameter() == null) {
        return view;
      }
    }
    throw Refusal.bad("this domain has no view without a parameter", "add view=…, one of " + views);
  }

  private static @Nullable Token token(Exchange exchange, Target target) {
    // A browser that reconnects repeats the first request, and tells in the header where it is now.
    String last = exchange.header("Last-Event-ID");
    String text = last == null || last.isEmpty() ? target.parameter("after") : last;
    if (text == null) {
      return null;
    }
    try {
      return Token.parse(text);
    } catch (IllegalArgumentException e) {
      throw Refusal.bad(
          Refusal.shown(text) + " is not a token", "take it from an event's id as it stands");
    }
  }

  private void start(Exchange exchange, Filter filter, @Nullable Token after) {
    if (!MediaType.accepts(exchange.header("Accept"), TYPE)) {
      throw Refusal.of(406, "this path streams events", "accept " + TYPE);
    }
    Token now = position.get().token();
    if (after == null) {
      open(exchange, filter, "new", null);
    } else if (after.epoch() != now.epoch()) {
      open(exchange, filter, "the position is of another topic or an earlier life of it", null);
    } else if (after.partitions() != now.partitions()) {
      open(exchange, filter, "the topic has another number of partitions", null);
    } else if (now.covers(after)) {
      open(exchange, filter, "", after);
    } else {
      await(exchange, filter, after);
    }
  }

  private void await(Exchange exchange, Filter filter, Token after) {
    Context loop = exchange.loop();
    boolean[] over = {false};
    long[] timer = {0};
    Runnable reached =
        () -> {
          if (!over[0]) {
            over[0] = true;
            loop.owner().cancelTimer(timer[0]);
            exchange.attempt(() -> open(exchange, filter, "", after));
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
                    behind.increment();
                    exchange.refuse(
                        Refusal.unavailable(
                            "the site is behind the position",
                            "ask another site, or come back",
                            BEHIND_SECONDS));
                  }
                });
    hub.whenReached(after, loop, reached);
  }

  /** Begins the stream, with full state where there is no token to go on from. */
  private void open(Exchange exchange, Filter filter, String reason, @Nullable Token after) {
    if (exchange.over()) {
      return;
    }
    if (clients.incrementAndGet() > config.streams().maxClients()) {
      clients.decrementAndGet();
      refused.increment();
      throw Refusal.unavailable(
          "the site has all the streams it may have: " + config.streams().maxClients(),
          "ask another site, or come back",
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
    hub.register(
        filter,
        shard,
        () -> {
          if (after == null) {
            subscriber.reset(reason);
          } else {
            subscriber.resume(after);
          }
        });
  }
}
