package io.windsock.gateway.link;

import io.windsock.contracts.query.Responder;
import io.windsock.contracts.query.Sender;
import io.windsock.gateway.core.member.Membership;
import io.windsock.gateway.discover.KnownMembers;
import io.windsock.gateway.discover.KnownMembers.Member;
import io.windsock.gateway.loop.CoreLoop;
import io.windsock.platform.link.LinkClient;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The links to the members that discovery knows. It reports them to the core, and the condition
 * that each site reports. Owned by the core's loop.
 */
public final class MemberLinks {
  private final CoreLoop core;
  private final SiteLinks sites;
  private final PeerLinks peers;
  private KnownMembers known = KnownMembers.NOBODY;
  private boolean closed;

  /**
   * Creates an empty set of links, through which the core sends calls from now on.
   *
   * @param self this gateway
   * @param silenceMs a site's link that is silent for longer does not count as up, ms
   */
  public MemberLinks(
      Sender self, LinkClient client, CoreLoop core, int silenceMs, LinkMeters meters) {
    this.core = core;
    sites = new SiteLinks(self, client, core, silenceMs, this::report, meters);
    peers = new PeerLinks(self, client, core);
    core.sites(sites);
  }

  /** Takes over what discovery knows, unless they are closed. */
  public void known(KnownMembers now) {
    if (closed) {
      return; // another member has this gateway's name, which new links would use
    }
    known = now;
    sites.known(now.sites());
    peers.known(now.gateways());
    report();
  }

  private void report() {
    List<String> gateways = known.gateways().stream().map(Member::name).toList();
    core.members(new Membership(sites.reports(), gateways));
  }

  /** Returns what discovery knew last. */
  public KnownMembers known() {
    return known;
  }

  /** Returns a site as discovery last named it; null if there are no links to it. */
  public @Nullable Member site(String name) {
    return sites.member(name);
  }

  /** Returns the condition that a site last reported; null if it is unknown or has not reported. */
  public @Nullable Responder siteCondition(String site) {
    return sites.condition(site);
  }

  /**
   * Returns the condition that a gateway last reported; null if it is unknown or has not reported.
   */
  public @Nullable Responder gatewayCondition(String gateway) {
    return peers.condition(gateway);
  }

  /** Closes all links, for good. */
  public void close() {
    closed = true;
    sites.close();
    peers.close();
  }
}
