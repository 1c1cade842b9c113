package io.windsock.site;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.ede.EdeDefinition;
import io.windsock.site.apply.ApplyLoop;
import io.windsock.site.apply.Progress;
import io.windsock.site.apply.SiteListeners;
import io.windsock.site.apply.SitePhase;
import io.windsock.site.apply.SiteRole;
import io.windsock.site.apply.UpdateDelay;
import io.windsock.site.http.api.ServedSite;
import io.windsock.site.state.SiteSnapshot;
import io.windsock.site.state.SiteState;
import java.util.List;

/** A site as its HTTP server sees it. Any thread may use it. */
final class Served implements ServedSite {
  private final SiteConfig config;
  private final SiteState state;
  private final SiteListeners listeners;
  private final ApplyLoop loop;
  private volatile List<String> peers;

  Served(SiteConfig config, SiteState state, SiteListeners listeners, ApplyLoop loop) {
    this.config = config;
    this.state = state;
    this.listeners = listeners;
    this.loop = loop;
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
  public List<String> peers() {
    return peers;
  }

  @Override
  public Readiness readiness() {
    Progress progress = loop.progress();
    return new Readiness(progress.phase() == SitePhase.LIVE, progress.detail());
  }

  @Override
  public UpdateDelay updateDelay() {
    return listeners.delay();
  }
}
