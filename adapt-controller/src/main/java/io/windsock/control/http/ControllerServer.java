package io.windsock.control.http;

import io.vertx.core.buffer.Buffer;
import io.windsock.contracts.call.Mirroring;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.wire.CommitPoint;
import io.windsock.contracts.wire.Decision;
import io.windsock.contracts.wire.GatewaySample;
import io.windsock.contracts.wire.LinkSample;
import io.windsock.contracts.wire.Parameters;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.contracts.wire.TopologySample;
import io.windsock.control.change.Caller;
import io.windsock.control.monitor.MonitoredValue;
import io.windsock.control.state.ControllerListener;
import io.windsock.control.state.ControllerState;
import io.windsock.control.state.History;
import io.windsock.platform.http.AnswerPolicy;
import io.windsock.platform.http.HttpConfig;
import io.windsock.platform.http.HttpService;
import io.windsock.platform.http.Workers;
import io.windsock.platform.http.endpoint.ChangeGuard;
import io.windsock.platform.http.endpoint.StaticFiles;
import io.windsock.platform.http.message.Origins;
import io.windsock.platform.telemetry.Metric;
import io.windsock.platform.telemetry.Metrics;
import io.windsock.platform.telemetry.Received;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A controller's HTTP server. Any thread may call it; the control thread notifies it of changes to
 * {@link ControllerState}.
 */
public final class ControllerServer implements ControllerListener, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ControllerServer.class);
  private static final String NOUN = "controller";

  /** Reports and metrics, which take a moment each. */
  private static final Workers.Bounds READS = new Workers.Bounds(2, 64, 1, 1);

  /** Changes wait for Kafka on a few threads; the server refuses changes beyond these bounds. */
  private static final Workers.Bounds CHANGES = new Workers.Bounds(2, 64, 1, 1);

  private static final long HEARTBEAT_MS = 2_000;
  private static final long STORM_EVERY_MS = 500;

  private final ControllerState state;
  private final @Nullable Storms storms;
  private final HttpService http;
  private final Workers reads;
  private final Workers changes;
  private final History history = new History();
  private final Watchers watchers;
  private final AtomicBoolean closing = new AtomicBoolean();

  private ControllerServer(
      ControllerState state, @Nullable Storms storms, HttpConfig config, Metrics metrics) {
    this.state = state;
    this.storms = storms;
    http = HttpService.start(config, metrics);
    reads = new Workers(NOUN, state.name(), READS);
    changes = new Workers(NOUN, state.name() + "-changes", CHANGES);
    watchers = new Watchers(() -> Events.known(state), metrics);
  }

  /**
   * Starts a controller's server.
   *
   * @param state the state to serve
   * @param mirroring the mirroring API for a caller
   * @param storms storms that operators may start; null if not supported
   * @param urls further base URLs, such as a proxy's, that clients and their pages may use
   * @throws ConfigurationException if it can't listen at the configured address; the message names
   *     the address and the reason
   */
  public static ControllerServer start(
      ControllerState state,
      Function<Caller, Mirroring> mirroring,
      @Nullable Storms storms,
      HttpConfig config,
      Supplier<List<String>> urls,
      Metrics metrics) {
    ControllerServer server = new ControllerServer(state, storms, config, metrics);
    server.listen(mirroring, urls, metrics);
    state.listen(server);
    return server;
  }

  private void listen(
      Function<Caller, Mirroring> mirroring, Supplier<List<String>> urls, Metrics metrics) {
    metrics.gauge(Metric.CONTROLLER_ACTIVE, state, known -> known.active() ? 1 : 0);
    AnswerPolicy policy =
        new AnswerPolicy(
            NOUN, new Origins(http::url, urls), List.of("ETag", "Retry-After"), metrics);
    Dispatcher dispatcher =
        new Dispatcher(
            policy,
            reads,
            metrics,
            new ChangeGuard(policy),
            new Reports(state, history),
            new Changes(mirroring, new Guard(state), changes),
            new StormEndpoint(storms, changes),
            watchers,
            new StaticFiles(reads, policy, Set.of(), Dispatcher.REMEDY));
    try {
      http.listen(policy, loop -> dispatcher);
    } catch (ConfigurationException e) {
      close();
      throw e;
    }
    http.every(HEARTBEAT_MS, () -> publish(() -> Events.heartbeat(state.clock().millis())));
    if (storms != null) {
      Storms here = storms;
      http.every(STORM_EVERY_MS, () -> publish(() -> Events.storm(here.report())));
    }
    LOG.info("{}: console at {}/console", state.name(), http.url());
  }

  private void publish(Supplier<Buffer> event) {
    if (watchers.any()) {
      watchers.publish(event.get());
    }
  }

  @Override
  public void received(SiteSample sample, long atMs) {
    history.add("site", sample.getSite(), sample.getRole(), atMs, MonitoredValue.in(sample));
    publish(() -> Events.sample("site", new Received<>(sample, atMs)));
  }

  @Override
  public void received(TopologySample sample, long atMs) {
    history.add("topology", sample.getInstance(), "topology", atMs, MonitoredValue.in(sample));
    publish(() -> Events.sample("topology", new Received<>(sample, atMs)));
  }

  @Override
  public void received(GatewaySample sample, long atMs) {
    publish(() -> Events.sample("gateway", new Received<>(sample, atMs)));
  }

  @Override
  public void received(LinkSample sample, long atMs) {
    publish(() -> Events.sample("link", new Received<>(sample, atMs)));
  }

  @Override
  public void changed(Parameters parameters) {
    publish(() -> Events.record("parameters", parameters));
  }

  @Override
  public void decided(Decision decision) {
    publish(() -> Events.record("decision", decision));
  }

  @Override
  public void committed(CommitPoint point) {
    publish(() -> Events.record("commit", point));
  }

  @Override
  public void statusChanged() {
    publish(() -> Events.standing(state));
  }

  /** Returns the server's base URL, such as {@code http://127.0.0.1:8090}. */
  public String url() {
    return http.url();
  }

  /** Returns the port it listens on. */
  public int port() {
    return http.port();
  }

  /** Ends every stream, stops listening, and waits for pending changes. */
  @Override
  public void close() {
    if (closing.compareAndSet(false, true)) {
      watchers.close();
      http.close();
      reads.close();
      changes.close();
    }
  }
}
