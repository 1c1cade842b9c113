package io.windsock.site.http.sse;

import io.micrometer.core.instrument.Counter;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.windsock.platform.http.WatchedTime;
import io.windsock.platform.telemetry.DelayHistogram;
import io.windsock.platform.telemetry.Metric;
import io.windsock.platform.telemetry.Metrics;
import io.windsock.site.event.Chunk;
import io.windsock.site.event.Mark;
import io.windsock.site.event.SseText;
import io.windsock.site.progress.Readiness;
import io.windsock.site.query.Filter;
import io.windsock.site.serve.ServedSite;
import io.windsock.site.serve.ServerConfig;
import io.windsock.site.serve.SitePosition;
import io.windsock.site.subscribe.Audience;
import io.windsock.site.subscribe.Delivery;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The clients of one event loop, by filter. Owned by that loop. */
final class Shard implements Audience {
  /** How often to call {@link #check}. */
  static final long CHECK_MS = 1000;

  private static final String NOT_READY = "the site is not ready";
  private static final List<String> STARTED_WITH = List.of("reset", "resume", "rows");

  private final int number;
  private final Context loop;
  private final ServedSite site;
  private final ServerConfig.Streams bounds;
  private final OutboxLimits limits;
  private final Metrics metrics;
  private final Counter sent;
  private final DelayHistogram initialState;
  private final DelayHistogram resumes;
  private final Map<String, Counter> started = new HashMap<>();
  private final Map<Filter, Set<Subscriber>> subscribers = new HashMap<>();
  private final WatchedTime time = new WatchedTime(System::nanoTime, CHECK_MS);
  private Mark position;
  private boolean old;

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
    resumes = metrics.delays(Metric.INITIAL_STATE, "resume");
    for (String with : STARTED_WITH) {
      started.put(with, metrics.counter(Metric.SSE_STARTED, with));
    }
  }

  @Override
  public int number() {
    return number;
  }

  Context loop() {
    return loop;
  }

  @Override
  public void execute(Runnable work) {
    loop.runOnContext(v -> work.run());
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

  @Override
  public void deliver(Delivery delivery) {
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
    for (Subscriber subscriber : List.copyOf(interested)) { // a disconnected one leaves the set
      subscriber.deliver(chunks);
    }
  }

  /**
   * Sends all clients the current position, or a warning that their data may be out of date. Those
   * that have yet to get their state hear that it is still to come.
   */
  void heartbeat() {
    if (subscribers.isEmpty()) {
      return;
    }
    forEach(Subscriber::stillWaits);
    Buffer stale = stale();
    if (stale != null) {
      forEach(subscriber -> subscriber.stale(stale));
      return;
    }
    Chunk heartbeat = SseText.heartbeatChunk(position);
    forEach(subscriber -> subscriber.heartbeat(heartbeat));
  }

  /** Disconnects clients that take no data. */
  void check() {
    long nowNs = time.look();
    forEach(subscriber -> subscriber.check(nowNs));
  }

  /** Runs {@code action} for each client. It may remove the client. */
  private void forEach(Consumer<Subscriber> action) {
    for (Set<Subscriber> some : List.copyOf(subscribers.values())) {
      List.copyOf(some).forEach(action);
    }
  }

  /**
   * Ends every stream while the site refuses clients, which should use another site. Notifies
   * clients immediately when their data starts or stops being old.
   */
  void checkReadiness() {
    Readiness readiness = site.readiness();
    boolean wasOld = old;
    old = readiness.service() == Readiness.Service.OLD;
    if (subscribers.isEmpty()) {
      return;
    }
    if (!readiness.serves()) {
      cutAll(NOT_READY, NOT_READY + ": " + readiness.detail());
    } else if (old != wasOld) {
      heartbeat();
    }
  }

  /** The warning that data may be out of date; null while the site is current. */
  @Nullable Buffer stale() {
    Readiness readiness = site.readiness();
    return readiness.service() == Readiness.Service.OLD
        ? SseText.stale(readiness.detail(), readiness.oldMs(System.currentTimeMillis()))
        : null;
  }

  @Override
  public void cutAll(String reason) {
    cutAll(reason, reason);
  }

  private void cutAll(String reason, String inWords) {
    forEach(subscriber -> subscriber.cut(reason, inWords));
  }

  void countCut(String reason) {
    metrics.counter(Metric.SSE_CUT, reason).increment();
  }

  /** Counts a stream that began with one of {@link #STARTED_WITH}. */
  void countStarted(String with) {
    Counter counter = started.get(with);
    if (counter == null) {
      throw new IllegalArgumentException("a stream begins with one of " + STARTED_WITH);
    }
    counter.increment();
  }

  /** Records that a client accepted at that time has received its initial state. */
  void countInitialState(boolean resumed, long acceptedNs) {
    (resumed ? resumes : initialState).recordSince(acceptedNs);
  }

  Buffer liveEvent(SitePosition at) {
    return SseText.live(site.name(), site.role().text(), at.text().toString());
  }
}
