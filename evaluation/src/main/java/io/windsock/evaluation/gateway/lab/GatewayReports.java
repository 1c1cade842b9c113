package io.windsock.evaluation.gateway.lab;

import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.platform.http.client.Remote;
import io.windsock.platform.http.client.RemoteException;
import io.windsock.platform.http.client.RemoteKind;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What gateways report over HTTP: whom they know, and what they have counted. */
final class GatewayReports {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final long LOOK_EVERY_MS = 20;

  private static final RemoteKind GATEWAY =
      new RemoteKind(
          "gateway", "http://127.0.0.1:8070", "start one", Duration.ofSeconds(2), 1 << 20);

  private GatewayReports() {}

  /**
   * Waits until gateways know each other and send calls to so many sites.
   *
   * @throws IllegalStateException if one does not within a minute
   */
  static void awaitGroup(List<Member> gateways, long sites) throws InterruptedException {
    int others = gateways.size() - 1;
    long endNs = System.nanoTime() + PATIENCE.toNanos();
    for (Member gateway : gateways) {
      while (!isComplete(status(gateway), sites, others)) {
        if (System.nanoTime() - endNs > 0) {
          throw new IllegalStateException(
              String.format(
                  Locale.ROOT,
                  "%s does not know %d sites and %d other gateways after %d s: %s",
                  gateway.name(),
                  sites,
                  others,
                  PATIENCE.toSeconds(),
                  status(gateway)));
        }
        Thread.sleep(LOOK_EVERY_MS);
      }
    }
  }

  static boolean isComplete(@Nullable JsonNode status, long openSites, int gateways) {
    return status != null
        && count(status.path("sites"), "open") == openSites
        && count(status.path("gateways"), "alive") == gateways;
  }

  private static long count(JsonNode list, String field) {
    long count = 0;
    for (JsonNode each : list) {
      count += each.path(field).asBoolean() ? 1 : 0;
    }
    return count;
  }

  private static @Nullable JsonNode status(Member gateway) throws InterruptedException {
    try {
      return new Remote(GATEWAY, gateway.url()).ask("/v1/status").expected();
    } catch (RemoteException e) {
      return null; // it is being continued, or has just started
    }
  }

  /**
   * Returns what a gateway has counted since its start; nothing if it does not run.
   *
   * @throws IllegalStateException if it runs and does not report that within a minute
   */
  static GatewayCounts counts(Member gateway) throws InterruptedException {
    long endNs = System.nanoTime() + PATIENCE.toNanos();
    while (gateway.isAlive()) {
      JsonNode status = status(gateway);
      if (status != null) {
        return GatewayCounts.of(status);
      }
      if (System.nanoTime() - endNs > 0) {
        throw new IllegalStateException(
            gateway.name() + " did not report its counts within " + PATIENCE.toSeconds() + " s");
      }
      Thread.sleep(LOOK_EVERY_MS);
    }
    return GatewayCounts.NONE;
  }
}
