package io.windsock.gateway.loop;

import io.micrometer.core.instrument.Counter;
import io.vertx.core.Context;
import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question;
import io.windsock.gateway.core.CoreSettings;
import io.windsock.gateway.core.GatewayCore;
import io.windsock.gateway.core.Output;
import io.windsock.gateway.core.Requester;
import io.windsock.gateway.core.answer.Replies;
import io.windsock.gateway.core.member.Membership;
import io.windsock.gateway.core.member.SiteState;
import io.windsock.gateway.core.stats.GatewayStats;
import io.windsock.platform.telemetry.DelayHistogram;
import io.windsock.platform.telemetry.Metric;
import io.windsock.platform.telemetry.Metrics;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * The event loop that owns a gateway's core, and the core's ways in and out. All methods but {@link
 * #context} are for that event loop.
 *
 * <p>The core must not be called from within its own output. So a call that a link does not take
 * waits until the core has returned, and is then given back to it.
 */
public final class CoreLoop implements Output {
  /**
   * The longest time between two ticks, ms: a due call is handled at most that long after its
   * sweep.
   */
  private static final int MAX_TICK_MS = 2;

  private final Context loop;
  private final CoreSettings settings;
  private final LongSupplier clock;
  private final GatewayCore core;
  private final Recipients recipients = new Recipients();
  private final Deque<Unsent> unsent = new ArrayDeque<>();
  private final Counter unsentCalls;
  private final DelayHistogram keyTimes;
  private final DelayHistogram viewTimes;
  private final Replies replies;
  private SiteOutlet sites = SiteOutlet.NONE;
  private boolean refusing;

  /** A call that the link to a site did not take. */
  private record Unsent(String site, String id) {}

  /**
   * Creates a loop that knows no member.
   *
   * @param clock as {@link System#nanoTime}
   */
  public CoreLoop(Context loop, CoreSettings settings, LongSupplier clock, Metrics metrics) {
    this.loop = loop;
    this.settings = settings;
    this.clock = clock;
    core = new GatewayCore(settings, this, clock.getAsLong());
    unsentCalls = metrics.counter(Metric.GATEWAY_UNSENT);
    keyTimes = metrics.delays(Metric.GATEWAY_LATENCY, "key");
    viewTimes = metrics.delays(Metric.GATEWAY_LATENCY, "view");
    replies = new Replies(settings.retryAfterMs());
  }

  /** Returns the event loop. Any thread may call it. */
  public Context context() {
    return loop;
  }

  /** Sends calls to sites by these links from now on. */
  public void sites(SiteOutlet links) {
    sites = links;
  }

  /** Starts to tick, until the event loop ends. */
  public void start() {
    loop.owner().setPeriodic(Math.min(settings.sweepMs(), MAX_TICK_MS), id -> tick());
  }

  private void tick() {
    core.tick(clock.getAsLong());
    settle();
  }

  // Requesters

  /** Returns a requester whose outcomes go to {@code recipient}. */
  public Requester opened(String caller, Recipient recipient) {
    return recipients.add(caller, recipient);
  }

  /** Takes calls of a requester. */
  public void calls(Requester requester, List<Call> calls) {
    long nowNs = clock.getAsLong();
    for (int i = 0; i < calls.size(); i++) {
      enter(requester, calls.get(i), nowNs);
    }
    settle();
  }

  /** Ends calls that their requester cancels. */
  public void cancels(Requester requester, List<String> ids) {
    for (int i = 0; i < ids.size(); i++) {
      core.cancel(requester, ids.get(i));
    }
  }

  /** Takes a call of a requester; {@link #settle} is to follow. */
  void enter(Requester requester, Call call, long nowNs) {
    if (refusing) {
      recipients.relay(requester, replies.stopping(call));
    } else {
      core.call(requester, call, nowNs);
    }
  }

  /** Counts a call whose deadline passed on its way here, and returns its outcome. */
  Answer expired(Call call) {
    return core.expired(call);
  }

  /** Ends the calls of a requester that has left. Call once. */
  public void closed(Requester requester) {
    core.closed(requester);
    recipients.remove(requester);
    settle();
  }

  /** Forgets a requester without pending calls. Call once. */
  void left(Requester requester) {
    recipients.remove(requester);
  }

  /** Refuses new calls from now on; those pending get their outcomes. */
  public void refuse() {
    refusing = true;
  }

  /** Refuses new calls from now on, and those that are pending. */
  public void refuseAll() {
    refusing = true;
    core.stop();
    settle();
  }

  // Members

  /** Takes the answers in a site's batch, which is no heartbeat: one of its links is silent. */
  public void answers(String site, List<Answer> answers) {
    take(site, answers, clock.getAsLong());
    settle();
  }

  /**
   * Takes the answers in a site's batch, and the batch as a heartbeat.
   *
   * @param heardNs when the site was last heard over that of its links which has been silent for
   *     longer, in terms of the clock
   */
  public void answers(String site, List<Answer> answers, long heardNs) {
    long nowNs = clock.getAsLong();
    take(site, answers, nowNs);
    core.heartbeat(site, heardNs, nowNs);
    settle();
  }

  private void take(String site, List<Answer> answers, long nowNs) {
    for (int i = 0; i < answers.size(); i++) {
      core.answer(site, answers.get(i), nowNs);
    }
  }

  /** Notes that another gateway lives. */
  public void heartbeat(String gateway) {
    core.heartbeat(gateway, clock.getAsLong());
    settle();
  }

  /**
   * Excludes a site or a gateway whose connection is lost. In a later turn, because a connection
   * may be found lost while the core sends on it.
   */
  public void lost(String member) {
    loop.runOnContext(
        v -> {
          core.lost(member, clock.getAsLong());
          settle();
        });
  }

  /** Adopts the known members and the conditions that sites report. */
  public void members(Membership members) {
    core.members(members, clock.getAsLong());
    settle();
  }

  /** Stops or resumes sending calls to a site. Returns whether the site is known. */
  public boolean drain(String site, boolean drain) {
    boolean known = core.drain(site, drain, clock.getAsLong());
    settle();
    return known;
  }

  // Out of the core

  @Override
  public void send(String site, Call call) {
    if (!sites.send(site, call)) {
      unsent.add(new Unsent(site, call.id()));
    }
  }

  @Override
  public void cancel(String site, String id) {
    sites.cancel(site, id);
  }

  @Override
  public void relay(Requester requester, Answer answer) {
    recipients.relay(requester, answer);
  }

  @Override
  public void took(Question.Kind kind, long ns) {
    (kind == Question.Kind.KEY ? keyTimes : viewTimes).recordNs(ns);
  }

  /** Gives back to the core what was not sent, and has recipients pass on their outcomes. */
  void settle() {
    for (Unsent next = unsent.poll(); next != null; next = unsent.poll()) {
      unsentCalls.increment();
      core.unsent(next.site(), next.id(), clock.getAsLong());
    }
    recipients.flush();
  }

  long nowNs() {
    return clock.getAsLong();
  }

  // State

  /** Returns the calls of a kind without an outcome. */
  public int pending(Question.Kind kind) {
    return core.pending(kind);
  }

  /** Returns the calls of all kinds without an outcome. */
  public int unanswered() {
    return core.pending(Question.Kind.KEY) + core.pending(Question.Kind.VIEW);
  }

  /** Returns whether a site takes calls. */
  public boolean isOpen() {
    return core.isOpen();
  }

  /** Returns whether another gateway is alive. */
  public boolean isAlive(String gateway) {
    return core.isAlive(gateway);
  }

  /** Returns the state of each site known. */
  public List<SiteState> sites() {
    return core.sites();
  }

  /** Returns the counts. */
  public GatewayStats stats() {
    return core.stats();
  }
}
