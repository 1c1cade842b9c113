package io.windsock.gateway.http;

import io.windsock.gateway.core.stats.GatewayStats;
import java.util.List;

/**
 * A gateway's condition as it reports it. Immutable.
 *
 * @param name its name
 * @param incarnation this run of it
 * @param ready whether requesters should use it: it has a site to ask
 * @param detail its progress, or the reason why it is not ready
 * @param stats what its core has done
 * @param members the sites and the other gateways that it knows
 */
public record GatewayStatus(
    String name,
    String incarnation,
    boolean ready,
    String detail,
    GatewayStats stats,
    List<Member> members) {
  /** Copies the list. */
  public GatewayStatus {
    members = List.copyOf(members);
  }

  /**
   * A site or another gateway.
   *
   * @param role {@code mirror}, {@code central} or {@code gateway}
   * @param name its name
   * @param url its base URL for HTTP; empty if unknown
   * @param alive whether it sends heartbeats
   * @param ready whether it takes calls
   * @param draining whether it gets no new calls because it is to be stopped
   * @param pendingKeys calls for keys that it has not answered
   * @param pendingViews calls for views that it has not answered
   */
  public record Member(
      String role,
      String name,
      String url,
      boolean alive,
      boolean ready,
      boolean draining,
      int pendingKeys,
      int pendingViews) {}
}
