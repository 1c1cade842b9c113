package io.windsock.platform.net;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/** The address at which others reach the links of a member. */
public final class LinkUrl {
  private LinkUrl() {}

  /**
   * Returns the base URL of links for others: the host at which the member's HTTP server is
   * advertised, and the port that the links are bound to.
   *
   * @param advertised the HTTP server's URL for others; null if it is the bound address
   * @param bound the URL of the address that the links are bound to
   */
  public static String of(@Nullable String advertised, String bound) {
    return advertised == null
        ? bound
        : "http://" + URI.create(advertised).getHost() + ":" + URI.create(bound).getPort();
  }
}
