package io.windsock.gateway;

import io.windsock.gateway.core.member.SiteState;
import io.windsock.gateway.core.stats.GatewayStats;
import java.util.List;

/**
 * A recent state of a gateway. Immutable.
 *
 * @param name the gateway's name
 * @param incarnation this run of it
 * @param phase its phase
 * @param detail the same in words
 * @param stats its counts
 * @param sent what it sent to sites
 * @param sites the sites that it knows, by name
 * @param gateways the other gateways that it knows, by name
 */
public record GatewayStatus(
    String name,
    String incarnation,
    GatewayPhase phase,
    String detail,
    GatewayStats stats,
    Sent sent,
    List<Site> sites,
    List<Peer> gateways) {
  /** Copies the lists. */
  public GatewayStatus {
    sites = List.copyOf(sites);
    gateways = List.copyOf(gateways);
  }

  /**
   * What a gateway sent to sites since its start.
   *
   * @param calls the calls, those sent to a further site included
   * @param batches the batches in which they were sent
   */
  public record Sent(long calls, long batches) {}

  /**
   * A site.
   *
   * @param url where its HTTP API is served; empty if discovery does not know it any more
   * @param linkUrl where it takes calls
   * @param state its state
   * @param pendingKeys calls for keys that it has not answered, whoever sent them
   * @param pendingViews calls for views that it has not answered, whoever sent them
   */
  public record Site(
      String url, String linkUrl, SiteState state, int pendingKeys, int pendingViews) {}

  /**
   * Another gateway.
   *
   * @param name its name
   * @param url where its HTTP API is served
   * @param linkUrl where it takes calls
   * @param alive whether it shares calls with this one
   * @param ready whether it reports that it takes calls
   * @param draining whether it reports that it is about to stop
   * @param pendingKeys calls for keys that it has not answered
   * @param pendingViews calls for views that it has not answered
   */
  public record Peer(
      String name,
      String url,
      String linkUrl,
      boolean alive,
      boolean ready,
      boolean draining,
      int pendingKeys,
      int pendingViews) {}

  /** Returns whether the gateway serves calls. */
  public boolean ready() {
    return phase == GatewayPhase.READY;
  }

  /** Returns the names of the sites that an operator had this gateway drain. */
  public List<String> drained() {
    return sites.stream().map(Site::state).filter(SiteState::drained).map(SiteState::name).toList();
  }
}
