package io.windsock.gateway.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The base URLs of the other gateways, those included that ran within the last day: a page that was
 * opened at one of them continues at this gateway when that one is gone, and must be allowed to
 * read its answers. Any thread may use it.
 */
final class GatewayUrls {
  /** The most URLs remembered; those that ran longest ago are forgotten first. */
  static final int MAX = 64;

  static final long KEPT_NS = TimeUnit.DAYS.toNanos(1);

  private List<String> running = List.of();

  /** When each of those that run no longer ran last, ns; those of longest ago first. */
  private final Map<String, Long> ranNs = new LinkedHashMap<>();

  /** Takes over which gateways run now. */
  synchronized void running(List<String> urls, long nowNs) {
    for (String url : running) {
      ranNs.remove(url);
      ranNs.put(url, nowNs);
    }
    running = List.copyOf(urls);
    while (ranNs.size() > MAX) {
      ranNs.remove(ranNs.keySet().iterator().next());
    }
  }

  /**
   * Returns the URLs of the gateways that are alive, then those of the others.
   *
   * @param alive the base URLs of the gateways that are alive now
   */
  synchronized List<String> with(List<String> alive, long nowNs) {
    ranNs.values().removeIf(atNs -> nowNs - atNs > KEPT_NS);
    Set<String> urls = new LinkedHashSet<>(alive);
    urls.addAll(running);
    urls.addAll(ranNs.keySet());
    return new ArrayList<>(urls);
  }
}
