package io.windsock.gateway.run;

import io.windsock.contracts.query.Responder;
import io.windsock.gateway.GatewayPhase;
import io.windsock.gateway.GatewayStatus;
import io.windsock.gateway.core.member.SiteState;
import io.windsock.gateway.core.stats.GatewayStats;
import io.windsock.gateway.discover.KnownMembers;
import io.windsock.gateway.discover.KnownMembers.Member;
import io.windsock.gateway.link.LinkMeters;
import io.windsock.gateway.link.MemberLinks;
import io.windsock.gateway.loop.CoreLoop;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The state of a gateway for others to read. The core's loop writes it, any thread reads it. */
final class StatusBoard {
  private final String name;
  private final String incarnation;
  private final CoreLoop core;
  private final MemberLinks members;
  private final LinkMeters meters;
  private volatile GatewayStatus status;

  /** Why the gateway does not serve any more; {@code STARTING} while it does, or may. */
  private volatile GatewayPhase ending = GatewayPhase.STARTING;

  private volatile String why = "";

  /** Creates the board of a gateway that has just been created. To be called on the core's loop. */
  StatusBoard(
      String name, String incarnation, CoreLoop core, MemberLinks members, LinkMeters meters) {
    this.name = name;
    this.incarnation = incarnation;
    this.core = core;
    this.members = members;
    this.meters = meters;
    status = read();
  }

  GatewayStatus status() {
    return status;
  }

  /** Records why the gateway no longer serves. Any thread. */
  void ending(GatewayPhase phase, String reason) {
    why = reason;
    ending = phase;
  }

  /** Reads the current state. To be called on the core's loop. */
  void refresh() {
    status = read();
  }

  private GatewayStatus read() {
    GatewayStats stats = core.stats();
    KnownMembers known = members.known();
    boolean ended = ending != GatewayPhase.STARTING;
    GatewayPhase phase =
        ended ? ending : core.isOpen() ? GatewayPhase.READY : GatewayPhase.STARTING;
    return new GatewayStatus(
        name,
        incarnation,
        phase,
        ended ? why : detail(stats, known),
        stats,
        meters.sent(),
        sites(known),
        gateways(known));
  }

  private static String detail(GatewayStats stats, KnownMembers known) {
    if (stats.openSites() > 0) {
      return "sites that take calls: " + stats.openSites() + " of " + known.sites().size();
    }
    return known.sites().isEmpty()
        ? "no site is known: is a mirror running, and with the same topic prefix?"
        : "none of " + known.sites().size() + " sites known takes calls";
  }

  private List<GatewayStatus.Site> sites(KnownMembers known) {
    // A site that discovery has lost keeps its links, and its URL serves displays.
    Map<String, Member> byName = new HashMap<>();
    known.sites().forEach(site -> byName.put(site.name(), site));
    List<GatewayStatus.Site> sites = new ArrayList<>();
    for (SiteState state : core.sites()) {
      Member named = byName.get(state.name());
      Member member = named == null ? members.site(state.name()) : named;
      Responder now = members.siteCondition(state.name());
      sites.add(
          new GatewayStatus.Site(
              member == null ? "" : member.url(),
              member == null ? "" : member.linkUrl(),
              state,
              now == null ? 0 : now.pendingKeys(),
              now == null ? 0 : now.pendingViews()));
    }
    sites.sort(Comparator.comparing(site -> site.state().name()));
    return sites;
  }

  private List<GatewayStatus.Peer> gateways(KnownMembers known) {
    return known.gateways().stream().map(this::peer).toList();
  }

  private GatewayStatus.Peer peer(Member gateway) {
    Responder now = members.gatewayCondition(gateway.name());
    return new GatewayStatus.Peer(
        gateway.name(),
        gateway.url(),
        gateway.linkUrl(),
        core.isAlive(gateway.name()),
        now != null && now.ready(),
        now != null && now.draining(),
        now == null ? 0 : now.pendingKeys(),
        now == null ? 0 : now.pendingViews());
  }
}
