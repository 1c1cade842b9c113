package io.windsock.gateway.http;

import io.vertx.core.Context;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.windsock.gateway.http.pass.PassThrough;
import io.windsock.gateway.http.query.QueryEndpoint;
import io.windsock.platform.http.AnswerPolicy;
import io.windsock.platform.http.Exchange;
import io.windsock.platform.http.HttpService;
import io.windsock.platform.http.RequestHandler;
import io.windsock.platform.http.Workers;
import io.windsock.platform.http.endpoint.ChangeGuard;
import io.windsock.platform.http.endpoint.Health;
import io.windsock.platform.http.endpoint.StaticFiles;
import io.windsock.platform.http.message.Answer;
import io.windsock.platform.http.message.Refusal;
import io.windsock.platform.http.message.Routes;
import io.windsock.platform.http.message.Target;
import io.windsock.platform.telemetry.Metrics;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Validates requests and routes them to their endpoints. Owned by one event loop.
 *
 * @param policy the headers and rules common to all answers
 * @param guard refuses changes by pages of other sites
 * @param workers run what takes time
 * @param metrics served at {@code /metrics}
 * @param queries queries with a deadline
 * @param passing requests that sites answer
 * @param status the gateway's condition
 * @param drains the drain of a site
 * @param updates writes to source streams
 * @param files the API description
 */
record Dispatcher(
    AnswerPolicy policy,
    ChangeGuard guard,
    Workers workers,
    Metrics metrics,
    QueryEndpoint queries,
    PassThrough passing,
    StatusEndpoint status,
    DrainEndpoint drains,
    UpdateEndpoint updates,
    StaticFiles files)
    implements RequestHandler {
  private static final Routes<Route> ROUTES = new Routes<>(Route.class, Route::path);
  private static final String FILES = "/io/windsock/gateway/";
  private static final String PREFLIGHT_SECONDS = "600";

  @Override
  public void handle(Context loop, HttpServerRequest request) {
    String key = plainKey(request);
    if (key != null) {
      Exchange exchange = new Exchange(policy, loop, Route.QUERY_STATE.label(), request);
      exchange.attempt(() -> queries.state(exchange, request, key));
    } else {
      route(loop, request);
    }
  }

  /** Returns the key of the most frequent request, which needs no further parsing; or null. */
  private static @Nullable String plainKey(HttpServerRequest request) {
    return request.method().equals(HttpMethod.GET) && !AnswerPolicy.hasBody(request.headers())
        ? QueryEndpoint.plainKey(request.uri())
        : null;
  }

  @Override
  public void disconnected(HttpConnection connection) {
    queries.disconnected(connection);
  }

  private void route(Context loop, HttpServerRequest request) {
    Target target = null;
    Route route = null;
    Refusal refusal = null;
    try {
      target = Target.parse(request.uri());
      route = ROUTES.of(target.segments());
    } catch (Refusal e) {
      refusal = e;
    }
    Exchange exchange =
        new Exchange(policy, loop, route == null ? HttpService.NO_ROUTE : route.label(), request);
    if (refusal != null || target == null || route == null) {
      exchange.refuse(closing(request, refusal == null ? unknown(request) : refusal));
      return;
    }
    Route known = route;
    Target parsed = target;
    exchange.attempt(() -> serve(exchange, request, known, parsed));
  }

  private static Refusal unknown(HttpServerRequest request) {
    return Refusal.absent(
        "there is nothing at " + Refusal.shown(request.uri()),
        "see /openapi.yaml for what there is");
  }

  /** After an unread body, the start of the next request is unknown. */
  private static Refusal closing(HttpServerRequest request, Refusal refusal) {
    return AnswerPolicy.hasBody(request.headers())
        ? Refusal.last(refusal.status(), refusal.error(), refusal.remedy())
        : refusal;
  }

  private void serve(Exchange exchange, HttpServerRequest request, Route route, Target target) {
    HttpMethod method = request.method();
    boolean known = method.equals(HttpMethod.OPTIONS) || route.methods().contains(method.name());
    if (!known) {
      throw closing(
          request,
          Refusal.method(
              route.path() + " has no method " + Refusal.shown(method.name()), route.allow()));
    }
    if (route == Route.UPDATE && method.equals(HttpMethod.POST)) {
      target.allow(Set.of());
      updates.serve(exchange, request, target.segments().get(2));
      return;
    }
    if (AnswerPolicy.hasBody(request.headers())) {
      throw Refusal.last(400, "the request has a body", "only an update takes one");
    }
    if (method.equals(HttpMethod.OPTIONS)) {
      exchange.answer(options(route));
      return;
    }
    if (route.passed()) {
      passing.serve(exchange, request);
      return;
    }
    if (route != Route.QUERY_VIEW) {
      target.allow(Set.of());
    }
    answer(exchange, request, route, target.segments(), target);
  }

  private void answer(
      Exchange exchange, HttpServerRequest request, Route route, List<String> path, Target target) {
    switch (route) {
      case QUERY_STATE -> queries.state(exchange, request, path.get(3));
      case QUERY_VIEW -> queries.view(exchange, request, path.get(3), target);
      case STATUS -> exchange.answer(status.status());
      case SITES -> exchange.answer(status.sites());
      case DRAIN -> drain(exchange, request, path.get(2));
      case LIVE -> exchange.answer(status.live());
      case READY -> exchange.answer(status.ready());
      case METRICS -> exchange.onWorker(workers, () -> Health.metrics(metrics));
      case OPENAPI -> files.file(exchange, FILES, "openapi.yaml");
      default -> exchange.answer(Answer.empty(302, List.of("Location", "/board")));
    }
  }

  private void drain(Exchange exchange, HttpServerRequest request, String site) {
    guard.requireOwnPage(exchange);
    drains.serve(exchange, site, request.method().equals(HttpMethod.POST));
  }

  private static Answer options(Route route) {
    boolean change = route == Route.DRAIN || route == Route.UPDATE;
    List<CharSequence> allow = List.of("Allow", route.allow());
    return Answer.empty(204, change ? allow : withPreflight(allow));
  }

  /** What pages of the listed gateways may do from their origin; nothing else is granted. */
  private static List<CharSequence> withPreflight(List<CharSequence> allow) {
    return List.of(
        allow.get(0),
        allow.get(1),
        "Access-Control-Allow-Methods",
        "GET, HEAD",
        "Access-Control-Allow-Headers",
        "If-None-Match, Last-Event-ID, Deadline-Ms, Request-Id, Windsock-Token",
        "Access-Control-Max-Age",
        PREFLIGHT_SECONDS);
  }
}
