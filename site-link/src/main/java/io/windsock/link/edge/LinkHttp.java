package io.windsock.link.edge;

import io.vertx.core.Context;
import io.vertx.core.http.HttpServerRequest;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.platform.http.AnswerPolicy;
import io.windsock.platform.http.Exchange;
import io.windsock.platform.http.HttpConfig;
import io.windsock.platform.http.HttpService;
import io.windsock.platform.http.Workers;
import io.windsock.platform.http.endpoint.ChangeGuard;
import io.windsock.platform.http.endpoint.Health;
import io.windsock.platform.http.endpoint.HealthServer.Readiness;
import io.windsock.platform.http.message.Answer;
import io.windsock.platform.http.message.Json;
import io.windsock.platform.http.message.Origins;
import io.windsock.platform.http.message.Refusal;
import io.windsock.platform.http.message.Routes;
import io.windsock.platform.http.message.Target;
import io.windsock.platform.telemetry.Metrics;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The HTTP server of one side of a link. Any thread may call it. */
final class LinkHttp implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LinkHttp.class);
  private static final Workers.Bounds WORKERS = new Workers.Bounds(1, 16, 1, 1);
  private static final Routes<Route> ROUTES = new Routes<>(Route.class, Route::path);

  private final LinkParts parts;
  private final Metrics metrics;
  private final HttpService http;
  private final AnswerPolicy policy;
  private final ChangeGuard guard;
  private final Workers workers;

  private LinkHttp(HttpConfig config, LinkParts parts, Metrics metrics) {
    this.parts = parts;
    this.metrics = metrics;
    http = HttpService.start(config, metrics);
    policy = new AnswerPolicy(parts.noun(), new Origins(http::url, List::of), List.of(), metrics);
    guard = new ChangeGuard(policy);
    workers = new Workers(parts.noun(), parts.name(), WORKERS);
  }

  /**
   * Starts a server.
   *
   * @throws ConfigurationException if it can't listen at the configured address
   */
  static LinkHttp start(HttpConfig config, LinkParts parts, Metrics metrics) {
    LinkHttp server = new LinkHttp(config, parts, metrics);
    try {
      server.http.listen(server.policy, loop -> server::handle);
    } catch (ConfigurationException e) {
      server.close();
      throw e;
    }
    LOG.info("{}: status and metrics at {}", parts.name(), server.url());
    return server;
  }

  private void handle(Context loop, HttpServerRequest request) {
    Route route = null;
    Refusal refusal = null;
    try {
      Target target = Target.parse(request.uri());
      target.allow(Set.of());
      route = ROUTES.of(target.segments());
    } catch (Refusal e) {
      refusal = e;
    }
    String label = route == null ? HttpService.NO_ROUTE : route.path();
    Exchange exchange = new Exchange(policy, loop, label, request);
    if (AnswerPolicy.hasBody(request.headers())) {
      exchange.refuse(Refusal.last(400, "the request has a body", "nothing here takes one"));
    } else if (refusal != null) {
      exchange.refuse(refusal);
    } else if (route == null || (route.changes() && parts.pause() == null)) {
      exchange.refuse(unknown(request));
    } else if (route.takes(request.method().name())) {
      Route known = route;
      exchange.attempt(() -> serve(exchange, known));
    } else {
      String method = Refusal.shown(request.method().name());
      exchange.refuse(Refusal.method(route.path() + " has no method " + method, route.allow()));
    }
  }

  private Refusal unknown(HttpServerRequest request) {
    String pause = parts.pause() == null ? "" : ", /v1/pause, /v1/resume";
    return Refusal.absent(
        "there is nothing at " + Refusal.shown(request.uri()),
        "see /v1/status" + pause + ", /health/live, /health/ready and /metrics");
  }

  private void serve(Exchange exchange, Route route) {
    switch (route) {
      case STATUS -> exchange.answer(status());
      case PAUSE -> pause(exchange, true);
      case RESUME -> pause(exchange, false);
      case LIVE -> exchange.answer(Health.live(parts.name()));
      case READY -> {
        Readiness now = parts.readiness().get();
        exchange.answer(Health.ready(now.ready(), now.detail()));
      }
      case METRICS -> exchange.onWorker(workers, () -> Health.metrics(metrics));
    }
  }

  private void pause(Exchange exchange, boolean paused) {
    guard.requireOwnPage(exchange);
    Predicate<Boolean> pause = parts.pause();
    if (pause == null || !pause.test(paused)) {
      throw Refusal.of(
          409,
          "the link has stopped: " + parts.readiness().get().detail(),
          "remove the reason and start the sender again");
    }
    exchange.answer(status());
  }

  private Answer status() {
    return new Answer(200, Answer.JSON, Answer.NOT_KEPT, Json.object(parts.status()));
  }

  /** Returns the base URL, such as {@code http://127.0.0.1:9610}. */
  String url() {
    return http.url();
  }

  @Override
  public void close() {
    http.close();
    workers.close();
  }
}
