package io.windsock.control.http;

import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.windsock.control.change.Caller;
import io.windsock.platform.http.AnswerPolicy;
import io.windsock.platform.http.Exchange;
import io.windsock.platform.http.HttpService;
import io.windsock.platform.http.RequestHandler;
import io.windsock.platform.http.Workers;
import io.windsock.platform.http.endpoint.ChangeGuard;
import io.windsock.platform.http.endpoint.Health;
import io.windsock.platform.http.endpoint.RequestBody;
import io.windsock.platform.http.endpoint.StaticFiles;
import io.windsock.platform.http.message.Answer;
import io.windsock.platform.http.message.MediaType;
import io.windsock.platform.http.message.Refusal;
import io.windsock.platform.http.message.Routes;
import io.windsock.platform.http.message.Target;
import io.windsock.platform.telemetry.Metrics;
import java.util.List;

/**
 * Routes each request to its endpoint and refuses invalid ones. Any event loop may use it.
 *
 * @param policy the headers and rules common to all answers
 * @param reads run reports that take a moment; changes have workers of their own
 * @param metrics served at {@code /metrics}
 * @param guard refuses changes by pages of other sites
 * @param reports answers to GET requests
 * @param changes calls of the mirroring API
 * @param storms storms
 * @param watchers event streams
 * @param files the console and the API description
 */
record Dispatcher(
    AnswerPolicy policy,
    Workers reads,
    Metrics metrics,
    ChangeGuard guard,
    Reports reports,
    Changes changes,
    StormEndpoint storms,
    Watchers watchers,
    StaticFiles files)
    implements RequestHandler {
  /** What to do about a file that does not exist. */
  static final String REMEDY = "the console is at /console";

  /** The console's chart library; the folder name contains the version. */
  static final String UPLOT = "uplot-1.6.32";

  private static final String CONTROL = "/io/windsock/control/";
  private static final String CONSOLE = CONTROL + "console/";
  private static final Routes<Route> ROUTES = new Routes<>(Route.class, Route::path);

  @Override
  public void handle(Context loop, HttpServerRequest request) {
    Target target = null;
    Route route = null;
    Refusal refusal = null;
    try {
      target = Target.parse(request.uri());
      route = ROUTES.of(target.segments());
    } catch (Refusal e) {
      refusal = e;
    }
    String label = route == null ? HttpService.NO_ROUTE : route.label();
    Exchange exchange = new Exchange(policy, loop, label, request);
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
    boolean body = AnswerPolicy.hasBody(request.headers());
    if (!method.equals(HttpMethod.OPTIONS) && !route.methods().contains(method.name())) {
      throw closing(
          request,
          Refusal.method(
              route.path() + " has no method " + Refusal.shown(method.name()), route.allow()));
    }
    if (method.equals(HttpMethod.POST)) {
      guard.requireOwnPage(exchange);
      ChangeGuard.requireJson(exchange);
      target.allow(Reports.parameters(route));
      Caller caller =
          new Caller(
              "HTTP from " + request.remoteAddress().hostAddress(),
              EpochTag.epoch(exchange.header(HttpHeaders.IF_MATCH)));
      RequestBody.read(request, exchange, bytes -> change(exchange, route, target, bytes, caller));
      return;
    }
    if (body) {
      throw Refusal.last(400, "the request has a body", "only POST takes one");
    }
    if (method.equals(HttpMethod.OPTIONS)) {
      exchange.answer(Answer.empty(204, List.of("Allow", route.allow())));
      return;
    }
    target.allow(Reports.parameters(route));
    if (method.equals(HttpMethod.DELETE)) {
      guard.requireOwnPage(exchange);
      storms.stop(exchange);
      return;
    }
    get(exchange, route, target);
  }

  private void change(Exchange exchange, Route route, Target target, Buffer body, Caller caller) {
    switch (route) {
      case PIN -> changes.make(exchange, "pin", body, caller);
      case RELEASE -> changes.make(exchange, "release", body, caller);
      case STORM -> storms.start(exchange, body);
      default -> changes.make(exchange, target.segments().get(2), body, caller);
    }
  }

  private void get(Exchange exchange, Route route, Target target) {
    switch (route) {
      case PARAMS -> exchange.answer(reports.parameters());
      case MODE -> exchange.answer(reports.mode());
      case DECISIONS -> exchange.answer(reports.decisions(target.parameter("limit")));
      case SAMPLES -> exchange.answer(reports.samples());
      case HISTORY -> {
        boolean gzip = MediaType.wantsGzip(exchange.header(HttpHeaders.ACCEPT_ENCODING));
        exchange.onWorker(reads, () -> reports.history(gzip));
      }
      case CHECKPOINTS -> exchange.answer(reports.checkpoints());
      case WATCH -> watchers.open(exchange);
      case STORM -> exchange.answer(storms.report());
      case LIVE -> exchange.answer(reports.live());
      case READY -> exchange.answer(reports.ready());
      case METRICS -> exchange.onWorker(reads, () -> Health.metrics(metrics));
      case OPENAPI -> files.file(exchange, CONTROL, "openapi.yaml");
      case CONSOLE -> files.file(exchange, CONSOLE, "index.html");
      case CONSOLE_FILE -> files.file(exchange, CONSOLE, target.segments().get(1));
      case LIBRARY -> library(exchange, target.segments().get(1), target.segments().get(2));
      default -> exchange.answer(Answer.empty(302, List.of("Location", "/console")));
    }
  }

  /** Serves a file of a library that the console uses. */
  private void library(Exchange exchange, String library, String name) {
    if (!library.equals(UPLOT)) {
      throw Refusal.absent("there is no library " + Refusal.shown(library), REMEDY);
    }
    files.versioned(exchange, CONSOLE + UPLOT + "/", name);
  }
}
