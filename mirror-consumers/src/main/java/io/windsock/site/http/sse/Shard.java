package io.windsock.site.http.sse;

import io.micrometer.core.instrument.Counter;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.windsock.service.metrics.DelayHistogram;
import io.windsock.service.metrics.Metric;
import io.windsock.service.metrics.Metrics;
import io.windsock.site.http.api.ServedSite;
import io.windsock.site.http.api.ServerConfig;
import io.windsock.site.http.api.SitePosition;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The clients of one event loop, by filter. That loop owns it. */
final class Shard {
  private final int number;
  private final Context loop;
  private final ServedSite site;
  private final ServerConfig.Streams bounds;
  private final OutboxLimits limits;
  private final Metrics metrics;
  private final Counter sent;
  private final DelayHistogram initialState;
  private final Map<Filter, Set<Subscriber>> subscribers = new HashMap<>();
  private Mark position;

  Shard(
      int number,
      Context loop,
      ServedSite site,
      ServerConfig.Streams bounds,
      OutboxLimits limits,
      SitePosition start,
      Metrics metrics) {
    this.number = number;
    this.loop = loop;
    this.site = site;
    this.bounds = bounds;
    this.limits = limits;
    this.metrics = metrics;
    position = new Mark(start.batch(), start.text().toString(), 0);
    sent = metrics.counter(Metric.SSE_SENT);
    initialState = metrics.delays(Metric.INITIAL_STATE, "stream");
  }

  int number() {
    return number;
  }

  Context loop() {
    return loop;
  }

  ServerConfig.Streams bounds() {
    return bounds;
  }

  OutboxLimits limits() {
    return limits;
  }

  void add(Subscriber subscriber) {
    subscribers.computeIfAbsent(subscriber.filter(), f -> new LinkedHashSet<>()).add(subscriber);
  }

  void remove(Subscriber subscriber) {
    Set<Subscriber> others = subscribers.get(subscriber.filter());
    if (others != null && others.remove(subscriber) && others.isEmpty()) {
      subscribers.remove(subscriber.filter());
    }
  }

  /** A round has something for these clients, or only moves their position. */
  void deliver(Delivery delivery) {
    position = delivery.end();
    if (delivery.overrun()) {
      cutAll("the site fell behind");
      return;
    }
    delivery.chunks().forEach(this::deliver);
  }

  private void deliver(Filter filter, List<Chunk> chunks) {
    Set<Subscriber> interested = subscribers.get(filter);
    if (interested == null) {
      return;
    }
    int events = 0;
    for (Chunk chunk : chunks) {
      events += chunk.events().size();
    }
    sent.increment((double) events * interested.size());
    for (Subscriber subscriber : List.copyOf(interested)) { // one that is cut leaves the set
      subscriber.deliver(chunks);
    }
  }

  /** Tells all clients where they stand. */
  void heartbeat() {
    if (subscribers.isEmpty()) {
      return;
    }
    Chunk heartbeat = SseText.heartbeatChunk(position);
    for (Set<Subscriber> some : List.copyOf(subscribers.values())) {
      for (Subscriber subscriber : List.copyOf(some)) {
        subscriber.heartbeat(heartbeat);
      }
    }
  }

  /** Cuts clients that take nothing. */
  void check() {
    long nowMs = System.currentTimeMillis();
    for (Set<Subscriber> some : List.copyOf(subscribers.values())) {
      for (Subscriber subscriber : List.copyOf(some)) {
        subscriber.check(nowMs);
      }
    }
  }

  /** Cuts every client. */
  void cutAll(String reason) {
    for (Set<Subscriber> some : List.copyOf(subscribers.values())) {
      for (Subscriber subscriber : List.copyOf(some)) {
        subscriber.cut(reason);
      }
    }
  }

  void countCut(String reason) {
    metrics.counter(Metric.SSE_CUT, reason).increment();
  }

  /** A client that was accepted then has all of its initial state. */
  void countInitialState(long acceptedNs) {
    initialState.recordSince(acceptedNs);
  }

  Buffer liveEvent(SitePosition at) {
    return SseText.live(site.name(), site.role().text(), at.text().toString());
  }
}
