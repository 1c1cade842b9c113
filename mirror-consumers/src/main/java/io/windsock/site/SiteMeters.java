package io.windsock.site;

import io.micrometer.core.instrument.Counter;
import io.windsock.platform.telemetry.Metric;
import io.windsock.platform.telemetry.Metrics;
import io.windsock.platform.telemetry.SamplePublisher;
import io.windsock.site.apply.ApplyLoop;
import io.windsock.site.apply.SiteListeners;
import io.windsock.site.snapshot.SnapshotManifest;
import io.windsock.site.state.SiteSnapshot;
import io.windsock.site.state.SiteState;
import io.windsock.site.status.SiteFault;
import java.util.Locale;

/** Exports a site's counters to Prometheus. */
final class SiteMeters {
  private static final double MS_PER_SECOND = 1000;

  private SiteMeters() {}

  static void register(Metrics metrics, SiteState state, SiteListeners listeners, ApplyLoop loop) {
    metrics.counted(Metric.SITE_APPLIED, loop, it -> it.progress().applied());
    metrics.gauge(Metric.SITE_LAG, loop, it -> it.progress().lag());
    for (SiteFault fault : SiteFault.values()) {
      String label = fault.name().toLowerCase(Locale.ROOT);
      metrics.counted(Metric.SITE_FAULTS, listeners.faults(), it -> it.count(fault), label);
    }
    Counter commits = metrics.counter(Metric.SITE_COMMITS);
    listeners.onCheckpoint(commits::increment);
    metrics.gauge(Metric.STORE, state, it -> it.memory().cacheBytes(), "cache");
    metrics.gauge(Metric.STORE, state, it -> it.memory().writeBufferBytes(), "writeBuffers");
    metrics.gauge(Metric.STORE, state, it -> it.memory().diskBytes(), "disk");
    metrics.gauge(Metric.STORE_COMPACTION, state, it -> it.memory().compactionBytes());
    metrics.bind(loop.meters());
  }

  static void register(
      Metrics metrics, Served served, SiteProgress progress, SamplePublisher samples) {
    metrics.bind(samples.meters());
    metrics.gauge(Metric.SITE_UNCOMMITTED, progress, SiteProgress::uncommitted);
    metrics.gauge(Metric.SITE_STALE, served, it -> it.staleness().events());
    metrics.gauge(Metric.SITE_STALENESS, served, it -> it.staleness().ms() / MS_PER_SECOND);
    metrics.gauge(Metric.SITE_CUTOFF, served, it -> it.cutOffMs() / MS_PER_SECOND);
    metrics.gauge(Metric.SITE_TWIN, served, it -> it.twin().isEmpty() ? 0 : 1);
    metrics.gauge(Metric.SITE_EPOCH, served, SiteMeters::epoch);
    metrics.gauge(Metric.SITE_SNAPSHOT, served, SiteMeters::snapshotBytes);
    metrics.counted(Metric.SITE_DROPPED, samples, SamplePublisher::dropped);
  }

  private static double epoch(Served served) {
    try (SiteSnapshot snapshot = served.snapshot()) {
      return snapshot.ledgers().stream().mapToLong(it -> it.marker().epoch()).max().orElse(0);
    }
  }

  private static double snapshotBytes(Served served) {
    SnapshotManifest latest = served.snapshots().latest();
    return latest == null ? 0 : latest.bytes();
  }
}
