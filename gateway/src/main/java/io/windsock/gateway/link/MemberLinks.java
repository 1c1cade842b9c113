package io.windsock.gateway.link;

import io.windsock.contracts.query.Responder;
import io.windsock.contracts.query.Sender;
import io.windsock.gateway.core.member.Membership;
import io.windsock.gateway.discover.Known;
import io.windsock.gateway.discover.Known.Member;
import io.windsock.gateway.loop.CoreLoop;
import io.windsock.platform.link.LinkClient;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The links to the members that discovery knows. It tells the core who they are, and what sites say
 * of themselves. Owned by the core's loop.
 */
public final class MemberLinks {
  private final CoreLoop core;
  private final SiteLinks sites;
  private final PeerLinks peers;
  private Known known = Known.NOBODY;

  /**
   * Creates links to nobody, by which the core sends calls from now on.
   *
   * @param self this gateway
   */
  public MemberLinks(Sender self, LinkClient client, CoreLoop core, LinkMeters meters) {
    this.core = core;
    sites = new SiteLinks(self, client, core, this::report, meters);
    peers = new PeerLinks(self, client, core);
    core.sites(sites);
  }

  /** Takes over what discovery knows. */
  public void known(Known now) {
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
  public Known known() {
    return known;
  }

  /** Returns what a site said of itself last; null if it is not known, or nothing yet. */
  public @Nullable Responder siteCondition(String site) {
    return sites.condition(site);
  }

  /** Returns what a gateway said of itself last; null if it is not known, or nothing yet. */
  public @Nullable Responder gatewayCondition(String gateway) {
    return peers.condition(gateway);
  }

  /** Closes all links. */
  public void close() {
    sites.close();
    peers.close();
  }
}
