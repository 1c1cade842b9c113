package io.windsock.gateway.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The base URLs of the other gateways, those included that were alive within the last day: a page
 * that was opened at one of them continues at this gateway when that one is gone, and must be
 * allowed to read its answers. Any thread may use it.
 */
final class GatewayUrls {
  /** The most URLs remembered; those that were alive longest ago are forgotten first. */
  static final int MAX = 64;

  static final long KEPT_NS = TimeUnit.DAYS.toNanos(1);

  /** When each was alive last, ns; those of longest ago first. */
  private final Map<String, Long> aliveNs = new LinkedHashMap<>(MAX, 0.75f, true);

  /**
   * Returns the URLs of the gateways that are alive, then those of the others.
   *
   * @param alive the base URLs of the gateways that are alive now
   */
  synchronized List<String> with(List<String> alive, long nowNs) {
    alive.forEach(url -> aliveNs.put(url, nowNs));
    aliveNs.values().removeIf(atNs -> nowNs - atNs > KEPT_NS);
    while (aliveNs.size() > MAX) {
      aliveNs.remove(aliveNs.keySet().iterator().next());
    }
    List<String> urls = new ArrayList<>(alive);
    for (String url : aliveNs.keySet()) {
      if (!urls.contains(url)) {
        urls.add(url);
      }
    }
    return urls;
  }
}
