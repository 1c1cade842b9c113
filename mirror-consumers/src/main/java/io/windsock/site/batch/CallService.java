package io.windsock.site.batch;

import io.vertx.core.Context;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.position.Token;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question;
import io.windsock.contracts.query.Responder;
import io.windsock.platform.http.Workers;
import io.windsock.platform.http.message.Refusal;
import io.windsock.platform.link.AnswerStream;
import io.windsock.platform.link.LinkServer;
import io.windsock.platform.telemetry.Metrics;
import io.windsock.site.progress.Readiness;
import io.windsock.site.query.Queries;
import io.windsock.site.query.QueryAnswer;
import io.windsock.site.serve.CurrentPosition;
import io.windsock.site.serve.ServedSite;
import io.windsock.site.serve.ServerConfig;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers calls that come in batches over links, from gateways or directly from requesters. Any
 * thread may call it.
 */
public final class CallService implements AutoCloseable {
  private static final String NOUN = "site";

  /** How long gateways may take to learn that the site is draining: a few heartbeats. */
  private static final long NOTICE_NS = TimeUnit.MILLISECONDS.toNanos(400);

  /** How long draining takes at most. */
  private static final long DRAIN_NS = TimeUnit.SECONDS.toNanos(2);

  private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(10);

  private final ServedSite site;
  private final Supplier<Readiness> readiness;
  private final ServerConfig config;
  private final Queries queries;
  private final CurrentPosition position;
  private final Workers workers;
  private final Watermark keys;
  private final Watermark views;
  private final Gateways gateways = new Gateways();
  private final CallMeters meters;
  private final List<Context> loops;
  private final List<CallDesk> desks;
  private volatile boolean draining;
  private volatile @Nullable LinkServer links;

  /**
   * Creates a service that does not listen yet.
   *
   * @param readiness whether it may answer
   * @param loops event loops of one Vert.x, which outlives the service
   */
  public CallService(
      ServedSite site,
      Supplier<Readiness> readiness,
      ServerConfig config,
      Queries queries,
      CurrentPosition position,
      List<Context> loops,
      Metrics metrics) {
    this.site = site;
    this.readiness = readiness;
    this.config = config;
    this.queries = queries;
    this.position = position;
    this.loops = List.copyOf(loops);
    ServerConfig.Calls bounds = config.calls();
    // Its own threads, so that calls for keys do not wait for views to be encoded.
    workers =
        new Workers(
            NOUN,
            site.name() + "-calls",
            new Workers.Bounds(bounds.threads(), bounds.keys().high(), 1, 1));
    keys = new Watermark(bounds.keys());
    views = new Watermark(bounds.views());
    meters = new CallMeters(metrics, keys, views);
    desks = loops.stream().map(loop -> new CallDesk(loop, this)).toList();
  }

  /**
   * Starts listening. Call once.
   *
   * @throws ConfigurationException if it can't listen at the configured address; the message names
   *     the address and the reason
   */
  public void listen() {
    ServerConfig.Calls bounds = config.calls();
    LinkServer server =
        LinkServer.start(loops, config.host(), bounds.port(), bounds.link(), desks::get);
    links = server;
  }

  /** The base URL of its links as bound, such as {@code http://127.0.0.1:9090}. */
  public String url() {
    LinkServer server = links;
    return server == null ? "" : server.url();
  }

  /**
   * Asks gateways for no new calls, because the site is about to be stopped, and answers those that
   * come until they know, and those pending. Returns at once if no gateway is linked, or if the
   * site serves nothing; otherwise within two seconds.
   */
  public void drain() {
    if (gateways.isEmpty() || !readiness().serves()) {
      return;
    }
    draining = true;
    long beganNs = System.nanoTime();
    long tookNs = 0;
    while (tookNs < NOTICE_NS || (keys.pending() + views.pending() > 0 && tookNs < DRAIN_NS)) {
      LockSupport.parkNanos(LOOK_NS);
      if (Thread.currentThread().isInterrupted()) {
        return;
      }
      tookNs = System.nanoTime() - beganNs;
    }
  }

  /** The calls of a kind that have not been answered. */
  public int pending(Question.Kind kind) {
    return watermark(kind).pending();
  }

  /** The site has reached a new position. Called by the apply thread, so it must be cheap. */
  public void positionReached() {
    for (int i = 0; i < desks.size(); i++) {
      desks.get(i).positionReached();
    }
  }

  Readiness readiness() {
    return readiness.get();
  }

  Queries queries() {
    return queries;
  }

  Gateways gateways() {
    return gateways;
  }

  CallMeters meters() {
    return meters;
  }

  Token position() {
    return position.get().token();
  }

  Responder condition() {
    return new Responder(
        site.name(),
        site.incarnation(),
        readiness().serves(),
        draining,
        keys.pending(),
        views.pending());
  }

  Answers answers(Outlet outlet) {
    return new Answers(site.name(), outlet);
  }

  PendingCall pending(AnswerStream stream, Call call, long arrivedNs) {
    ServerConfig.Calls bounds = config.calls();
    return new PendingCall(
        stream, call, arrivedNs, bounds.patience().toNanos(), bounds.margin().toNanos());
  }

  private Watermark watermark(Question.Kind kind) {
    return kind == Question.Kind.KEY ? keys : views;
  }

  Watermark watermark(Call call) {
    return watermark(call.question().kind());
  }

  /** Why a call is refused when its kind is above the high watermark. */
  String busy(Call call) {
    Question.Kind kind = call.question().kind();
    return "too many calls for "
        + (kind == Question.Kind.KEY ? "keys" : "views")
        + " are pending; the most are "
        + watermark(kind).bounds().high();
  }

  /** The refusal of an invalid call; views are checked when they are read. */
  QueryAnswer.@Nullable Refused fault(Call call) {
    if (call.remainingMs() > Call.MAX_DEADLINE_MS) {
      return new QueryAnswer.Refused(
          QueryAnswer.Why.INVALID,
          "a deadline in " + call.remainingMs() + " ms is too late",
          "use at most " + Call.MAX_DEADLINE_MS + " ms");
    }
    return call.question() instanceof Question.OfKey key ? queries.checkKey(key.key()) : null;
  }

  /**
   * Has a worker answer calls for keys.
   *
   * @throws Refusal if too many are waiting
   */
  void read(List<PendingCall> calls, Answers answers) {
    workers.scan(new KeyJob(queries::keys, calls, answers));
  }

  /** Ends all links, stops listening and waits for reads of the state to finish. */
  @Override
  public void close() {
    LinkServer server = links;
    if (server != null) {
      server.close();
    }
    workers.close();
  }
}
