package io.windsock.testbed.calls;

import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.platform.http.client.Remote;
import io.windsock.platform.http.client.RemoteException;
import io.windsock.platform.http.client.RemoteKind;
import io.windsock.testbed.calls.tally.GatewayCounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What gateways count during a load, from their {@code /v1/status}. Owned by the thread that runs
 * the load.
 */
final class GatewayWatch {
  private static final int MAX_BYTES = 1 << 20;
  private static final RemoteKind GATEWAY =
      new RemoteKind(
          "gateway",
          "http://127.0.0.1:8070",
          "check that it runs",
          Duration.ofSeconds(2),
          MAX_BYTES);

  private final List<Remote> gateways;
  private final Map<String, JsonNode> before = new HashMap<>();

  GatewayWatch(List<String> urls) {
    gateways = urls.stream().map(url -> new Remote(GATEWAY, url)).toList();
  }

  /** Notes what the gateways have counted by now. */
  void begin() throws InterruptedException {
    for (Remote gateway : gateways) {
      JsonNode now = status(gateway);
      if (now != null) {
        before.put(gateway.url(), now);
      }
    }
  }

  /**
   * Returns what they have counted since; null if none is watched. One that was started meanwhile
   * counts from its start.
   */
  @Nullable GatewayCounts end() throws InterruptedException {
    if (gateways.isEmpty()) {
      return null;
    }
    Map<String, Long> reissued = new TreeMap<>();
    List<String> silent = new ArrayList<>();
    long duplicates = 0;
    long late = 0;
    for (Remote gateway : gateways) {
      JsonNode now = status(gateway);
      if (now == null) {
        silent.add(gateway.url());
        continue;
      }
      JsonNode then = then(gateway, now);
      now.at("/calls/reissued")
          .properties()
          .forEach(
              reason ->
                  reissued.merge(
                      reason.getKey(), since(now, then, "reissued/" + reason.getKey()), Long::sum));
      duplicates += since(now, then, "duplicates");
      late += since(now, then, "lateAnswers");
    }
    return new GatewayCounts(reissued, duplicates, late, silent);
  }

  /** Returns what the same run of a gateway had counted; an empty object for another run. */
  private JsonNode then(Remote gateway, JsonNode now) {
    JsonNode then = before.get(gateway.url());
    boolean same = then != null && then.path("incarnation").equals(now.path("incarnation"));
    return then != null && same ? then : now.path("none");
  }

  private static long since(JsonNode now, JsonNode then, String count) {
    return now.at("/calls/" + count).asLong() - then.at("/calls/" + count).asLong();
  }

  private static @Nullable JsonNode status(Remote gateway) throws InterruptedException {
    try {
      return gateway.ask("/v1/status").expected();
    } catch (RemoteException e) {
      return null; // it may be down on purpose
    }
  }
}
