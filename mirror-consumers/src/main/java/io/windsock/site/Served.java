package io.windsock.site;

import io.windsock.contracts.position.Token;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.ede.EdeDefinition;
import io.windsock.platform.copy.LinkWatch;
import io.windsock.platform.copy.Translation;
import io.windsock.platform.name.Incarnation;
import io.windsock.platform.net.LinkUrl;
import io.windsock.site.apply.SiteListeners;
import io.windsock.site.progress.Readiness;
import io.windsock.site.progress.SitePhase;
import io.windsock.site.serve.ServedSite;
import io.windsock.site.snapshot.SnapshotSource;
import io.windsock.site.state.SiteSnapshot;
import io.windsock.site.state.SiteState;
import io.windsock.site.status.SiteRole;
import io.windsock.site.status.Staleness;
import io.windsock.site.update.UpdateDelay;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A site as its HTTP server sees it. Any thread may use it. */
final class Served implements ServedSite {
  private final InstantSource clock;
  private final SiteConfig config;
  private final SiteState state;
  private final SiteListeners listeners;
  private final SiteProgress progress;
  private final SnapshotSource snapshots;
  private final CurrentPeers elsewhere;
  private final Incarnation incarnation = new Incarnation();
  private volatile List<String> peers;
  private volatile Supplier<String> twin = () -> "";
  private volatile Supplier<List<String>> neighbours = List::of;
  private volatile @Nullable LinkWatch links;

  Served(
      SiteConfig config,
      SiteState state,
      SiteListeners listeners,
      SiteProgress progress,
      SnapshotSource snapshots,
      InstantSource clock) {
    this.config = config;
    this.state = state;
    this.listeners = listeners;
    this.progress = progress;
    this.snapshots = snapshots;
    this.clock = clock;
    peers = config.serving().peers();
    elsewhere = new CurrentPeers(config.name(), this::cutOff, this::peers, () -> neighbours.get());
  }

  private boolean cutOff() {
    return progress.now().ready().cutOff() > 0;
  }

  /** Starts watching for other sites to use while this one is cut off. */
  void start() {
    elsewhere.start();
  }

  /** Sets the source of the URL of another running site with the same name. */
  void twin(Supplier<String> url) {
    twin = url;
  }

  /** Sets the source of the URLs by which this site reaches others. */
  void neighbours(Supplier<List<String>> urls) {
    neighbours = urls;
  }

  /** Sets what translates tokens of the topic's source, if a link copies it here. */
  void links(LinkWatch watch) {
    links = watch;
  }

  @Override
  public Translation translate(Token token) {
    LinkWatch watch = links;
    return watch == null ? ServedSite.super.translate(token) : watch.translate(token);
  }

  @Override
  public @Nullable Token changesKnownSince() {
    return state.indexed();
  }

  @Override
  public String twin() {
    return twin.get();
  }

  void close() {
    elsewhere.close();
  }

  void peers(List<String> urls) {
    peers = List.copyOf(urls);
  }

  @Override
  public String name() {
    return config.name();
  }

  @Override
  public String incarnation() {
    return incarnation.id();
  }

  /** The incarnation, which learns when its first sample is published. */
  Incarnation run() {
    return incarnation;
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
    String advertised = config.serving().advertisedUrl();
    return advertised == null ? bound : advertised;
  }

  /**
   * The base URL at which gateways reach the site's links: the advertised host, the bound port.
   *
   * @param bound the URL of the address that the links are bound to
   */
  String linkUrl(String bound) {
    return LinkUrl.of(config.serving().advertisedUrl(), bound);
  }

  @Override
  public List<String> peers() {
    return peers;
  }

  @Override
  public Readiness readiness() {
    return Readiness.of(progress.now(), elsewhere.any());
  }

  @Override
  public SitePhase phase() {
    return progress.now().phase();
  }

  @Override
  public long cutOffMs() {
    return progress.now().ready().cutOffMs(clock.millis());
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
