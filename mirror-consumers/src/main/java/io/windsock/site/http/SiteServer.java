package io.windsock.site.http;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.platform.http.AnswerPolicy;
import io.windsock.platform.http.HttpService;
import io.windsock.platform.http.Workers;
import io.windsock.platform.http.endpoint.StaticFiles;
import io.windsock.platform.http.message.Origins;
import io.windsock.platform.telemetry.DelayHistogram;
import io.windsock.platform.telemetry.Metric;
import io.windsock.platform.telemetry.Metrics;
import io.windsock.site.batch.CallLoops;
import io.windsock.site.batch.CallService;
import io.windsock.site.batch.Rehearsal;
import io.windsock.site.http.sse.Streams;
import io.windsock.site.query.Queries;
import io.windsock.site.query.ViewCache;
import io.windsock.site.sample.ServerLoad;
import io.windsock.site.serve.CurrentPosition;
import io.windsock.site.serve.ServedSite;
import io.windsock.site.serve.ServerConfig;
import io.windsock.site.serve.SitePosition;
import io.windsock.site.state.SiteSnapshot;
import io.windsock.site.update.UpdateBatch;
import io.windsock.site.update.UpdateListener;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A site's HTTP server. Any thread may call it; batches come from the apply thread.
 *
 * <p>A batch first invalidates the views it changed, then becomes the position visible to clients,
 * and then goes to the hub. So no cached view is older than the position reported with it.
 *
 * <p>Calls in batches come over links, at a port and on event loops of their own.
 */
public final class SiteServer implements UpdateListener, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SiteServer.class);
  private static final String NOUN = "site";
  private static final Set<String> LIBRARIES = Set.of("d3-geo", "d3-array", "internmap");
  private static final List<String> EXPOSED =
      List.of(SiteHeaders.TOKEN.toString(), SiteHeaders.STALE.toString(), "ETag", "Retry-After");

  private final ServedSite site;
  private final ServerConfig config;
  private final HttpService http;
  private final Workers workers;
  private final ViewCache views;
  private final CurrentPosition position;
  private final Queries queries;
  private final Streams streams;
  private final CallLoops callLoops;
  private final CallService calls;
  private final AnswerPolicy policy;
  private final AtomicBoolean closing = new AtomicBoolean();

  private SiteServer(ServedSite site, ServerConfig config, Metrics metrics) {
    this.site = site;
    this.config = config;
    position = new CurrentPosition(read(site)); // first, as it is what may fail
    http = HttpService.start(config.http(), metrics);
    callLoops = new CallLoops();
    workers = new Workers(NOUN, site.name(), config.views().workers());
    views = new ViewCache(site, workers, config.views(), metrics);
    queries = new Queries(site, workers, views, position, config.views());
    streams = new Streams(site, config, workers, views, position, http.loops(), metrics);
    calls =
        new CallService(
            site, site::readiness, config, queries, position, callLoops.contexts(), metrics);
    Origins origins = new Origins(() -> site.url(http.url()), http::url, site::peers);
    policy = new AnswerPolicy(NOUN, origins, EXPOSED, metrics);
  }

  /**
   * Starts serving {@code site}. After adding the server to the site's listeners, call {@link
   * #follow}.
   *
   * @throws ConfigurationException if it can't listen on the configured address; the message names
   *     the address and the reason
   */
  public static SiteServer start(ServedSite site, ServerConfig config, Metrics metrics) {
    SiteServer server = new SiteServer(site, config, metrics);
    try {
      server.streams.start();
      server.listen(metrics);
      return server;
    } catch (RuntimeException | Error e) {
      server.close();
      throw e;
    }
  }

  private static SitePosition read(ServedSite site) {
    try (SiteSnapshot snapshot = site.snapshot()) {
      return new SitePosition(snapshot.batch(), snapshot.token());
    }
  }

  private void listen(Metrics metrics) {
    metrics.histogram(Metric.UPDATE_DELAY, site.updateDelay()::distribution);
    metrics.gauge(Metric.SITE_READY, site, s -> s.readiness().ready() ? 1 : 0);
    StateEndpoint states = new StateEndpoint(queries);
    QueryBinding binding = new QueryBinding(queries);
    SiteEndpoint self = new SiteEndpoint(site, policy, workers, position, metrics);
    DelayHistogram initialState = metrics.delays(Metric.INITIAL_STATE, "view");
    SnapshotEndpoint snapshots = new SnapshotEndpoint(site);
    Duration stall = config.streams().stall();
    StaticFiles files = new StaticFiles(workers, policy, LIBRARIES, "the board is at /board");
    http.listen(
        policy,
        i ->
            new Dispatcher(
                site,
                policy,
                queries,
                binding,
                new ViewEndpoint(site, policy, queries, binding, stall, initialState),
                streams.endpoint(i),
                states,
                self,
                snapshots,
                files));
    calls.listen();
    http.every(config.views().unused().toMillis() / 2 + 1, views::dropUnused);
    LOG.info(
        "{} ({}): serving at {}, answering calls at {}",
        site.name(),
        site.role().text(),
        http.url(),
        calls.url());
  }

  /** The base URL, such as {@code http://127.0.0.1:8080}. */
  public String url() {
    return http.url();
  }

  /** The base URL of its links for calls as bound, such as {@code http://127.0.0.1:9090}. */
  public String linkUrl() {
    return calls.url();
  }

  /**
   * Makes calls to itself, which its own bounds and metrics do not count, so that the first ones of
   * others are not slow.
   *
   * @param most how long it takes at most, more than zero
   * @return how many were answered; 0 if not all were in time
   */
  public int rehearse(Duration most) throws InterruptedException {
    return Rehearsal.of(site, queries, position, most);
  }

  /** Has gateways send the site no new calls, because it is about to be stopped; waits for that. */
  public void drain() {
    calls.drain();
  }

  /** The port it listens on. */
  public int port() {
    return http.port();
  }

  /** The load since the last call. For a single caller. */
  public ServerLoad load() {
    return new ServerLoad(policy.takeHighestPending(), policy.answered(), streams.clients());
  }

  /** Reads the site's position. Call it after adding the server to the site's listeners. */
  public void follow() {
    position.reached(read(site));
    calls.positionReached();
  }

  @Override
  public boolean wantsUpdates() {
    return views.inUse() || streams.interested();
  }

  @Override
  public void applied(UpdateBatch batch) {
    views.applied(batch);
    position.reached(new SitePosition(batch.number(), batch.token()));
    calls.positionReached();
    streams.applied(batch);
  }

  /** Ends every stream, stops listening, and waits for reads of the state to finish. */
  @Override
  public void close() {
    if (!closing.compareAndSet(false, true)) {
      return;
    }
    calls.close();
    callLoops.close();
    streams.close();
    http.close();
    workers.close();
  }
}
