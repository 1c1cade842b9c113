package io.windsock.site;

import io.windsock.service.metrics.Metric;
import io.windsock.service.metrics.Metrics;
import io.windsock.site.apply.ApplyLoop;
import io.windsock.site.apply.SiteFault;
import io.windsock.site.apply.SiteListeners;
import io.windsock.site.state.SiteState;
import java.util.Locale;

/** Lets Prometheus read what apply loop and database count for themselves. */
final class SiteMeters {
  private SiteMeters() {}

  static void register(Metrics metrics, SiteState state, SiteListeners listeners, ApplyLoop loop) {
    metrics.counted(Metric.SITE_APPLIED, loop, it -> it.progress().applied());
    metrics.gauge(Metric.SITE_LAG, loop, it -> it.progress().lag());
    for (SiteFault fault : SiteFault.values()) {
      String label = fault.name().toLowerCase(Locale.ROOT);
      metrics.counted(Metric.SITE_FAULTS, listeners.faults(), it -> it.count(fault), label);
    }
    metrics.gauge(Metric.STORE_BYTES, state, it -> it.memory().cacheBytes(), "cache");
    metrics.gauge(Metric.STORE_BYTES, state, it -> it.memory().writeBufferBytes(), "writeBuffers");
    metrics.gauge(Metric.STORE_BYTES, state, it -> it.memory().diskBytes(), "disk");
  }
}
