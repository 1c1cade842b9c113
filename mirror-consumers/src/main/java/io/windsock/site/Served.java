package io.windsock.site;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.ede.EdeDefinition;
import io.windsock.site.apply.Progress;
import io.windsock.site.apply.SiteListeners;
import io.windsock.site.apply.SitePhase;
import io.windsock.site.apply.SiteRole;
import io.windsock.site.apply.Staleness;
import io.windsock.site.apply.UpdateDelay;
import io.windsock.site.http.api.ServedSite;
import io.windsock.site.snapshot.SnapshotSource;
import io.windsock.site.state.SiteSnapshot;
import io.windsock.site.state.SiteState;
import java.time.InstantSource;
import java.util.List;

/** A site as its HTTP server sees it. Any thread may use it. */
final class Served implements ServedSite {
  private final InstantSource clock = InstantSource.system();
  private final SiteConfig config;
  private final SiteState state;
  private final SiteListeners listeners;
  private final SiteProgress progress;
  private final SnapshotSource snapshots;
  private volatile List<String> peers;

  Served(
      SiteConfig config,
      SiteState state,
      SiteListeners listeners,
      SiteProgress progress,
      SnapshotSource snapshots) {
    this.config = config;
    this.state = state;
    this.listeners = listeners;
    this.progress = progress;
    this.snapshots = snapshots;
    peers = config.peers();
  }

  void peers(List<String> urls) {
    peers = List.copyOf(urls);
  }

  @Override
  public String name() {
    return config.name();
  }

  @Override
  public SiteRole role() {
    return config.role();
  }

  @Override
  public Catalogue catalogue() {
    return config.domain().catalogue();
  }

  @Override
  public EdeDefinition definition() {
    return config.domain().ede();
  }

  @Override
  public SiteSnapshot snapshot() {
    return state.snapshot();
  }

  @Override
  public String url(String bound) {
    String advertised = config.advertisedUrl();
    return advertised == null ? bound : advertised;
  }

  @Override
  public List<String> peers() {
    return peers;
  }

  @Override
  public Readiness readiness() {
    Progress now = progress.now();
    return new Readiness(now.phase() == SitePhase.LIVE, now.detail());
  }

  @Override
  public SitePhase phase() {
    return progress.now().phase();
  }

  @Override
  public Staleness staleness() {
    try (SiteSnapshot snapshot = state.snapshot()) {
      return Staleness.of(
          config.role(), snapshot.ledgers(), progress.now().ready(), clock.millis());
    }
  }

  @Override
  public SnapshotSource snapshots() {
    return snapshots;
  }

  @Override
  public UpdateDelay updateDelay() {
    return listeners.delay();
  }
}
