package io.windsock.site;

import io.windsock.contracts.position.Token;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.platform.copy.LinkWatch;
import io.windsock.platform.kafka.LogTopic;
import io.windsock.platform.telemetry.Metrics;
import io.windsock.platform.telemetry.SamplePublisher;
import io.windsock.platform.time.Clocks;
import io.windsock.site.apply.ApplyLoop;
import io.windsock.site.apply.SiteListeners;
import io.windsock.site.disk.DiskFault;
import io.windsock.site.disk.DiskProbe;
import io.windsock.site.disk.DiskStamp;
import io.windsock.site.http.SiteServer;
import io.windsock.site.join.JoinTarget;
import io.windsock.site.join.Preference;
import io.windsock.site.join.SnapshotJoin;
import io.windsock.site.progress.Progress;
import io.windsock.site.sample.SiteSampler;
import io.windsock.site.serve.ServerConfig;
import io.windsock.site.snapshot.SnapshotKeeper;
import io.windsock.site.snapshot.SnapshotSource;
import io.windsock.site.state.SiteState;
import io.windsock.site.state.StateCare;
import io.windsock.site.status.SiteFault;
import io.windsock.site.status.SiteStartException;
import io.windsock.site.status.SiteStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running site: follows an output topic, keeps its state, serves it. Any thread may call it.
 *
 * <pre>
 * start: topic ──▶ data directory ──▶ place in the log ──▶ apply thread ──▶ HTTP
 * close: HTTP ──▶ apply thread, last checkpoint ──▶ database
 * </pre>
 */
public final class Site implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Site.class);

  /** How long closing waits for a cluster that does not respond. */
  static final Duration CLOSE_PATIENCE = Duration.ofSeconds(5);

  /**
   * How long closing waits for the apply thread. Longer than its own wait for an unreachable
   * cluster.
   */
  private static final Duration APPLY_PATIENCE = Duration.ofSeconds(60);

  private final Clocks clock;
  private final SiteConfig config;
  private final Admin admin;
  private final LogTopic topic;
  private final DiskStamp stamp;
  private final SiteState state;
  private final SiteListeners listeners;
  private final ApplyLoop loop;
  private final SiteRehearsal rehearsal;
  private final SiteProgress progress;
  private final SnapshotKeeper snapshots;
  private final Served served;
  private final Metrics metrics;
  private final SiteServer server;
  private final SiteSamples samples;
  private final StateCare care;
  private final StallWatch stalls;
  private final LinkWatch links;
  private final ApplyThread applying;
  private final AtomicBoolean closing = new AtomicBoolean();

  /**
   * Creates a site that has not begun.
   *
   * @param parts takes the parts that this opens
   */
  Site(
      SiteConfig config,
      Admin admin,
      LogTopic topic,
      DiskStamp stamp,
      SiteState state,
      SiteListeners listeners,
      ApplyLoop loop,
      Clocks clock,
      DiskProbe probe,
      OpenParts parts) {
    this.config = config;
    this.admin = admin;
    this.topic = topic;
    this.stamp = stamp;
    this.state = state;
    this.listeners = listeners;
    this.loop = loop;
    this.clock = clock;
    rehearsal =
        new SiteRehearsal(config.name(), config.serving().links().rehearsal(), this::rehearse);
    progress = new SiteProgress(loop, state, clock, rehearsal::over);
    snapshots =
        new SnapshotKeeper(
            config.name(),
            config.store().dataDir(),
            stamp,
            state,
            config.snapshots(),
            loop::progress);
    served = new Served(config, state, listeners, progress, snapshots, clock.wall());
    metrics = parts.add(new Metrics());
    SiteMeters.register(metrics, state, listeners, loop);
    server = parts.add(SiteServer.start(served, serving(config.serving()), metrics));
    listeners.add(server);
    server.follow();
    samples = parts.add(sampling());
    served.twin(samples::youngerTwin);
    served.neighbours(samples::neighbours);
    listeners.onCheckpoint(samples.publisher()::requestSample);
    SiteMeters.register(metrics, served, progress, samples.publisher());
    care = new StateCare(config.name(), config.store().dataDir(), state, probe, StateCare.STANDARD);
    links = parts.add(LinkWatch.start(config.client(), topic, admin, loop::uncopied));
    served.links(links);
    stalls = new StallWatch(config.name(), loop, care, progress, clock);
    Runnable report = samples.publisher()::requestSample; // says at once why it stopped applying
    applying = new ApplyThread(config.name(), loop, rehearsal::look, report);
  }

  /**
   * Starts a site, which then catches up with the log in the background. {@link #status} reports
   * its progress.
   *
   * @throws SiteStartException if the cluster is unreachable, no Kafka client can be created, or
   *     the topic does not exist
   * @throws io.windsock.site.disk.DataDirException if the data directory can't be used
   * @throws io.windsock.contracts.config.ConfigurationException if the HTTP server can't listen, or
   *     the topic's records have other schema ids
   */
  public static Site start(SiteConfig config) {
    return start(config, new DiskProbe(config.store().dataDir()));
  }

  /** As {@link #start(SiteConfig)}, with the given disk probe. */
  static Site start(SiteConfig config, DiskProbe probe) {
    return SiteStart.start(config, probe);
  }

  /** Starts its threads; called once. */
  void begin() {
    LOG.info("{} ({}): from {} on", config.name(), config.role().text(), state.token());
    applying.start();
    rehearsal.start();
    snapshots.start();
    samples.start();
    care.start();
    stalls.start();
    served.start();
  }

  private static ServerConfig serving(SiteConfig.Serving serving) {
    return ServerConfig.at(serving.host(), serving.port(), serving.allowedHosts())
        .calls(serving.links().port(), serving.links().keys(), serving.links().views());
  }

  private SiteSamples sampling() {
    SiteSampler.Sources sources =
        new SiteSampler.Sources(
            progress::now,
            progress::checkpoint,
            server::load,
            snapshots,
            listeners.delay().window());
    return new SiteSamples(
        config,
        admin,
        topic,
        state,
        sources,
        served,
        served.url(server.url()),
        served.linkUrl(server.linkUrl()),
        loop,
        clock);
  }

  private void rehearse(Duration most) throws InterruptedException {
    var unused = server.rehearse(most);
  }

  /** The site's full status. */
  public SiteStatus status() {
    return StatusReport.of(config, topic, state, listeners, progress, clock.wallMs());
  }

  /** The apply loop's progress. Cheaper than {@link #status}. */
  public Progress progress() {
    return progress.now();
  }

  /** The snapshots that other sites can start from. */
  public SnapshotSource snapshots() {
    return snapshots;
  }

  /**
   * Whether the site has stopped because the log no longer has its next offset. It continues after
   * a restart with another site's state, which {@link SiteKeeper} performs.
   */
  public boolean needsSnapshot() {
    return loop.needsSnapshot();
  }

  /**
   * Which snapshot of another site it is to start from, although the log has all that it needs;
   * null if it follows the log. It continues after a restart, with that snapshot or its own state,
   * which {@link SiteKeeper} performs.
   */
  @Nullable Preference preference() {
    return loop.preference();
  }

  /**
   * Why the state can no longer be used, or null if it can. The site continues after a restart,
   * which {@link SiteKeeper} performs.
   */
  @Nullable DiskFault fault() {
    return state.fault();
  }

  /** Marks the site as stopped: it is no longer being repaired, for this reason. */
  void stopped(String reason) {
    progress.stopped(reason);
    samples.publisher().requestSample();
  }

  /**
   * Records earlier rebuilds of this site's state.
   *
   * @param times the number of rebuilds by fault
   * @param now why the state is being rebuilt now; null if it is not
   */
  void faultsBefore(Map<SiteFault, Long> times, @Nullable DiskFault now) {
    times.forEach(listeners.faults()::carry);
    if (now != null) {
      progress.rebuilding(now);
    }
  }

  /** Creates a search for another site's snapshot to replace this site's state. */
  SnapshotJoin join() {
    return new SnapshotJoin(
        new JoinTarget(config.name(), topic, stamp, config.store().dataDir()),
        admin,
        config.kafka().topics().monitor(),
        config.client(),
        new EventCodec(config.domain().catalogue()),
        this::joining);
  }

  /**
   * Reports that the site is loading a snapshot or looking for one.
   *
   * @param snapshot the position past which the log must not be trimmed, that of the snapshot being
   *     loaded; null if none was found yet
   */
  void joining(String detail, @Nullable Token snapshot) {
    progress.joining(detail, snapshot);
    samples.publisher().requestSample();
  }

  /** The state, for reading. */
  public SiteState state() {
    return state;
  }

  /** The base URL, such as {@code http://127.0.0.1:8080}. */
  public String url() {
    return server.url();
  }

  /** The base URL at which gateways reach the site's links. */
  public String linkUrl() {
    return served.linkUrl(server.linkUrl());
  }

  /** The HTTP port. */
  int port() {
    return server.port();
  }

  /** Base URLs of the other sites. */
  List<String> peers() {
    return served.peers();
  }

  /** Base URLs at which this site reaches the others, as they last reported them. */
  List<String> neighbours() {
    return samples.neighbours();
  }

  /** Sets the base URLs of the other sites, where they are not known at configuration time. */
  public void peers(List<String> urls) {
    served.peers(urls);
  }

  /** The metrics exported to Prometheus. */
  public Metrics metrics() {
    return metrics;
  }

  /** The publisher of samples to the monitor topic. */
  public SamplePublisher samples() {
    return samples.publisher();
  }

  /** The listeners of applied batches. */
  public SiteListeners listeners() {
    return listeners;
  }

  /**
   * Lets gateways know, stops serving and applying, commits the last checkpoint and closes the
   * state. If the apply thread hangs, the state stays open until that thread ends.
   */
  @Override
  public void close() {
    close(APPLY_PATIENCE);
  }

  void close(Duration applyPatience) {
    if (!closing.compareAndSet(false, true)) {
      return;
    }
    rehearsal.close();
    server.drain();
    applying.drain();
    listeners.remove(server);
    server.close();
    served.close();
    applying.finish();
    try {
      applying.join(applyPatience);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      LOG.warn("{}: interrupted while closing; the state is left open", config.name());
      return;
    }
    stalls.close();
    links.close();
    care.close();
    snapshots.close();
    samples.close();
    admin.close(CLOSE_PATIENCE);
    if (applying.hasEnded()) {
      state.close();
      LOG.info("{}: closed at {}", config.name(), state.token());
    } else {
      applying.closeAfter(state);
    }
    metrics.close();
  }
}
