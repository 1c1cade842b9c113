package io.windsock.site.http;

import io.vertx.core.Context;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.windsock.platform.http.AnswerPolicy;
import io.windsock.platform.http.Exchange;
import io.windsock.platform.http.HttpService;
import io.windsock.platform.http.RequestHandler;
import io.windsock.platform.http.endpoint.StaticFiles;
import io.windsock.platform.http.message.Answer;
import io.windsock.platform.http.message.Refusal;
import io.windsock.platform.http.message.Routes;
import io.windsock.platform.http.message.Target;
import io.windsock.site.http.sse.SseEndpoint;
import io.windsock.site.progress.Readiness;
import io.windsock.site.query.FollowQuery;
import io.windsock.site.query.FollowStart;
import io.windsock.site.query.Queries;
import io.windsock.site.query.QueryAnswer;
import io.windsock.site.serve.ServedSite;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Parses and validates requests, and routes them to their endpoints. Owned by one event loop. */
final class Dispatcher implements RequestHandler {
  private static final Routes<Route> ROUTES = new Routes<>(Route.class, Route::path);
  private static final Set<Route> OF_STATE =
      EnumSet.of(Route.STATE, Route.VIEWS, Route.UPDATES, Route.SUBSCRIBE, Route.DIGEST);
  private static final Set<Route> WITH_PARAMETERS =
      EnumSet.of(Route.VIEWS, Route.UPDATES, Route.SUBSCRIBE, Route.DIGEST, Route.BOARD);
  private static final Set<Route> GET_ONLY =
      EnumSet.of(Route.SUBSCRIBE, Route.UPDATES, Route.SNAPSHOT_FILE);
  private static final String SITE_FILES = "/io/windsock/site/";
  private static final String BOARD_FILES = SITE_FILES + "board/";
  private static final String METHODS = "GET, HEAD, OPTIONS";
  private static final int NOT_READY_SECONDS = 2;
  private static final long MS_PER_SECOND = 1000;
  private static final long ROUND_UP_MS = MS_PER_SECOND - 1;
  private static final String LAST_EVENT_ID = "Last-Event-ID";
  private static final String PREFLIGHT_SECONDS = "600";

  private final ServedSite site;
  private final AnswerPolicy policy;
  private final Queries queries;
  private final QueryBinding binding;
  private final ViewEndpoint views;
  private final SseEndpoint streams;
  private final StateEndpoint states;
  private final SiteEndpoint self;
  private final SnapshotEndpoint snapshots;
  private final StaticFiles files;

  Dispatcher(
      ServedSite site,
      AnswerPolicy policy,
      Queries queries,
      QueryBinding binding,
      ViewEndpoint views,
      SseEndpoint streams,
      StateEndpoint states,
      SiteEndpoint self,
      SnapshotEndpoint snapshots,
      StaticFiles files) {
    this.site = site;
    this.policy = policy;
    this.queries = queries;
    this.binding = binding;
    this.views = views;
    this.streams = streams;
    this.states = states;
    this.self = self;
    this.snapshots = snapshots;
    this.files = files;
  }

  @Override
  public boolean serveKnown(HttpServerRequest request) {
    return views.serveKnown(request);
  }

  @Override
  public void handle(Context loop, HttpServerRequest request) {
    Target target = null;
    Route route = null;
    Refusal refusal = null;
    try {
      requireNoBody(request);
      target = Target.parse(request.uri());
      route = ROUTES.of(target.segments());
    } catch (Refusal e) {
      refusal = e;
    }
    Exchange exchange =
        new Exchange(policy, loop, route == null ? HttpService.NO_ROUTE : route.label(), request);
    if (refusal != null || target == null || route == null) {
      exchange.refuse(refusal == null ? unknown(request) : refusal);
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

  private static void requireNoBody(HttpServerRequest request) {
    if (AnswerPolicy.hasBody(request.headers())) {
      throw Refusal.last(400, "the request has a body", "no path takes one: send GET without it");
    }
  }

  private void serve(Exchange exchange, HttpServerRequest request, Route route, Target target) {
    if (request.method().equals(HttpMethod.OPTIONS)) {
      exchange.answer(options());
      return;
    }
    boolean stream = GET_ONLY.contains(route);
    if (!request.method().equals(HttpMethod.GET)
        && (stream || !request.method().equals(HttpMethod.HEAD))) {
      throw Refusal.method(
          route.path() + " has no method " + Refusal.shown(request.method().name()),
          stream ? "GET, OPTIONS" : METHODS);
    }
    if (OF_STATE.contains(route)) {
      requireReady(request);
    }
    if (!WITH_PARAMETERS.contains(route)) {
      target.allow(Set.of());
    }
    answer(exchange, request, route, target);
  }

  private void answer(Exchange exchange, HttpServerRequest request, Route route, Target target) {
    List<String> path = target.segments();
    switch (route) {
      case STATE -> states.serve(exchange, path.get(2));
      case VIEWS -> views.serve(exchange, request, path.get(2), target);
      case VIEW_LIST -> exchange.answer(self.views());
      case UPDATES -> updates(exchange, target);
      case SUBSCRIBE -> subscribe(exchange, target);
      case DIGEST -> self.digest(exchange, target);
      case SITES -> self.sites(exchange);
      case SNAPSHOT -> exchange.answer(snapshots.manifest());
      case SNAPSHOT_FILE -> snapshots.file(exchange, path.get(2), path.get(4));
      case LIVE -> exchange.answer(self.live());
      case READY -> exchange.answer(self.ready());
      case SERVING -> exchange.answer(self.serving());
      case METRICS -> self.metrics(exchange);
      case OPENAPI -> files.file(exchange, SITE_FILES, "openapi.yaml");
      case HOME -> exchange.answer(Answer.empty(302, List.of("Location", "/board")));
      case BOARD -> files.file(exchange, BOARD_FILES, "index.html"); // evaluates its parameters
      case BOARD_FILE -> files.file(exchange, BOARD_FILES, path.get(1));
      case WEBJAR -> files.webjar(exchange, path.get(1), path.get(3));
    }
  }

  private static Answer options() {
    return Answer.empty(
        204,
        List.of(
            "Allow",
            METHODS,
            "Access-Control-Allow-Methods",
            "GET, HEAD",
            "Access-Control-Allow-Headers",
            "If-None-Match, Last-Event-ID",
            "Access-Control-Max-Age",
            PREFLIGHT_SECONDS));
  }

  /** Serves the initial state, or the changes since a token, followed by updates. */
  private void subscribe(Exchange exchange, Target target) {
    FollowQuery query = binding.follow(target, exchange.header(LAST_EVENT_ID));
    if (query.view() == null && query.key() == null) {
      throw Refusal.bad("no view and no key to subscribe to", "add view=… or key=…");
    }
    follow(exchange, query);
  }

  /** Serves the updates after a token. */
  private void updates(Exchange exchange, Target target) {
    FollowQuery query = binding.follow(target, exchange.header(LAST_EVENT_ID));
    if (query.since() == null) {
      throw Refusal.bad(
          "/v1/updates needs a position",
          "add after=TOKEN from a Windsock-Token header or an event's id, or use /v1/subscribe");
    }
    follow(exchange, query);
  }

  private void follow(Exchange exchange, FollowQuery query) {
    FollowStart start = queries.follow(query);
    if (start instanceof FollowStart.From from) {
      streams.serve(exchange, from);
    } else if (start instanceof QueryAnswer.Refused refused) {
      throw QueryBinding.refusal(refused);
    }
  }

  /** Refuses requests or marks old answers; {@link ViewEndpoint#serveKnown} leaves both to this. */
  private void requireReady(HttpServerRequest request) {
    Readiness readiness = site.readiness();
    if (!readiness.serves()) {
      throw Refusal.unavailable(
          "the site is not ready: " + readiness.detail(),
          "ask another site, or try again later",
          NOT_READY_SECONDS);
    }
    if (!readiness.ready()) {
      long seconds = (readiness.oldMs(System.currentTimeMillis()) + ROUND_UP_MS) / MS_PER_SECOND;
      request.response().putHeader(SiteHeaders.STALE, Long.toString(seconds));
    }
  }
}
