package io.windsock.evaluation.gateway.lab;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.gateway.GatewayConfig;
import io.windsock.gateway.core.CoreSettings.RoutingPolicy;
import io.windsock.gateway.run.Gateway;

/**
 * A gateway in a process of its own: {@code GatewayMain NAME BOOTSTRAP PORT LINK_PORT ROUTING}.
 * Prints {@code ready URL LINK_URL} when a site takes its calls, and stops when its standard input
 * ends.
 */
final class GatewayMain {
  private static final long POLL_MS = 20;

  private GatewayMain() {}

  public static void main(String[] args) throws Exception {
    GatewayConfig config =
        GatewayConfig.builder(args[0], args[1], Catalogue.builtIn(Numbers.DOMAIN))
            .http("127.0.0.1", Integer.parseInt(args[2]))
            .linkPort(Integer.parseInt(args[3]))
            .routing(RoutingPolicy.valueOf(args[4]))
            .build();
    try (Gateway gateway = Gateway.start(config)) {
      while (!gateway.status().ready()) {
        if (gateway.stopped()) {
          throw new IllegalStateException(gateway.status().detail());
        }
        Thread.sleep(POLL_MS);
      }
      System.out.println("ready " + gateway.url() + " " + gateway.linkUrl());
      System.out.flush();
      while (System.in.read() >= 0) {
        // Only the end matters.
      }
    }
  }
}
