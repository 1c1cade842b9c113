package io.windsock.gateway.http;

import io.micrometer.core.instrument.Counter;
import io.vertx.core.Context;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.gateway.http.pass.PassThrough;
import io.windsock.gateway.http.pass.SiteStreams;
import io.windsock.gateway.http.query.GatewayHeaders;
import io.windsock.gateway.http.query.QueryService;
import io.windsock.platform.http.AnswerPolicy;
import io.windsock.platform.http.HttpService;
import io.windsock.platform.http.Workers;
import io.windsock.platform.http.endpoint.ChangeGuard;
import io.windsock.platform.http.endpoint.StaticFiles;
import io.windsock.platform.http.message.Origins;
import io.windsock.platform.telemetry.Metric;
import io.windsock.platform.telemetry.Metrics;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A gateway's HTTP server. Any thread may call it.
 *
 * <pre>
 *  GatewayHttp http = GatewayHttp.start(config, parts, metrics);   serves from here on
 *  … http.url() …
 *  http.close();                                                   ends every stream
 * </pre>
 */
public final class GatewayHttp implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(GatewayHttp.class);
  private static final String NOUN = "gateway";

  /** Threads that compress long answers, read updates and write metrics. */
  private static final Workers.Bounds WORKERS = new Workers.Bounds(2, 256, 1, 1);

  private final HttpService http;
  private final GatewayHttpConfig config;
  private final GatewayParts parts;
  private final Workers workers;
  private final AnswerPolicy policy;
  private final QueryService queries;
  private final SiteStreams streams = new SiteStreams();
  private final AtomicBoolean closing = new AtomicBoolean();

  private GatewayHttp(GatewayHttpConfig config, GatewayParts parts, Metrics metrics) {
    this.config = config;
    this.parts = parts;
    http = HttpService.start(config.http(), metrics);
    workers = new Workers(NOUN, parts.name(), WORKERS);
    queries = new QueryService(parts.calls(), parts.sites(), workers, config.deadlineMs());
    Origins origins = new Origins(this::url, http::url, parts.gateways());
    policy = new AnswerPolicy(NOUN, origins, GatewayHeaders.EXPOSED, metrics);
  }

  /**
   * Starts serving.
   *
   * @param config the address and the bounds
   * @param parts what it needs of the gateway
   * @param metrics where its answers are counted, and what it serves at {@code /metrics}
   * @throws ConfigurationException if it can't listen at the configured address; the message names
   *     the address and the reason
   */
  public static GatewayHttp start(GatewayHttpConfig config, GatewayParts parts, Metrics metrics) {
    GatewayHttp server = new GatewayHttp(config, parts, metrics);
    server.listen(metrics);
    return server;
  }

  private void listen(Metrics metrics) {
    Counter refused = metrics.counter(Metric.HTTP_REFUSED, "streams");
    Counter expired = metrics.counter(Metric.HTTP_REFUSED, "turns");
    metrics.gauge(Metric.GATEWAY_PASSING, streams, SiteStreams::total);
    metrics.gauge(Metric.GATEWAY_PASS_WAITING, streams, SiteStreams::waiting);
    metrics.counted(Metric.GATEWAY_PASS_FAILURES, streams, SiteStreams::failures);
    ChangeGuard guard = new ChangeGuard(policy);
    StatusEndpoint status = new StatusEndpoint(parts.status(), streams, policy);
    DrainEndpoint drains = new DrainEndpoint(parts.calls());
    UpdateEndpoint updates = new UpdateEndpoint(parts.updates(), guard, workers, metrics);
    StaticFiles files = new StaticFiles(workers, policy, Set.of(), "the board is at /board");
    try {
      http.listen(
          policy,
          i ->
              new Dispatcher(
                  policy,
                  guard,
                  workers,
                  metrics,
                  queries.endpoint(),
                  passing(http.loops().get(i), refused, expired),
                  status,
                  drains,
                  updates,
                  files));
    } catch (ConfigurationException e) {
      close();
      throw e;
    }
    queries.look();
    http.every(QueryService.LOOK_MS, queries::look);
    LOG.info("{}: serving at {}", parts.name(), http.url());
  }

  private PassThrough passing(Context loop, Counter refused, Counter expired) {
    return new PassThrough(
        loop,
        http.loops().size(),
        config.pass(),
        streams,
        parts.sites(),
        policy.origins(),
        refused,
        expired);
  }

  /** Returns the base URL by which clients reach it, such as {@code http://127.0.0.1:8070}. */
  public String url() {
    return config.advertisedUrl().isEmpty() ? http.url() : config.advertisedUrl();
  }

  /** Returns the port it listens on. */
  public int port() {
    return http.port();
  }

  /** Returns the requests passed through to sites that are in progress. */
  public int streams() {
    return streams.total();
  }

  /** Returns those of them that wait for their turn to be passed to a site. */
  public int waiting() {
    return streams.waiting();
  }

  /** Returns the bytes of long answers to queries that clients have not read yet. */
  public long unreadBytes() {
    return queries.unreadBytes();
  }

  /** Returns whether every request has its answer, and every client all of it. */
  public boolean idle() {
    return policy.idle();
  }

  /** Ends every stream and stops listening. */
  @Override
  public void close() {
    if (closing.compareAndSet(false, true)) {
      http.close();
      workers.close();
    }
  }
}
