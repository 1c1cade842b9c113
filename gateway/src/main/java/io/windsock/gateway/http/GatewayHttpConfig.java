package io.windsock.gateway.http;

import io.windsock.contracts.config.ConfigCheck;
import io.windsock.contracts.query.Call;
import io.windsock.gateway.http.pass.PassBounds;
import io.windsock.platform.http.HttpConfig;

/**
 * The configuration of a gateway's HTTP server. Immutable; validated on construction.
 *
 * @param http the address, the host names, and the bounds of connections
 * @param advertisedUrl the base URL by which clients reach the gateway, such as a proxy's; empty if
 *     they use the address it listens at
 * @param deadlineMs the deadline of a query that names none, ms, 1 to {@link Call#MAX_DEADLINE_MS};
 *     default 100
 * @param pass the bounds of requests passed through to sites
 */
public record GatewayHttpConfig(
    HttpConfig http, String advertisedUrl, int deadlineMs, PassBounds pass) {
  private static final int DEADLINE_MS = 100;

  /** Validates the configuration and reports every fault. */
  public GatewayHttpConfig {
    ConfigCheck check = new ConfigCheck("gateway");
    if (!advertisedUrl.isEmpty()) {
      check.http("advertisedUrl", advertisedUrl);
    }
    check.range("deadlineMs", deadlineMs, 1, Call.MAX_DEADLINE_MS);
    pass.check(check);
    check.done();
  }

  /** Returns a configuration with the default bounds. */
  public static GatewayHttpConfig at(HttpConfig http, String advertisedUrl) {
    return new GatewayHttpConfig(http, advertisedUrl, DEADLINE_MS, PassBounds.standard());
  }
}
