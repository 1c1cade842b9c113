package io.windsock.gateway.core;

import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question.Kind;
import io.windsock.gateway.core.member.Gateways;
import io.windsock.gateway.core.member.Membership;
import io.windsock.gateway.core.member.SiteState;
import io.windsock.gateway.core.member.Sites;
import io.windsock.gateway.core.stats.Counters;
import io.windsock.gateway.core.stats.GatewayStats;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * A gateway without its links: it relays calls to sites and their answers to requesters, so that
 * each call has one outcome before or soon after its deadline. Messages and ticks come in by
 * methods, messages go out through {@link Output}.
 *
 * <p>One thread owns it. Times are of one clock of this process that never goes back, such as
 * {@link System#nanoTime}; times of different processes are never compared.
 */
public final class GatewayCore {
  private static final double NS_PER_MS = 1e6;

  /** A tick that comes later than due by this part of the bound of silence shows a pause. */
  private static final int PAUSE_PART = 4;

  private final CoreSettings settings;
  private final Sites sites;
  private final Gateways gateways;
  private final CallFlow flow;
  private final Counters counters = new Counters();
  private long latestNs;
  private long tickNs;

  /**
   * Creates the core of a gateway that knows no other member yet.
   *
   * @param settings its settings
   * @param output receives what it sends
   * @param nowNs the time
   */
  public GatewayCore(CoreSettings settings, Output output, long nowNs) {
    this(output, new Parts(settings, nowNs));
  }

  GatewayCore(Output output, Parts parts) {
    this.settings = parts.settings;
    this.sites = parts.sites;
    this.gateways = new Gateways(settings.name());
    this.flow = new CallFlow(parts, gateways, output, counters);
    this.latestNs = parts.createdNs;
    this.tickNs = parts.createdNs;
  }

  /**
   * Takes a call of a requester. Its outcome is relayed at once or later, exactly once unless the
   * requester leaves. A call that repeats the id of a pending one of the same caller is refused as
   * {@code INVALID}.
   */
  public void call(Requester requester, Call call, long nowNs) {
    flow.arrive(requester, call, now(nowNs));
  }

  /**
   * Counts a call whose deadline passed on its way here. It is not pending, and goes to no site.
   *
   * @return its outcome
   */
  public Answer expired(Call call) {
    return flow.expired(call);
  }

  /**
   * Takes an answer of a site. It is no heartbeat: a site has two links, and the one that did not
   * deliver the answer may be silent.
   *
   * @param site the site whose link delivered it, whatever the answer names
   */
  public void answer(String site, Answer answer, long nowNs) {
    long now = now(nowNs);
    int slot = sites.slot(site);
    if (slot < 0) {
      counters.unknownAnswers++;
      return;
    }
    flow.answer(slot, answer, now);
  }

  /**
   * Takes back a call that could not be sent to a site. It goes to another site, even above the
   * high watermark, because this one does no work on it; if none is left, that is its outcome.
   *
   * @param id the id of the call as {@link Output#send} named it
   */
  public void unsent(String site, String id, long nowNs) {
    int slot = sites.slot(site);
    if (slot >= 0) {
      flow.unsent(slot, id, now(nowNs));
    }
  }

  /**
   * Excludes a site or a gateway whose connection is lost, without waiting for it to be silent. Its
   * next heartbeat makes it alive again.
   */
  public void lost(String member, long nowNs) {
    long now = now(nowNs);
    int site = sites.slot(member);
    if (site >= 0 && sites.lose(site)) {
      counters.detected(sites.silentNs(site, now));
      flow.excluded(1L << site, 0, now);
    }
    int gateway = gateways.slot(member);
    if (gateway >= 0 && gateways.lose(gateway)) {
      counters.detected(gateways.silentNs(gateway, now));
      flow.excluded(0, 1L << gateway, now);
    }
  }

  /**
   * Notes that a site or a gateway lives. Unknown members are ignored until discovery names them.
   */
  public void heartbeat(String member, long nowNs) {
    heartbeat(member, now(nowNs), nowNs);
  }

  /**
   * Notes that a site or a gateway lives. A member with several links counts as silent since the
   * one was that has been silent for the longest.
   *
   * @param heardNs when it was last heard over that link; within the bound of silence
   */
  public void heartbeat(String member, long heardNs, long nowNs) {
    long now = now(nowNs);
    int site = sites.slot(member);
    if (site >= 0) {
      heardSite(site, heardNs, now);
    }
    int gateway = gateways.slot(member);
    if (gateway >= 0) {
      gateways.heard(gateway, heardNs);
    }
  }

  private void heardSite(int slot, long heardNs, long nowNs) {
    if (sites.heard(slot, heardNs) && (sites.open() & (1L << slot)) != 0) {
      flow.opened(nowNs);
    }
  }

  /**
   * Takes over the members that discovery knows. A member is alive only after its first heartbeat,
   * and one that is no longer named stays until it is silent.
   */
  public void members(Membership members, long nowNs) {
    long now = now(nowNs);
    long before = sites.open();
    long forgotten = sites.report(members, now);
    gateways.report(members);
    if (forgotten != 0) {
      flow.forgot(forgotten);
    }
    openedSince(before, now);
  }

  /**
   * Stops or resumes sending calls to a site. The site keeps the calls that it has.
   *
   * @return whether the site is known
   */
  public boolean drain(String site, boolean drain, long nowNs) {
    long before = sites.open();
    boolean known = sites.drain(site, drain);
    openedSince(before, now(nowNs));
    return known;
  }

  private void openedSince(long before, long nowNs) {
    if ((sites.open() & ~before) != 0) {
      flow.opened(nowNs);
    }
  }

  /**
   * Ends a call that its requester cancels, and tells the sites that work on it. Nothing is
   * relayed. Without a pending call of that id of this requester, nothing happens: it may have its
   * outcome.
   *
   * @param id the caller's own id of the call
   */
  public void cancel(Requester requester, String id) {
    flow.cancel(requester, id);
  }

  /** Ends the calls of a requester whose connection is closed; nothing is relayed to it. */
  public void closed(Requester requester) {
    flow.abandon(requester);
  }

  /**
   * Refuses all pending calls, because this gateway is about to stop. Those that no other gateway
   * shares are cancelled at the sites, as far as links that are closed soon still send that.
   */
  public void stop() {
    flow.stop();
  }

  /**
   * Excludes silent members, and reissues or ends the calls that are due. To be called at least
   * once a sweep.
   */
  public void tick(long nowNs) {
    long now = now(nowNs);
    extendAfterPause(now);
    exclude(now);
    flow.tick(now);
    tickNs = now;
  }

  /** While this process was paused, it received no heartbeats: that was not the members' fault. */
  private void extendAfterPause(long nowNs) {
    long overdueNs = nowNs - tickNs - settings.sweepNs();
    if (overdueNs > settings.silenceNs() / PAUSE_PART) {
      counters.pauses++;
      sites.extend(overdueNs, nowNs);
      gateways.extend(overdueNs, nowNs);
      flow.paused(nowNs);
    }
  }

  private void exclude(long nowNs) {
    long silentSites = sites.exclude(nowNs, settings.silenceNs());
    long silentGateways = gateways.exclude(nowNs, settings.silenceNs());
    if ((silentSites | silentGateways) == 0) {
      return;
    }
    for (long rest = silentSites; rest != 0; rest &= rest - 1) {
      counters.detected(sites.silentNs(Long.numberOfTrailingZeros(rest), nowNs));
    }
    for (long rest = silentGateways; rest != 0; rest &= rest - 1) {
      counters.detected(gateways.silentNs(Long.numberOfTrailingZeros(rest), nowNs));
    }
    flow.excluded(silentSites, silentGateways, nowNs);
  }

  private long now(long nowNs) {
    latestNs = Math.max(latestNs, nowNs);
    return latestNs;
  }

  /** Returns the calls of a kind without an outcome. */
  public int pending(Kind kind) {
    return flow.watermark(kind).pending();
  }

  /** Returns whether any site gets calls. */
  public boolean isOpen() {
    return sites.open() != 0;
  }

  /** Returns the state of each site known. Allocates; not for each call. */
  public List<SiteState> sites() {
    return sites.states();
  }

  /** Returns whether another gateway is alive. */
  public boolean isAlive(String gateway) {
    int slot = gateways.slot(gateway);
    return slot >= 0 && (gateways.alive() & (1L << slot)) != 0;
  }

  /** Returns the counts and the state. Allocates; not for each call. */
  public GatewayStats stats() {
    return GatewayStats.of(
        counters,
        byKind(this::pending),
        byKind(kind -> flow.watermark(kind).limit()),
        usualMs(),
        Long.bitCount(sites.alive()),
        Long.bitCount(sites.open()),
        1 + Long.bitCount(gateways.alive()));
  }

  private static Map<Kind, Integer> byKind(ToIntFunction<Kind> value) {
    Map<Kind, Integer> values = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      values.put(kind, value.applyAsInt(kind));
    }
    return values;
  }

  private Map<Kind, Double> usualMs() {
    Map<Kind, Double> usual = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      long estimateNs = flow.times(kind).estimateNs();
      if (estimateNs != Long.MAX_VALUE) {
        usual.put(kind, estimateNs / NS_PER_MS);
      }
    }
    return usual;
  }

  /** Returns the state that tests look into. */
  Counters counters() {
    return counters;
  }
}
